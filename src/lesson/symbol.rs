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
    AXIS "axis" "tested axis";
    BEST "best" "largest gap";
    BEST_LOWER_BOUND "μ" "best lower bound";
    BRACKET_WIDTH "width" "bracket width";
    CLOSING_SPEED "c" "closing speed";
    CORE_DEPTH "cores" "depth of cores";
    DEPTH "depth" "penetration depth";
    DIRECTION "d" "search direction";
    DISTANCE "distance" "signed distance";
    END_TIME "t_max" "end time";
    EPSILON "ε" "tolerance";
    FACES "F" "faces";
    FAILED_TESTS "failed" "failed tests";
    GAIN "d·(w − v)" "gain along d";
    GAP "gap" "gap";
    GAP_ALONG_D "g" "gap along d";
    HALF_BRACKET "±" "half bracket";
    ITERATIONS "k" "iterations";
    LENGTH_OF_V "|v|" "distance to origin";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    MEASURED_WEIGHTS "measured" "new weights";
    NEAREST_POINT "P" "nearest point";
    NORMAL "n" "normal";
    OVERLAP "overlap" "overlap";
    PLANE_DISTANCE "−d·w" "distance of plane";
    POINTS "points" "points";
    PROJECTION_OF_W "d·w" "projection of w";
    PRUNED "pruned" "pruned pairs";
    QUERY_DISTANCE "|PQ|" "distance to Q";
    RELATIVE_VELOCITY "r" "relative velocity";
    ROUNDING "rounding" "rounding error";
    SIMPLEX_VERTICES "|W|" "vertices of W";
    SUPPORT "w" "support point";
    TESTED "tested" "tested pairs";
    TIME "t" "time";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_AT_MOST "t₁" "contact by";
    TURN_OF_D "|d + v/|v||" "deviation of d";
    UPPER "upper" "upper bound";
    VERTICES "V" "vertices";
    WAITING "waiting" "queued pairs";
    WEIGHT_OF_A "λ_A" "weight of A";
    WEIGHT_OF_B "λ_B" "weight of B";
    WEIGHT_OF_C "λ_C" "weight of C";
    WEIGHT_OF_D "λ_D" "weight of D";
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
