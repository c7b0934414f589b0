//! Symbols of the quantities that lessons show, and their captions. A symbol has the same caption in all lessons, and
//! no two symbols share a notation or a caption.

/// Notation of a quantity, and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Notation in the algorithm's listing, `|v|`; a word for a quantity without a symbol there.
    pub notation: &'static str,
    /// Name of the quantity: a noun phrase of at most three words, without the unit, which is that of the shown value.
    pub caption: &'static str,
}

/// Declares the symbols and [`ALL`], the table of them.
macro_rules! symbols {
    ($($name:ident $notation:literal $caption:literal;)*) => {
        $(
            #[doc = concat!("`", $notation, "`: ", $caption, ".")]
            pub const $name: Symbol = Symbol { notation: $notation, caption: $caption };
        )*

        /// All symbols, in the order of their names.
        pub const ALL: &[Symbol] = &[$($name),*];
    };
}

symbols! {
    ANGLE_OF_A "α" "angle of A";
    ANGLE_OF_B "β" "angle of −B";
    APPROACH_SPEED "n·(v_A − v_B)" "linear closing speed";
    AREA "area" "spanned area";
    AXIS_DIRECTION "direction" "direction of axis";
    AXIS_OVERLAPS "overlaps on axis" "overlaps on axis";
    BALL_RADIUS_A "r_A" "A's ball radius";
    BALL_RADIUS_B "r_B" "B's ball radius";
    BALL_RADIUS_SUM "r_A + r_B" "difference ball radius";
    BEGUN_PAIRS "began" "begun pairs";
    BELOW_BEST_BOUND "μ − g" "below best bound";
    BEST "best" "largest gap";
    BEST_LOWER_BOUND "μ" "best lower bound";
    BIAS "bias" "face penalty";
    BIAS_LIMIT "bias limit" "largest face penalty";
    BODY_SPEED "speed" "speed of body";
    BODY_VELOCITY "v" "velocity of body";
    BOUNCE_SPEED "v_bounce" "least bouncing speed";
    BOUND "bound" "bound of pair";
    BOUND_OF_DEVIATION "bound of e" "bound of deviation";
    BOUND_OF_FIRST "c₁" "first half's bound";
    BOUND_OF_SECOND "c₂" "second half's bound";
    BOX_ENTRY "t_box" "entry into box";
    BRACKET_WIDTH "width" "bracket width";
    CENTER_IN_BOX "c_box" "center in box";
    CHORD_ENTRY "t_in" "entry into body";
    CHORD_EXIT "t_out" "exit from body";
    CLOSING_SPEED "c" "closing speed";
    CLOSING_TIME "t_close" "closing time";
    COLOR "color" "color of contact";
    COLORS "colors" "contact colors";
    COMMON_INWARD_DIRECTION "−(n_A + n_B)" "common inward direction";
    COMPARED "compared" "compared so far";
    CONSTRAINT_ROWS "rows" "constraint rows";
    CONTACTS_OF_COLOR "of color" "contacts of color";
    CONTACT_MARGIN "margin" "contact margin";
    CONTACT_POINTS "contact points" "contact points";
    CONTACT_TIME "t_first" "first contact time";
    CORE_DEPTH "cores" "depth of cores";
    CORE_GAP "core gap" "core gap";
    CORE_RADIUS "radius" "radius around core";
    CORRECTING_SPEED "u" "correcting speed";
    COSINE "n_A·n_B" "cosine of angle";
    CROSSINGS "crossings" "crossing arcs";
    CULLED_BODIES "culled" "culled bodies";
    CURVATURE "K" "curvature limit";
    DEPTH "depth" "penetration depth";
    DEPTH_AT_LEAST "depth ≥" "depth at least";
    DEPTH_AT_MOST "depth ≤" "depth at most";
    DEPTH_BEHIND_PLANE "h" "height behind plane";
    DEPTH_SHARE "share" "share of depth";
    DEVIATION "e" "deviation from law";
    DEVIATION_LIMIT "band" "limit for accusation";
    DEVIATION_OF_D "|d + v/|v||" "deviation of d";
    DIRECTION "d" "search direction";
    DISPLACEMENT "Δx" "displacement";
    DISTANCE "distance" "signed distance";
    DISTANCE_TO_W "|u| − μ" "distance to W";
    DUPLICATES "duplicates" "duplicate points";
    EDGES "E" "edges";
    ENDED_PAIRS "ended" "ended pairs";
    ENDPOINT "endpoint" "endpoint";
    ENDPOINTS "endpoints" "endpoints per list";
    END_TIME "t_max" "end time";
    FACES "F" "faces";
    FACE_AREA "S" "face area";
    FACE_DISTANCE "face" "nearest face distance";
    FACING_VERTICES "facing" "vertices of feature";
    FALSE_POSITIVES "false positives" "false positives";
    FIRST_CHILD_ENTRY "t_left" "entry into first";
    FIRST_HIT "t_best" "first hit";
    FOOT_DISTANCE "|FQ|" "distance of foot";
    FRAME "frame" "frame";
    FRICTION_LIMIT "μ λₙ" "friction limit";
    GAIN "d·(w − v)" "gain along d";
    GAP "gap" "gap";
    GAP_ALONG_D "g" "gap along d";
    GAP_EVALUATIONS "values" "gap evaluations";
    HALF_EXTENTS "h_box" "half extents";
    HEIGHT "height" "distance to plane";
    HEIGHT_OF_X "n·x − h" "height of x";
    HORIZON "horizon" "horizon edges";
    IMPULSE "λ" "impulse of row";
    IMPULSE_BEFORE "λ before" "impulse before";
    IMPULSE_ALONG_NORMAL "λₙ" "normal impulse";
    IMPULSE_CHANGE "Δλ" "change of λ";
    IMPULSE_LIMIT "λ_max" "largest impulse";
    INNERMOST_DISTANCE "d + r" "innermost distance";
    INNERMOST_OUTSIDE "−(d + r)" "innermost point outside";
    INSIDE "inside" "points inside";
    ITERATIONS "k" "iterations";
    JOINT_ROWS "joint rows" "rows of joints";
    KEPT_AREA "kept area" "kept area share";
    KINETIC_CHANGE "ΔE" "kinetic energy change";
    KINETIC_ENERGY "kinetic" "kinetic energy";
    LEAST_COORDINATE "x_min" "smallest x";
    LEAST_DISTANCE "least" "least distance";
    LEAST_GROWTH "−c_max" "least opening speed";
    LEAST_OVERLAP "least overlap" "least overlap";
    LENGTH_OF_V "|v|" "distance to origin";
    LEVEL "level" "level number";
    LEVELS "levels" "number of levels";
    LEVEL_VERTICES "vertices" "vertices of level";
    LISTED_POINTS "listed" "points of face";
    LOWER "lower" "lower bound";
    MARGINS "margins" "sum of margins";
    MARGIN_A "μ_A" "margin of A";
    MARGIN_B "μ_B" "margin of B";
    MOST_CLOSING_SPEED "c_max" "largest closing speed";
    NEAREST_POINT "P" "nearest point";
    NEAR_VERTICES "near" "vertices in contact";
    NEIGHBORS "neighbors" "number of neighbors";
    NEVER_BELOW "d_min" "never below";
    NEWTON_STEPS "steps" "Newton steps";
    NEW_BOXES "new boxes" "new boxes";
    NEW_FACES "new" "new faces";
    NEW_POINTS "new points" "new contact points";
    NEW_QUEUED_FACES "new queued" "queued new faces";
    NORMAL "n" "normal";
    NORMAL_A "n_A" "normal of A";
    NORMAL_B "n_B" "normal of B";
    OFFSET "o" "plane offset";
    OFFSET_A "o_A" "offset of A";
    OFFSET_B "o_B" "offset of B";
    OPENING_SPEED "−c" "opening speed";
    OPEN_UNTIL "t_open" "open until";
    OPPOSITE_DIRECTION "−d" "opposite direction";
    OTHER_POINTS "others" "other points";
    OUTERMOST_DISTANCE "d − r" "outermost distance";
    OUTERMOST_OUTSIDE "−(d − r)" "outermost point outside";
    OUTSIDE "outside" "points still outside";
    OVERLAP "overlap" "overlap";
    OVERLAPPING_PAIRS "overlaps" "overlapping pairs";
    OVERLAP_BEGIN "t_begin" "overlap begins";
    OVERLAP_END "t_end" "overlap ends";
    PAIRS_BEYOND_BOUND "beyond" "pairs beyond bound";
    PARAMETER_OF_A "s_A" "parameter on A";
    PARAMETER_OF_B "s_B" "parameter on B";
    PART_HIT "t_part" "hit of part";
    PASSING_SPEED "|n·r|" "passing speed";
    PICK "pick" "pick number";
    PIECE_ENTRY "c_in" "entry into piece";
    PIECE_EXIT "c_out" "exit from piece";
    PLANE_DISTANCE "−d·w" "distance of plane";
    PLANE_TESTS "plane tests" "plane tests";
    PLANE_TESTS_OF_BODY "tests" "tests of body";
    POINTS "points" "points";
    POINTS_KEPT_OUTSIDE "kept" "points kept outside";
    POLYGON_EDGES "|P|" "polygon edges";
    PREVIOUS_BEST_GAP "best before" "previous best gap";
    PREVIOUS_UPPER "upper before" "previous upper bound";
    PROBE_TIME "t_probe" "probe time";
    QUERY_DISTANCE "|PQ|" "distance to Q";
    RAW_IMPULSE "raw λ" "λ before clamping";
    REASSIGNED "reassigned" "reassigned points";
    REDUNDANT_ROWS "redundant" "redundant rows";
    RELATIVE_VELOCITY "r" "relative velocity";
    REMAINING_SWAPS "swaps left" "remaining swaps";
    REMAINING_VERTICES "remaining" "remaining vertices";
    REMOVED_BODIES "removed bodies" "removed bodies";
    REMOVED_VERTICES "removed" "removed vertices";
    RISE "rise" "rise along d";
    ROTATION_OF_NORMAL "rotated" "rotation of normal";
    ROTATION_SPEED_A "|n×ω_A| r_A" "A's rotation speed";
    ROTATION_SPEED_B "|n×ω_B| r_B" "B's rotation speed";
    ROUNDING "rounding" "rounding error";
    ROUNDS "rounds" "friction rounds";
    ROW_VELOCITY "J v" "velocity along row";
    ROW_VELOCITY_AFTER "J v after" "velocity after Δλ";
    SECOND_CHILD_ENTRY "t_right" "entry into second";
    SIGNED_AREA "signed area" "signed area";
    SKIPPED "skipped" "skipped pairs";
    SOLVE "solve" "solve of frame";
    SOLVES "solves" "solves per frame";
    SPEED_ALONG_N "n·r" "speed along n";
    SPEED_LIMIT "speed limit" "speed limit";
    SPREAD "spread" "distance between picks";
    STACK "stack" "stack, newest last";
    SUPPORT "w" "support point";
    SUPPORT_HEIGHT "n·w" "support height";
    SUPPORT_OF_RAY "p" "new support point";
    SWAPS "swaps" "swaps done";
    SWAPS_OF_FRAME "all swaps" "swaps of frame";
    SWAPS_ON_AXIS "swaps on axis" "swaps on axis";
    TARGET_VELOCITY "target J v" "target velocity";
    THICKNESS "thickness" "thickness of hull";
    TIES "ties" "equally far vertices";
    TIME "t" "time";
    TIME_AHEAD "Δt" "time ahead";
    TIME_AT_LEAST "t₀" "no contact before";
    TIME_AT_MOST "t₁" "contact by";
    TIME_OF_SEPARATION "t_last" "no contact after";
    TIME_STEP "time step" "time step";
    TOTAL_ENERGY "energy" "total energy";
    TOUCHING_BODIES "contacts" "touching bodies";
    TOUCHING_PARTS "parts" "touching parts";
    TRIANGLES "triangles" "triangles";
    UPPER "upper" "upper bound";
    VELOCITY_AFTER "u⁺" "velocity after step";
    VELOCITY_BEFORE "u⁻" "velocity before step";
    VERTICES "V" "vertices";
    VISIBLE_BODIES "kept bodies" "kept bodies";
    VISIBLE_FACES "visible" "visible faces";
    WEIGHT_OF_A "λ_A" "weight of A";
    WEIGHT_OF_B "λ_B" "weight of B";
    WEIGHT_OF_C "λ_C" "weight of C";
    WEIGHT_OF_D "λ_D" "weight of D";
    WITNESS_A "a" "witness point a";
    WITNESS_B "b" "witness point b";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ALL;

    #[test]
    fn notations_and_captions_are_unique_and_captions_short() {
        let notations: BTreeSet<&str> = ALL.iter().map(|symbol| symbol.notation).collect();
        let captions: BTreeSet<&str> = ALL.iter().map(|symbol| symbol.caption).collect();
        assert_eq!(notations.len(), ALL.len(), "a notation occurs twice");
        assert_eq!(captions.len(), ALL.len(), "a caption occurs twice");
        for symbol in ALL {
            assert!((1..=3).contains(&symbol.caption.split_whitespace().count()), "{symbol:?}");
        }
    }
}
