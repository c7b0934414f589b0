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
    BALLS "r_A + r_B" "difference ball radius";
    BALL_A "r_A" "ball in A";
    BALL_B "r_B" "ball in B";
    BALL_CENTER "|x − y|" "difference ball center";
    BEST "best" "largest gap";
    BEST_LOWER_BOUND "μ" "best lower bound";
    BRACKET_WIDTH "width" "bracket width";
    CLOSING_SPEED "c" "closing speed";
    COMPARED "compared" "compared vertices";
    CONTACT_TIME "t_first" "first contact";
    CORE_DEPTH "cores" "depth of cores";
    CORE_GAP "core gap" "core gap";
    CURVATURE "K" "curvature limit";
    DEPTH "depth" "penetration depth";
    DIMENSIONS "dim" "dimensions";
    DIRECTION "d" "search direction";
    DISTANCE "distance" "signed distance";
    DUPLICATES "duplicates" "duplicate points";
    EDGES "E" "edges";
    EDGE_PAIR_FACES "E×E" "edge pair faces";
    END_TIME "t_max" "end time";
    EPSILON "ε" "tolerance";
    FACES "F" "faces";
    FACES_OF_A "F_A" "faces of A";
    FACES_OF_B "F_B" "faces of −B";
    FACES_OF_BOTH "F_AB" "shared faces";
    FACE_AREA "S" "face area";
    FACE_DISTANCE "face" "nearest face distance";
    FAILED_TESTS "failed" "failed tests";
    FARTHEST "farthest" "farthest vertex";
    GAIN "d·(w − v)" "gain along d";
    GAP "gap" "gap";
    GAP_ALONG_D "g" "gap along d";
    GAP_EVALUATIONS "values" "gap evaluations";
    HALF_BRACKET "±" "half bracket";
    HEIGHT "height" "height";
    HORIZON "horizon" "horizon edges";
    INSIDE "inside" "points inside";
    ITERATIONS "k" "iterations";
    KEPT_POINTS "kept" "still outside";
    LEAD "lead" "lead over second";
    LEAST_DISTANCE "least" "least distance";
    LEAST_OVERLAP "least" "least overlap";
    LENGTH_OF_V "|v|" "distance to origin";
    LEVEL_SIZES "levels" "level sizes";
    LEVEL_VERTICES "|Pᵢ|" "vertices of level";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    MEASURED_WEIGHTS "measured" "new weights";
    MOST_CLOSING_SPEED "c_max" "largest closing speed";
    NEAREST_POINT "P" "nearest point";
    NEVER_BELOW "d ≥" "never below";
    NEWTON_STEPS "steps" "Newton steps";
    NEW_FACES "new" "new faces";
    NEW_QUEUED_FACES "new" "queued new faces";
    NEXT_LEVEL "|Pᵢ₊₁|" "next level";
    NORMAL "n" "normal";
    OTHER_POINTS "others" "other points";
    OUTSIDE "outside" "points outside";
    OVERLAP "overlap" "overlap";
    PLANE_DISTANCE "−d·w" "distance of plane";
    POINTS "points" "points";
    POLYGON_EDGES "|P|" "polygon edges";
    PREVIOUS_UPPER "upper before" "previous upper bound";
    PROBE_TIME "t_probe" "probe time";
    PROJECTION_OF_VERTEX "d·v" "projection of v";
    PROJECTION_OF_W "d·w" "projection of w";
    PRUNED "pruned" "pruned pairs";
    QUERY_DISTANCE "|PQ|" "distance to Q";
    QUEUED_FACES "|Q|" "queued faces";
    REASSIGNED "reassigned" "reassigned points";
    RELATIVE_VELOCITY "r" "relative velocity";
    REMOVED_VERTICES "|Sᵢ|" "removed vertices";
    RISE "rise" "rise along d";
    ROTATION_OF_NORMAL "rotated" "rotation of normal";
    ROUNDING "rounding" "rounding error";
    SAMPLES "samples" "tested times";
    SIMPLEX_VERTICES "|W|" "vertices of W";
    SKIPPED "skipped" "skipped edge pairs";
    SPEED_ALONG_N "n·r" "speed along n";
    STACK "stack" "stack size";
    SUPPORT "w" "support point";
    SUPPORT_HEIGHT "n·w" "support height";
    SUPPORT_OF_RAY "p" "new support point";
    TESTED "tested" "tested pairs";
    TIES "ties" "equally far vertices";
    TIME "t" "time";
    TIME_AHEAD "Δt" "time ahead";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_AT_MOST "t₁" "contact by";
    TIME_OF_SEPARATION "t_last" "no contact after";
    TURN "turn" "twice signed area";
    TURNING_A "|n×ω_A| r_A" "rotation of A";
    TURNING_B "|n×ω_B| r_B" "rotation of B";
    TURN_OF_D "|d + v/|v||" "deviation of d";
    UPPER "upper" "upper bound";
    VERTEX_DIFFERENCES "V_A·V_B" "vertex differences";
    VERTICES "V" "vertices";
    VERTICES_OF_A "V_A" "vertices of A";
    VERTICES_OF_B "V_B" "vertices of B";
    VISIBLE_FACES "visible" "visible faces";
    WAITING "waiting" "queued pairs";
    WEIGHT_OF_A "λ_A" "weight of A";
    WEIGHT_OF_B "λ_B" "weight of B";
    WEIGHT_OF_C "λ_C" "weight of C";
    WEIGHT_OF_D "λ_D" "weight of D";
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
