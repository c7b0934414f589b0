//! Beats (narrated sub-steps) of a formula for the closest points of two cores: the steps of the formula, then the
//! proof by the planes through both points.

use contact_lens_model::answer::number::{length, number, point, vector};
use contact_lens_model::snapshot::distance::{ClosedForm, Closest, Formula, Region, Segments};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::PhaseStep;
use crate::{
    Beat, Event, PairContext, Pictures, Sentence, StopTest, Symbol, Value, WORLD, add_named_point, say, symbol,
};

/// Beats of a step that evaluates a formula.
pub(super) fn formula_beats(step: &PhaseStep<'_>) -> Vec<Beat> {
    let Some(found) = &step.after.closed_form else { return Vec::new() };
    let mut beats = match &found.formula {
        Formula::Points => Vec::new(),
        Formula::Segments(segments) => segments_beats(step, segments),
        Formula::PointAndTriangle { of_a, corners, region } => {
            vec![triangle_beat(step, found, *of_a, (corners, *region))]
        }
        Formula::PointAndBox { of_a, point, half_extents } => {
            vec![box_beat(step, found, *of_a, [*point, *half_extents])]
        }
    };
    beats.push(proof_beat(step, found));
    beats
}

/// A quantity of a formula for two segments.
#[derive(Clone, Copy)]
struct Parameter {
    symbol: Symbol,
    /// Value before it is moved into 0 to 1.
    free: f64,
    /// Value from 0 to 1.
    clamped: f64,
}

impl Parameter {
    /// Whether the value is not from 0 to 1.
    fn is_moved(&self) -> bool {
        self.free != self.clamped
    }

    /// The value before it is moved into 0 to 1, of the point with the mark id `key` unless it is moved.
    fn free_value(&self, key: &'static str) -> Value {
        Value::of(self.symbol, number(self.free), if self.is_moved() { FREE_POINT } else { key })
    }

    /// Clause on the move of the point with the name `end` to the value, or to the end of the segment before it.
    fn clamped_clause(self, end: &Sentence) -> Sentence {
        if !self.is_moved() {
            return say!(", between the ends, so {} moves there", end);
        }
        say!(", beyond an end of the segment, so {} moves to that end", end)
    }
}

/// Mark ids of the points on the lines.
const POINT_OF_A: &str = "core/a";
const POINT_OF_B: &str = "core/b";

/// Mark id of a point on a line beyond the end of its segment.
const FREE_POINT: &str = "beyond";

/// Beats of the formula for two segments.
fn segments_beats(step: &PhaseStep<'_>, segments: &Segments) -> Vec<Beat> {
    let Segments { s_a_of_lines, s_a_first, s_b_of_foot, s_b, s_a_of_foot, s_a, .. } = *segments;
    let mut beats = vec![lines_beat(step, segments)];
    let foot = Parameter { symbol: symbol::PARAMETER_OF_B, free: s_b_of_foot, clamped: s_b };
    let [a, b] = step.context.body_names();
    if !is_point(&segments.ends[1]) {
        let say = say!(
            "The point nearest to {} on the line of {} is at s_B = {}{}.",
            Sentence::mark("a", POINT_OF_A),
            &b,
            foot.free_value(POINT_OF_B),
            foot.clamped_clause(&Sentence::mark("b", POINT_OF_B))
        );
        let state = SegmentsState { line: "foot", s_a: s_a_first, s_b, parameter: Some(foot) };
        beats.push(line_beat(step, say, segments, &state));
    }
    let has_second_foot =
        s_a_of_foot.is_some_and(|free| free != s_a_first || s_a != s_a_first || s_a_of_lines.is_none());
    if let Some(free) = s_a_of_foot.filter(|_| has_second_foot && !is_point(&segments.ends[0])) {
        let parameter = Parameter { symbol: symbol::PARAMETER_OF_A, free, clamped: s_a };
        let say = say!(
            "The point nearest to {} on the line of {} is at s_A = {}{}.",
            Sentence::mark("b", POINT_OF_B),
            &a,
            parameter.free_value(POINT_OF_A),
            parameter.clamped_clause(&Sentence::mark("a", POINT_OF_A))
        );
        let state = SegmentsState { line: "end", s_a, s_b, parameter: Some(parameter) };
        beats.push(line_beat(step, say, segments, &state));
    }
    beats
}

/// Whether the ends of a segment are equal.
fn is_point(ends: &[DVec3; 2]) -> bool {
    ends[0] == ends[1]
}

