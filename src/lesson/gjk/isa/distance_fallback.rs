//! Beats (narrated sub-steps) of the distance query that takes over when an intersection test (ISA-GJK or boolean GJK)
//! cannot decide, in space or in the plane. They show the bracket of the signed distance after each step of the query:
//! the lower bound as a supporting plane of A − B, the upper bound as a pair of points or a circle around the origin.

use contact_lens_model::answer::number::{length, vector, vector_in_plane};
use contact_lens_model::snapshot::answer::Answer;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use crate::gjk::simplex_view::{PairPictures, add_witness_points};
use crate::{
    Beat, CSO, Card, Detail, Event, PAIR_IN_PLANE, PairContext, Pictures, Sentence, Value, Verdict, WITH_MARGINS,
    WORLD, add_named_point, say, symbol,
};

/// Largest difference between a round body and its drawn facets, as a fraction of the bounding radius of A − B.
const FACET_ERROR: f64 = 0.01;

/// Distance of the drawn overlap from the witness points, as a fraction of the bounding radius of A − B.
const ASIDE: f64 = 0.1;

/// Difference below which two lengths count as equal in a picture, as a fraction of the bounding radius of A − B.
const SAME_LENGTH: f64 = 1e-6;

/// Difference up to which drawn vertices count as equally far along a direction, as a fraction of the bounding radius
/// of A − B: above rounding error, far below the size of a facet.
const EQUALLY_FAR: f64 = 1e-9;

/// Narration of one step of the distance query.
pub struct DistanceFallback<'a> {
    /// Answer of the distance query after the step, pair frame.
    pub answer: Answer,
    /// Rounding error of a bound in the intersection test, meters.
    pub rounding: f64,
    /// Whether the distance query ended in this step.
    pub has_ended: bool,
    /// Card of the intersection test.
    pub card: &'static Card,
    /// Context of the pair.
    pub context: &'a PairContext,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Plane that supports A − B.
struct SupportingPlane {
    /// A point of the plane, meters, in the view of A − B.
    point: DVec3,
    /// Outward unit normal.
    normal: DVec3,
}

