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
    BEGUN_PAIRS "began" "begun pairs";
    BEST "best" "largest gap";
    BEST_LOWER_BOUND "μ" "best lower bound";
    BODY_SPEED "v" "speed of body";
    BRACKET_WIDTH "width" "bracket width";
    CLOSING_SPEED "c" "closing speed";
    COLORS "colors" "contact colors";
    CONSTRAINT_ROWS "rows" "constraint rows";
    CONTACT_POINTS "contact points" "contact points";
    CORE_DEPTH "cores" "depth of cores";
    CULLED_BODIES "culled" "culled bodies";
    DEPTH "depth" "penetration depth";
    DIRECTION "d" "search direction";
    DISTANCE "distance" "signed distance";
    ENDED_PAIRS "ended" "ended pairs";
    END_TIME "t_max" "end time";
    EPSILON "ε" "tolerance";
    FACES "F" "faces";
    FAILED_TESTS "failed" "failed tests";
    FALSE_POSITIVES "false positives" "false positives";
    FRICTION_LIMIT "μ λₙ" "friction limit";
    GAIN "d·(w − v)" "gain along d";
    GAP "gap" "gap";
    GAP_ALONG_D "g" "gap along d";
    HALF_BRACKET "±" "half bracket";
    IMPULSE "λ" "row impulse";
    IMPULSE_BEFORE "λ before" "impulse before";
    IMPULSE_CHANGE "Δλ" "applied impulse";
    ITERATIONS "k" "iterations";
    KINETIC_CHANGE "ΔE" "kinetic energy change";
    KINETIC_ENERGY "kinetic" "kinetic energy";
    LENGTH_OF_V "|v|" "distance to origin";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    MEASURED_WEIGHTS "measured" "new weights";
    NEAREST_POINT "P" "nearest point";
    NEW_POINTS "new points" "new contact points";
    NORMAL "n" "normal";
    N_VERTEX "d − r" "n-vertex distance";
    OVERLAP "overlap" "overlap";
    OVERLAPPING_PAIRS "overlaps" "overlapping pairs";
    PLANE_DISTANCE "−d·w" "distance of plane";
    PLANE_TESTS "plane tests" "tested planes";
    POINTS "points" "points";
    PROJECTION_OF_W "d·w" "projection of w";
    PRUNED "pruned" "pruned pairs";
    P_VERTEX "d + r" "p-vertex distance";
    QUERY_DISTANCE "|PQ|" "distance to Q";
    RAW_IMPULSE "raw" "unclamped impulse";
    RELATIVE_VELOCITY "r" "relative velocity";
    REMAINING_SWAPS "swaps left" "remaining swaps";
    ROUNDING "rounding" "rounding error";
    ROUNDS "rounds" "friction rounds";
    ROW_VELOCITY "J v" "row velocity";
    ROW_VELOCITY_AFTER "J v'" "row velocity after";
    SIMPLEX_VERTICES "|W|" "vertices of W";
    SUPPORT "w" "support point";
    SWAPS "swaps" "swaps done";
    TESTED "tested" "tested pairs";
    TIME "t" "time";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_AT_MOST "t₁" "contact by";
    TOTAL_ENERGY "energy" "total energy";
    TOUCHING_BODIES "contacts" "touching bodies";
    TURN_OF_D "|d + v/|v||" "deviation of d";
    UPPER "upper" "upper bound";
    VERTICES "V" "vertices";
    VISIBLE_BODIES "kept bodies" "kept bodies";
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