/// Beat of the first point on the segment of A.
fn lines_beat(step: &PhaseStep<'_>, segments: &Segments) -> Beat {
    let Segments { s_a_of_lines, s_a_first, s_b, .. } = *segments;
    let [a, b] = step.context.body_names();
    let cores = cores_sentence(step, segments, [&a, &b]);
    let point = Sentence::mark("a", POINT_OF_A);
    let free = s_a_of_lines.map(|free| Parameter { symbol: symbol::PARAMETER_OF_A, free, clamped: s_a_first });
    let say = match free {
        Some(free) => say!(
            "{} Their lines are closest at s_A = {}{}.",
            cores,
            free.free_value(POINT_OF_A),
            free.clamped_clause(&point)
        ),
        None if is_point(&segments.ends[0]) => say!("{} The point is {}.", cores, point),
        None if is_point(&segments.ends[1]) => cores,
        None => say!("{} They are parallel: the search starts at {}, where s_A = 0.", cores, point),
    };
    line_beat(step, say, segments, &SegmentsState { line: "lines", s_a: s_a_first, s_b, parameter: free })
}

/// Sentence on the shapes of both cores.
fn cores_sentence(step: &PhaseStep<'_>, segments: &Segments, [a, b]: [&Sentence; 2]) -> Sentence {
    let without = if step.after.margin > 0.0 { "Without margins, " } else { "" };
    let [kind_a, kind_b] = segments.ends.each_ref().map(|ends| if is_point(ends) { "a point" } else { "a segment" });
    if kind_a == kind_b {
        let kind = if kind_a == "a point" { "points" } else { "segments" };
        return say!("{}{} and {} are {}.", without, a, b, kind);
    }
    say!("{}{} is {} and {} is {}.", without, a, kind_a, b, kind_b)
}

/// State of the formula for two segments after one of its steps.
struct SegmentsState {
    /// Label of the listing's line.
    line: &'static str,
    /// Parameters of the current points of A and of B.
    s_a: f64,
    s_b: f64,
    /// The parameter that the step computed.
    parameter: Option<Parameter>,
}

/// Beat of a step of the formula for two segments.
fn line_beat(step: &PhaseStep<'_>, say: Sentence, segments: &Segments, state: &SegmentsState) -> Beat {
    Beat {
        line: state.line,
        say,
        pictures: step.detail.full(|| segments_pictures(step.context, segments, state)),
        values: step.detail.full(|| {
            let key = if state.line == "foot" { POINT_OF_B } else { POINT_OF_A };
            state.parameter.iter().map(|parameter| parameter.free_value(key)).collect()
        }),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Point at a parameter of the segment with these ends.
fn point_at([from, to]: [DVec3; 2], parameter: f64) -> DVec3 {
    from + (to - from) * parameter
}

/// Adds the parameters 0 and 1 at the ends of the segment whose point moves, and the nearest points of both lines in
/// the step that computes them.
fn add_parameters(context: &PairContext, world: &mut Picture, segments: &Segments, state: &SegmentsState) {
    let Some(Parameter { symbol, free, .. }) = state.parameter else { return };
    let [ends_a, ends_b] = segments.ends;
    let (role, ends) = if state.line == "foot" { (Role::ShapeB, ends_b) } else { (Role::ShapeA, ends_a) };
    for (value, end) in ends.iter().enumerate() {
        world.label(role, "ends", context.space.world(*end), format!("{} = {value}", symbol.notation));
    }
    if state.line != "lines" {
        return;
    }
    let nearest = point_at(ends_a, free);
    let along = ends_b[1] - ends_b[0];
    let s_b = (nearest - ends_b[0]).dot(along) / along.length_squared();
    let [nearest, on_b] = [nearest, point_at(ends_b, s_b)].map(|p| context.space.world(p));
    // The part of B's line from the segment to the nearest point.
    let end_of_b = context.space.world(point_at(ends_b, s_b.clamp(0.0, 1.0)));
    world.segment(Role::Removed, FREE_POINT, end_of_b, on_b);
    world.segment(Role::Removed, FREE_POINT, nearest, on_b);
}

/// Pictures of both segments with the current points: in the configuration space their difference is a parallelogram.
/// The first step has no point of B yet.
fn segments_pictures(context: &PairContext, segments: &Segments, state: &SegmentsState) -> Pictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let [ends_a, ends_b] = segments.ends;
    for (role, key, ends) in [(Role::ShapeA, "segment/a", ends_a), (Role::ShapeB, "segment/b", ends_b)] {
        if !is_point(&ends) {
            let [from, to] = ends.map(|end| context.space.world(end));
            world.segment(role, key, from, to);
        }
    }
    add_parameters(context, &mut world, segments, state);
    let a = context.space.world(point_at(ends_a, state.s_a));
    let b = context.space.world(point_at(ends_b, state.s_b));
    if let Some(Parameter { symbol, free, clamped }) = state.parameter.filter(|parameter| parameter.is_moved()) {
        let ends = if state.line == "foot" { ends_b } else { ends_a };
        let [end, beyond] = [clamped, free].map(|parameter| context.space.world(point_at(ends, parameter)));
        world.segment(Role::Removed, FREE_POINT, end, beyond);
        add_named_point(
            &mut world,
            Role::Removed,
            FREE_POINT,
            beyond,
            format!("{} = {}", symbol.notation, number(free)),
        );
    }
    let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[i, j]| context.space.cso(ends_a[i] - ends_b[j]));
    cso.add(Role::Simplex, "cores", Form::Polyline { points: corners.to_vec(), closed: true });
    add_named_point(&mut world, Role::Closest, POINT_OF_A, a, "a");
    if state.line != "lines" || is_point(&ends_b) {
        add_named_point(&mut world, Role::Closest, POINT_OF_B, b, "b");
        world.segment(Role::Axis, "v", a, b);
        let v = a - b;
        cso.segment(Role::Axis, "v", DVec3::ZERO, v);
        add_named_point(&mut cso, Role::Closest, "v", v, "v");
    }
    Pictures::from((world, cso))
        .naming(Role::Simplex, "A − B of the cores")
        .naming(Role::Axis, "v, from b to a")
        .naming(Role::Closest, "points so far")
        .naming(Role::Removed, "closest points of the lines")
}

