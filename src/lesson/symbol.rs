//! Symbols of the quantities that lessons show, each with the one caption that it has in all of them.

/// Symbol of a quantity and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Symbol of the source, or a word where it has none: `|v|`.
    pub sign: &'static str,
    /// Name: a noun phrase of at most three words.
    pub caption: &'static str,
}

/// Declares the symbols and [`ALL`], the table of them.
macro_rules! symbols {
    ($($name:ident $sign:literal $caption:literal;)*) => {
        $(
            #[doc = concat!("`", $sign, "`: ", $caption, ".")]
            pub const $name: Symbol = Symbol { sign: $sign, caption: $caption };
        )*

        /// All symbols, in the order of their names.
        pub const ALL: &[Symbol] = &[$($name),*];
    };
}

symbols! {
    AREA "area" "spanned area";
    AXIS "axis" "tested axis";
    BEHIND "h" "height behind plane";
    BEST "best" "largest gap";
    BIAS "bias" "face penalty";
    BODY_VELOCITY "v" "velocity of body";
    BOUND "bound" "bound of pair";
    BOUND_OF_FIRST "c₁" "first half's bound";
    BOUND_OF_SECOND "c₂" "second half's bound";
    CLOSING_SPEED "c" "closing speed";
    CONTACT_MARGIN "margin" "contact margin";
    CONTACT_PAIRS "touching" "touching pairs";
    COSINE "n_A·n_B" "cosine of normals";
    DEEPER "−(n_A + n_B)" "common inward direction";
    DEPTH "depth" "penetration depth";
    DIRECTION "d" "search direction";
    DISTANCE "distance" "signed distance";
    END_TIME "t_max" "end time";
    EPSILON "ε" "tolerance";
    FACES "F" "faces";
    FACING_VERTICES "facing" "facing vertices";
    GAP "gap" "gap";
    HALF_BRACKET "±" "half bracket";
    HOPELESS "beyond" "pairs beyond bound";
    ITERATIONS "k" "iterations";
    KEPT_AREA "kept area" "share of area";
    LEAST_DISTANCE "least" "least distance";
    LENGTH_OF_V "|v|" "distance to origin";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    NORMAL "n" "normal";
    NORMAL_A "n_A" "normal of A";
    NORMAL_B "n_B" "normal of B";
    OFFSET "o" "plane offset";
    OFFSET_A "o_A" "offset of A";
    OFFSET_B "o_B" "offset of B";
    PAIRS "pairs" "pairs in all";
    PART_A "part of A" "best so far";
    PART_B "part of B" "best so far";
    POINTS "points" "points";
    PRUNED "pruned" "pruned pairs";
    RELATIVE_VELOCITY "r" "relative velocity";
    ROUNDING "rounding" "rounding error";
    SKIPPED "skipped" "skipped pairs";
    SPREAD "spread" "distance between picks";
    SUPPORT "w" "support point";
    TESTED "tested" "tested pairs";
    TIME "t" "time";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_AT_MOST "t₁" "contact by";
    UPPER "upper" "upper bound";
    VERTICES "V" "vertices";
    WAITING "waiting" "queued pairs";
    WITNESS_A "a" "witness point a";
    WITNESS_B "b" "witness point b";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ALL;

    #[test]
    fn each_symbol_has_one_caption_of_few_words() {
        let signs: BTreeSet<&str> = ALL.iter().map(|symbol| symbol.sign).collect();
        assert_eq!(signs.len(), ALL.len(), "a sign occurs twice");
        for symbol in ALL {
            assert!((1..=3).contains(&symbol.caption.split_whitespace().count()), "{symbol:?}");
        }
    }
}