impl DistanceFallback<'_> {
    /// Beat of the step, followed by the beat of the decision if the query ended; `verdict` is that of the run.
    pub fn beats(&self, verdict: &Verdict) -> Vec<Beat> {
        let mut beats = vec![self.beat("full", self.bracket_sentence(), None)];
        if self.has_ended {
            let say = say!("{} {}", self.decision_sentence(), Sentence::answer(&verdict.say));
            beats.push(self.beat("decided", say, Some(Event::Stop(self.card.ending_kind(verdict)))));
        }
        beats
    }

    /// Whether both bounds of the signed distance are known.
    fn has_bounds(&self) -> bool {
        self.answer.bounds().iter().all(Option::is_some)
    }

    /// Sentence on the bracket of the signed distance after the step.
    fn bracket_sentence(&self) -> Sentence {
        let [a, b] = self.context.body_names();
        if !self.has_bounds() {
            return Sentence::from(
                "The distance query, GJK and then EPA, decides where the overlap test cannot. It has no bounds of the \
                 distance yet.",
            );
        }
        let Answer { lower, upper, .. } = self.answer;
        let low = self.lower_value();
        let high = self.upper_value();
        let lower_is_zero = self.context.is_rounding(lower);
        let upper_is_zero = self.context.is_rounding(upper);
        let bodies = say!("{} and {}", a, b);
        if lower_is_zero && upper_is_zero {
            return say!("The distance query finds that {} touch: their distance is below rounding error.", bodies);
        }
        let is_one_value = low.text.text == high.text.text;
        if lower > 0.0 && is_one_value {
            return say!("The distance query finds that {} are {} apart.", bodies, low);
        }
        if lower > 0.0 && !lower_is_zero {
            return say!("The distance query finds that {} are between {} and {} apart.", bodies, low, high);
        }
        if upper < 0.0 && is_one_value {
            return say!("The distance query finds that {} overlap by {}.", bodies, low);
        }
        if upper < 0.0 && !upper_is_zero {
            return say!("The distance query finds that {} overlap by at least {} and at most {}.", bodies, high, low);
        }
        if upper_is_zero {
            return say!("The distance query proves that {} touch or overlap, by at most {}.", bodies, low);
        }
        if lower_is_zero {
            return say!("The distance query proves that {} touch or are at most {} apart.", bodies, high);
        }
        say!(
            "The distance query cannot decide yet: {} overlap by at most {}, or have a gap of at most {}.",
            bodies,
            low,
            high
        )
    }

    /// Lower bound of the signed distance as a value: a distance where it is positive, otherwise the largest possible
    /// overlap. Highlights the segment `lower` if that is drawn.
    fn lower_value(&self) -> Value {
        let symbol = if self.answer.lower > 0.0 { symbol::LOWER } else { symbol::OVERLAP };
        let text = self.context.length(self.answer.lower.abs());
        let is_drawn = self.supporting_plane().is_some_and(|plane| self.is_lower_bound_by(&plane));
        if is_drawn { Value::of(symbol, text, "lower") } else { Value::number(symbol, text) }
    }

    /// Upper bound of the signed distance as a value: a distance where it is positive, otherwise the least overlap.
    /// Highlights the segment `v` or the circle that shows it, if one is drawn.
    fn upper_value(&self) -> Value {
        let symbol = if self.answer.upper > 0.0 { symbol::UPPER } else { symbol::OVERLAP };
        let text = self.context.length(self.answer.upper.abs());
        if self.is_upper_drawn() {
            Value::of(symbol, text, "v")
        } else if self.has_circle() {
            Value::of(symbol, text, "circle")
        } else {
            Value::number(symbol, text)
        }
    }

    /// Whether the segment `v`, the difference of the witness points, shows the upper bound: its length is the absolute
    /// value of this bound, which is neither 0 nor equal to the lower bound.
    fn is_upper_drawn(&self) -> bool {
        let Answer { lower, upper, witness_a, witness_b, .. } = self.answer;
        let witness_distance = witness_a.distance(witness_b);
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        let bounds_differ = (lower - upper).abs() > tiny;
        self.has_bounds()
            && self.answer.normal.is_some()
            && witness_distance > tiny
            && bounds_differ
            && (witness_distance - upper.abs()).abs() < tiny
    }

    /// Whether a circle around the origin shows the upper bound where the segment `v` does not. The circle is the
    /// outline of a ball: inside A − B where the bodies overlap, and reaching A − B where they may be apart.
    fn has_circle(&self) -> bool {
        let Answer { lower, upper, .. } = self.answer;
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        self.has_bounds() && !self.is_upper_drawn() && upper.abs() > tiny && (lower - upper).abs() > tiny
    }

    /// Sentence on the sign that the bounds prove.
    fn decision_sentence(&self) -> Sentence {
        if self.answer.lower > 0.0 {
            return Sentence::from("The lower bound is positive, so the bodies are apart.");
        }
        if self.answer.upper < 0.0 {
            return Sentence::from("Even the upper bound of the distance is negative, so the bodies overlap.");
        }
        let precision = if self.context.single { "single" } else { "double" };
        say!(
            "The bounds are as close as rounding allows, and zero is between them: gap or overlap cannot be decided in \
             {} precision.",
            precision
        )
    }

    /// Beat at a line of the intersection test's listing.
    fn beat(&self, line: &'static str, say: Sentence, event: Option<Event>) -> Beat {
        Beat {
            line,
            say,
            pictures: self.detail.full(|| self.pictures()),
            values: self.detail.full(|| self.values()),
            event,
            ..Beat::default()
        }
    }

    /// Bounds of the distance where the bodies are apart, the normal of the drawn plane, and at the end of an undecided
    /// query the rounding error.
    fn values(&self) -> Vec<Value> {
        let mut values = Vec::new();
        if self.has_bounds() && self.answer.lower > 0.0 {
            values.push(self.lower_value());
            values.push(self.upper_value());
        }
        if let Some(SupportingPlane { normal: n, .. }) = self.supporting_plane() {
            let components = if self.card.views == PAIR_IN_PLANE { vector_in_plane(n) } else { vector(n) };
            values.push(Value::of(symbol::NORMAL, components, "n"));
        }
        let is_undecided = self.answer.lower <= 0.0 && self.answer.upper >= 0.0;
        if self.has_ended && is_undecided {
            values.push(Value::number(symbol::ROUNDING, length(self.rounding)));
        }
        values
    }

    /// Plane that supports A − B, margins included. Its point is the middle of the drawn vertices of A − B that are
    /// farthest along the normal, moved along the normal to the plane. `None` before the query has a normal, and
    /// without drawn vertices.
    fn supporting_plane(&self) -> Option<SupportingPlane> {
        let n = self.context.space.cso(self.answer.normal?);
        let farthest = farthest_drawn(self.context, CSO, Role::Difference, n)?;
        let height = self.height_with_margins(n).unwrap_or(n.dot(farthest));
        Some(SupportingPlane { point: farthest + n * (height - n.dot(farthest)), normal: n })
    }

    /// Height along `n`, meters from the origin, of the plane that supports A − B with margins: that of the drawn
    /// bodies, or the negative lower bound where the two agree up to the facets of the drawing, because the bound is
    /// proven. `None` without visible margins, and without drawn vertices.
    fn height_with_margins(&self, n: DVec3) -> Option<f64> {
        let height_of_cores = n.dot(farthest_drawn(self.context, CSO, Role::Difference, n)?);
        let a = farthest_drawn(self.context, WORLD, Role::ShapeA, n)?;
        let b = farthest_drawn(self.context, WORLD, Role::ShapeB, -n)?;
        let drawn_height = n.dot(a - b);
        let facet_error = FACET_ERROR * self.context.bounding_radius();
        let has_margins = drawn_height - height_of_cores > facet_error;
        if !has_margins {
            return None;
        }
        let proven_height = -self.answer.lower;
        let is_proven = self.has_bounds() && (drawn_height - proven_height).abs() < facet_error;
        Some(if is_proven { proven_height } else { drawn_height })
    }

    /// Pictures of the step, with the names of its roles.
    fn pictures(&self) -> Pictures {
        let overlaps = self.has_bounds() && self.answer.upper < 0.0;
        let overlap_name = if overlaps && !self.is_upper_drawn() { "overlap along n" } else { "largest overlap" };
        let lower_name = if overlaps { "least overlap" } else { "gap along n" };
        Pictures::from(self.marks())
            .measuring(self.context.space.cso(self.answer.normal.unwrap_or_default()))
            .naming(Role::Axis, "normal n")
            .naming(Role::Closest, "p_A − p_B")
            .naming(Role::Penetration, overlap_name)
            .naming(Role::Lower, lower_name)
            .naming(Role::Ghost, WITH_MARGINS)
            .naming(Role::Upper, "largest gap")
    }

    /// Marks of the witness points, the bounds, and the supporting planes across the normal; none without a normal.
    fn marks(&self) -> PairPictures {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let Some(n) = self.answer.normal else { return (world, cso) };
        let space = &self.context.space;
        let n = space.cso(n);
        let a = space.world(self.answer.witness_a);
        let b = space.world(self.answer.witness_b);
        add_witness_points(&mut world, [a, b], self.context);
        self.add_planes_of_bodies(&mut world, n);
        self.add_upper_bound(&mut cso, n);
        self.add_plane_of_difference(&mut cso);
        (world, cso)
    }

    /// Adds the difference of the witness points, and the segment or circle that shows the upper bound; `n` is the unit
    /// normal, configuration space.
    fn add_upper_bound(&self, cso: &mut Picture, n: DVec3) {
        let context = self.context;
        let v = context.space.cso(self.answer.witness_a - self.answer.witness_b);
        if self.is_upper_drawn() {
            let role = if self.answer.upper < 0.0 { Role::Lower } else { Role::Upper };
            cso.segment(role, "v", DVec3::ZERO, v);
            cso.label(role, "v", 0.5 * v, context.length(v.length()));
        }
        if self.has_circle() {
            let radius = self.answer.upper.abs();
            let is_least = self.answer.upper < 0.0;
            let role = if is_least { Role::Lower } else { Role::Upper };
            let sign = if is_least { '≥' } else { '≤' };
            cso.add(role, "circle", Form::Circle { center: DVec3::ZERO, normal: DVec3::ZERO, radius });
            cso.label(role, "circle", -n * radius, format!("{sign} {}", context.length(radius)));
        }
        // The cross of the origin covers a difference below rounding error.
        if !context.is_rounding(v.length()) {
            add_named_point(cso, Role::Closest, "v/point", v, "p_A − p_B");
        }
    }

    /// Adds the planes that touch the drawn bodies across the unit normal `n`, world, and the overlap between them;
    /// nothing for a body without drawn vertices.
    fn add_planes_of_bodies(&self, world: &mut Picture, n: DVec3) {
        let context = self.context;
        let Some(a) = farthest_drawn(context, WORLD, Role::ShapeA, n) else { return };
        let Some(b) = farthest_drawn(context, WORLD, Role::ShapeB, -n) else { return };
        add_long_plane(world, "plane/a", a, n, context.radii[0]);
        add_long_plane(world, "plane/b", b, -n, context.radii[1]);
        self.add_overlap_of_planes(world, [a, b], n);
    }

    /// Adds the plane that supports A − B with its normal, and the lower bound where this is its distance from the
    /// origin.
    fn add_plane_of_difference(&self, cso: &mut Picture) {
        let context = self.context;
        let Some(plane) = self.supporting_plane() else { return };
        let SupportingPlane { point, normal: n } = plane;
        add_long_plane(cso, "plane", point, n, context.bounding_radius());
        let foot = n * n.dot(point);
        context.add_named_direction(cso, "n", foot, n, "n");
        if self.is_lower_bound_by(&plane) {
            let role = if self.answer.lower > 0.0 { Role::Lower } else { Role::Penetration };
            cso.add(role, "lower", Form::Link([DVec3::ZERO, foot]));
            cso.label(role, "lower", 0.5 * foot, context.length(self.answer.lower.abs()));
        }
    }

    /// Adds the largest overlap, the negative lower bound, as a length between the planes of the bodies through `a` and
    /// `b`, if the planes have this distance. World, meters.
    fn add_overlap_of_planes(&self, world: &mut Picture, [a, b]: [DVec3; 2], n: DVec3) {
        let overlap = -self.answer.lower;
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        if self.has_bounds() && overlap > tiny && (n.dot(a - b) - overlap).abs() < tiny {
            // The length is drawn next to the witness points, which it would cover.
            let across = DVec3::Z.cross(n).try_normalize().unwrap_or(DVec3::X);
            let aside = across * (ASIDE * self.context.bounding_radius());
            let start = b + (a - b).reject_from_normalized(n) + aside;
            world.add(Role::Penetration, "lower", Form::Link([start, start + n * overlap]));
            world.label(Role::Penetration, "lower", start + n * (0.5 * overlap), self.context.length(overlap));
        }
    }

    /// Whether the lower bound, if it is not 0, is the signed distance of the origin from the plane.
    fn is_lower_bound_by(&self, plane: &SupportingPlane) -> bool {
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        let height = plane.normal.dot(plane.point);
        self.has_bounds() && (height + self.answer.lower).abs() < tiny && self.answer.lower.abs() > tiny
    }
}