/// Name of a part of a triangle whose corners are numbered from 1.
fn region_name(region: Region) -> String {
    match region {
        Region::Vertex(i) => format!("corner {}", i + 1),
        Region::Edge(i) => format!("edge {}–{}", i + 1, (i + 1) % 3 + 1),
        Region::Face => String::from("face"),
    }
}

/// Mark id of the part of a triangle that is nearest to a point.
const REGION: &str = "region";

/// Beat of the part of a triangle that is nearest to a point.
fn triangle_beat(
    step: &PhaseStep<'_>,
    found: &ClosedForm,
    of_a: bool,
    (corners, region): (&[DVec3; 3], Region),
) -> Beat {
    let context = step.context;
    let names = context.body_names();
    let [triangle, point] = if of_a { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
    let name = Sentence::mark(region_name(region), REGION);
    Beat {
        line: "region",
        say: say!("The {} of {} is nearest to the {} of {}.", center_name(step), point, name, triangle),
        pictures: step.detail.full(|| {
            let mut pictures = points_pictures(context, &found.points, false);
            let corners = corners.map(|corner| context.space.world(corner));
            let world = pictures.edit(WORLD);
            match region {
                Region::Vertex(i) => world.point(Role::Simplex, REGION, corners[usize::from(i % 3)]),
                Region::Edge(i) => {
                    let ends = [i, i + 1].map(|i| corners[usize::from(i % 3)]);
                    world.segment(Role::Simplex, REGION, ends[0], ends[1]);
                }
                Region::Face => world.add(Role::Simplex, REGION, Form::Polygon(corners.to_vec())),
            }
            pictures.naming(Role::Simplex, "nearest part of the triangle")
        }),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Name of a core that is a point.
fn center_name(step: &PhaseStep<'_>) -> &'static str {
    if step.after.margin > 0.0 { "center" } else { "point" }
}

/// Beat of the point whose coordinates are moved into a box with these half extents.
fn box_beat(step: &PhaseStep<'_>, found: &ClosedForm, of_a: bool, [center, half_extents]: [DVec3; 2]) -> Beat {
    let names = step.context.body_names();
    let [cuboid, ball] = if of_a { [&names[0], &names[1]] } else { [&names[1], &names[0]] };
    let nearest = center.clamp(-half_extents, half_extents);
    let moved: Vec<&str> = (0..3).filter(|&i| center[i] != nearest[i]).map(|i| ["x", "y", "z"][i]).collect();
    let feature = ["a face", "an edge", "a vertex"][moved.len().clamp(1, 3) - 1];
    let coordinates = match moved.as_slice() {
        [x, y, z] => format!("{x}, {y} and {z}"),
        [x, y] => format!("{x} and {y}"),
        _ => moved.concat(),
    };
    let key = if of_a { POINT_OF_A } else { POINT_OF_B };
    let name = Sentence::mark(if of_a { "a" } else { "b" }, key);
    let consequence = if moved.len() == 1 {
        say!("exceeds the half extent. Moved to it, the {} becomes {}", center_name(step), name)
    } else {
        say!("exceed the half extents. Moved to them, the {} becomes {}", center_name(step), name)
    };
    Beat {
        line: "clamp",
        say: say!(
            "In the frame of {}, {} of the {} of {} {}, on {} of {}.",
            cuboid,
            coordinates,
            center_name(step),
            ball,
            consequence,
            feature,
            cuboid
        ),
        pictures: step.detail.full(|| points_pictures(step.context, &found.points, false)),
        values: step.detail.full(|| {
            vec![
                Value::number(symbol::CENTER_IN_BOX, point(center)),
                Value::number(symbol::HALF_EXTENTS, point(half_extents)),
                Value::of(symbol::NEAREST_POINT, point(nearest), key),
            ]
        }),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Beat of the points as a proof: their distance, and the gap along the vector between them.
fn proof_beat(step: &PhaseStep<'_>, found: &ClosedForm) -> Beat {
    let ClosedForm { formula, points } = found;
    let distance = Value::of(symbol::LENGTH_OF_V, length(points.v.length()), "v");
    let gap = Value::of(symbol::CORE_GAP, length(points.gap), "plane");
    let a = Sentence::mark("a", POINT_OF_A);
    let b = Sentence::mark("b", POINT_OF_B);
    let cores = match formula {
        Formula::Points => say!("Both cores are points. "),
        Formula::Segments(_) | Formula::PointAndTriangle { .. } | Formula::PointAndBox { .. } => Sentence::default(),
    };
    let is_accepted = step.after.closest.is_some();
    let say = if !is_accepted && step.context.is_rounding(points.v.length()) {
        say!("{}{} and {} coincide to rounding: the cores touch or overlap, and GJK starts.", cores, a, b)
    } else if is_accepted {
        say!(
            "{}{} and {} are {} apart. Each body is behind its plane perpendicular to v, so no points are closer.",
            cores,
            a,
            b,
            distance.clone()
        )
    } else {
        say!(
            "{}{} and {} are {} apart, but the gap of the cores along v is {}: the bounds differ, and GJK starts.",
            cores,
            a,
            b,
            distance.clone(),
            gap.clone()
        )
    };
    Beat {
        line: "proof",
        say,
        pictures: step.detail.full(|| points_pictures(step.context, points, true)),
        values: step.detail.full(|| {
            vec![Value::of(symbol::NORMAL, vector(step.context.space.cso(points.normal)), "plane"), gap, distance]
        }),
        stops: vec![StopTest::new("closed", "proof", "||v| − gap| ≤ ε", points.closes)],
        event: Some(if is_accepted { Event::Bound } else { Event::Warning }),
        ..Beat::default()
    }
}

/// Pictures of the closest points of the cores, with the planes through them if `has_planes`.
fn points_pictures(context: &PairContext, points: &Closest, has_planes: bool) -> Pictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let [a, b] = [points.a, points.b].map(|p| context.space.world(p));
    let n = context.space.cso(points.normal);
    let v = context.space.cso(points.v);
    world.segment(Role::Axis, "v", a, b);
    world.label(Role::Axis, "v", (a + b) * 0.5, context.length(a.distance(b)));
    add_named_point(&mut world, Role::Closest, POINT_OF_A, a, "a");
    add_named_point(&mut world, Role::Closest, POINT_OF_B, b, "b");
    cso.segment(Role::Axis, "v", DVec3::ZERO, v);
    add_named_point(&mut cso, Role::Closest, "v", v, "v");
    context.magnify_world(&mut world, [a, b]);
    context.magnify(&mut cso, [DVec3::ZERO, v]);
    if has_planes {
        context.add_plane(&mut world, 0, "plane/a", a, n);
        context.add_plane(&mut world, 1, "plane/b", b, -n);
        context.add_plane(&mut cso, 2, "plane", v, n);
    }
    Pictures::from((world, cso))
        .naming(Role::Axis, "v, from b to a")
        .naming(Role::Closest, "closest points without margins")
}
