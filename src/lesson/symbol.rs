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
    APPROACH_SPEED "n·(v_A − v_B)" "linear closing speed";
    AXIS "axis" "tested axis";
    BEST "best" "largest gap";
    CLOSING_SPEED "c" "closing speed";
    COMPARED "compared" "compared vertices";
    CONTACT_TIME "t_first" "first contact";
    CURVATURE "K" "curvature limit";
    DEPTH "depth" "penetration depth";
    DIMENSIONS "dim" "dimensions";
    DIRECTION "d" "search direction";
    DISTANCE "distance" "signed distance";
    DUPLICATES "duplicates" "duplicate points";
    EDGES "E" "edges";
    END_TIME "t_max" "end time";
    EPSILON "ε" "tolerance";
    FACES "F" "faces";
    FARTHEST "farthest" "farthest vertex";
    GAP "gap" "gap";
    GAP_EVALUATIONS "values" "gap evaluations";
    HALF_BRACKET "±" "half bracket";
    HEIGHT "height" "height";
    INSIDE "inside" "points inside";
    ITERATIONS "k" "iterations";
    KEPT_POINTS "kept" "still outside";
    LEAST_DISTANCE "least" "least distance";
    LENGTH_OF_V "|v|" "distance to origin";
    LEVEL_SIZES "levels" "level sizes";
    LEVEL_VERTICES "|Pᵢ|" "vertices of level";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    MOST_CLOSING_SPEED "c_max" "largest closing speed";
    NEVER_BELOW "d ≥" "never below";
    NEW_FACES "new" "new faces";
    NEXT_LEVEL "|Pᵢ₊₁|" "next level";
    NORMAL "n" "normal";
    OTHER_POINTS "others" "other points";
    OUTSIDE "outside" "points outside";
    POINTS "points" "points";
    PROBE_TIME "t_probe" "probe time";
    PROJECTION_OF_VERTEX "d·v" "projection of v";
    PRUNED "pruned" "pruned pairs";
    REASSIGNED "reassigned" "reassigned points";
    RELATIVE_VELOCITY "r" "relative velocity";
    REMOVED_VERTICES "|Sᵢ|" "removed vertices";
    RISE "rise" "rise along d";
    ROUNDING "rounding" "rounding error";
    SAMPLES "samples" "tested times";
    SPEED_ALONG_N "n·r" "speed along n";
    STACK "stack" "stack size";
    SUPPORT "w" "support point";
    SUPPORT_OF_RAY "p" "new support point";
    TESTED "tested" "tested pairs";
    TIES "ties" "equally far vertices";
    TIME "t" "time";
    TIME_AHEAD "Δt" "time ahead";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_OF_SEPARATION "t_last" "no contact after";
    TIME_AT_MOST "t₁" "contact by";
    TURN "turn" "twice signed area";
    TURNING_A "|n×ω_A| r_A" "rotation of A";
    TURNING_B "|n×ω_B| r_B" "rotation of B";
    UPPER "upper" "upper bound";
    VERTICES "V" "vertices";
    VISIBLE_FACES "visible" "visible faces";
    WAITING "waiting" "queued pairs";
    X_TO_PLANE "n·x − h" "x to plane";
    X_TO_W "|u| − μ" "x to W";
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