/// Half the side of the square that represents a supporting plane, as a fraction of the body's half diagonal: the
/// camera sees the square edge-on as a line, which extends beyond the face that the plane touches.
const LONG_PATCH: f64 = 0.75;

/// Adds a supporting plane of a body whose half diagonal is `radius`, meters; nothing for a point, and without a
/// normal.
fn add_long_plane(picture: &mut Picture, key: &'static str, point: DVec3, normal: DVec3, radius: f64) {
    let half_size = LONG_PATCH * radius;
    let Some(normal) = normal.try_normalize() else { return };
    if half_size > 0.0 {
        picture.add(Role::Bound, key, Form::Plane { point, normal, half_size });
    }
}

/// Point of a drawn body that is farthest along `direction`: the mean of its farthest drawn vertices. The body is all
/// marks with the role `role` in the backdrop of the view `view`; `None` if they have no vertices.
fn farthest_drawn(context: &PairContext, view: &str, role: Role, direction: DVec3) -> Option<DVec3> {
    let scenery = context.backdrop();
    let marks = scenery.pictures.of(view).marks.iter().filter(|mark| mark.role == role);
    let points: Vec<DVec3> = marks.flat_map(|mark| drawn_points(&mark.form)).collect();
    let greatest_height = points.iter().map(|p| direction.dot(*p)).reduce(f64::max)?;
    let least_height = greatest_height - EQUALLY_FAR * context.bounding_radius();
    let farthest: Vec<DVec3> = points.into_iter().filter(|p| direction.dot(*p) >= least_height).collect();
    Some(farthest.iter().sum::<DVec3>() / farthest.len() as f64)
}

/// Vertices of a mark of a drawn body; empty for forms that bodies do not have.
fn drawn_points(form: &Form) -> Vec<DVec3> {
    match form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Polygon(points) | Form::Polyline { points, .. } => points.clone(),
        Form::Segment(ends) | Form::Link(ends) => ends.to_vec(),
        Form::Point(at) => vec![*at],
        _ => Vec::new(),
    }
}
