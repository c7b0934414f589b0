//! Beats (sub-steps) of the distance query that takes over when an intersection test (ISA-GJK or boolean GJK) cannot
//! decide, in space or in the plane.

use glam::DVec3;

use crate::answer::number::{length, vector, vector_in_plane};
use crate::lesson::gjk::simplex_view::{PairPictures, add_witness_points};
use crate::lesson::{
    Beat, CSO, Card, Detail, Event, PAIR_IN_PLANE, PairContext, Pictures, Sentence, Value, Verdict, WITH_MARGINS,
    WORLD, add_named_point, say, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::answer::Answer;

/// Largest difference between a round body and its drawn facets, as a fraction of the size of A − B.
const FACET_ERROR: f64 = 0.01;

/// Distance of the length of an overlap from the witness points, as a fraction of the bodies' size.
const ASIDE: f64 = 0.1;

/// Fraction of the bounding radius below which two lengths count as equal in a picture.
const SAME_LENGTH: f64 = 1e-6;

/// Fraction of the bounding radius up to which vertices count as equally far.
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
    /// Beat of the step, and after the last one the decision.
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
                "The distance query, GJK and then EPA, decides where the overlap test cannot. It has no bounds of the distance \
                 yet.",
            );
        }
        let Answer { lower, upper, .. } = self.answer;
        let low = self.lower_value();
        let high = self.upper_value();
        let [lower_is_zero, upper_is_zero] = [lower, upper].map(|bound| self.context.is_rounding(bound));
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

    /// The lower bound, or the largest possible overlap where it is not positive. Highlights the line `lower` if that
    /// is drawn.
    fn lower_value(&self) -> Value {
        let symbol = if self.answer.lower > 0.0 { symbol::LOWER } else { symbol::OVERLAP };
        let text = self.context.length(self.answer.lower.abs());
        let plane = self.supporting_plane().filter(|plane| self.is_bound_of(plane));
        match plane {
            Some(_) => Value::of(symbol, text, "lower"),
            None => Value::number(symbol, text),
        }
    }

    /// The upper bound, or the least overlap where it is not positive. Highlights the line `v` or the circle that shows
    /// it, if one is drawn.
    fn upper_value(&self) -> Value {
        let symbol = if self.answer.upper > 0.0 { symbol::UPPER } else { symbol::OVERLAP };
        let text = self.context.length(self.answer.upper.abs());
        match (self.is_upper_drawn(), self.has_circle()) {
            (true, _) => Value::of(symbol, text, "v"),
            (false, true) => Value::of(symbol, text, "circle"),
            (false, false) => Value::number(symbol, text),
        }
    }

    /// Whether the line between the witness points shows the upper bound: it has that length, which is neither 0 nor
    /// that of the lower bound.
    fn is_upper_drawn(&self) -> bool {
        let Answer { lower, upper, witness_a, witness_b, .. } = self.answer;
        let far = witness_a.distance(witness_b);
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        let is_other_bound = (lower - upper).abs() > tiny;
        self.has_bounds()
            && self.answer.normal.is_some()
            && far > tiny
            && is_other_bound
            && (far - upper.abs()).abs() < tiny
    }

    /// Whether a circle around the origin shows the upper bound: a ball inside A − B where the bodies overlap, and one
    /// that reaches A − B where they may be apart.
    fn has_circle(&self) -> bool {
        let Answer { lower, upper, .. } = self.answer;
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        self.has_bounds() && !self.is_upper_drawn() && upper.abs() > tiny && (lower - upper).abs() > tiny
    }

    /// Sentence on the sign that the bounds prove.
    fn decision_sentence(&self) -> Sentence {
        match (self.answer.lower, self.answer.upper) {
            (lower, _) if lower > 0.0 => Sentence::from("The lower bound is positive, so the bodies are apart."),
            (_, upper) if upper < 0.0 => {
                Sentence::from("Even the upper bound of the distance is negative, so the bodies overlap.")
            }
            _ => say!(
                "The bounds are as close as rounding allows, and zero is between them: gap or overlap cannot be decided \
                 in {} precision.",
                if self.context.single { "single" } else { "double" }
            ),
        }
    }

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

    /// Bounds of the distance where the bodies are apart, the normal of the drawn plane, and at the end the rounding
    /// error where it leaves the sign undecided.
    fn values(&self) -> Vec<Value> {
        let mut all = Vec::new();
        if self.has_bounds() && self.answer.lower > 0.0 {
            all.push(self.lower_value());
            all.push(self.upper_value());
        }
        if let Some(SupportingPlane { normal: n, .. }) = self.supporting_plane() {
            let n = if self.card.views == PAIR_IN_PLANE { vector_in_plane(n) } else { vector(n) };
            all.push(Value::of(symbol::NORMAL, n, "n"));
        }
        // The rounding error matters where it leaves the sign undecided.
        let is_undecided = self.answer.lower <= 0.0 && self.answer.upper >= 0.0;
        if self.has_ended && is_undecided {
            all.push(Value::number(symbol::ROUNDING, length(self.rounding)));
        }
        all
    }

    /// Plane that supports A − B, margins included. Its point is the middle of the drawn vertices of A − B that are
    /// farthest along the normal, moved along it to the plane. `None` before there is a normal, and without drawn
    /// vertices.
    fn supporting_plane(&self) -> Option<SupportingPlane> {
        let n = self.context.space.cso(self.answer.normal?);
        let at = farthest_drawn(self.context, (CSO, Role::Difference), n)?;
        let height = self.height_with_margins(n).unwrap_or(n.dot(at));
        Some(SupportingPlane { point: at + n * (height - n.dot(at)), normal: n })
    }

    /// Height along `n` of the plane that supports A − B with margins, from the drawn bodies; minus the lower bound,
    /// which is proven, where the two nearly agree. `None` without margins, and without drawn vertices.
    fn height_with_margins(&self, n: DVec3) -> Option<f64> {
        let cores = n.dot(farthest_drawn(self.context, (CSO, Role::Difference), n)?);
        let a = farthest_drawn(self.context, (WORLD, Role::ShapeA), n)?;
        let b = farthest_drawn(self.context, (WORLD, Role::ShapeB), -n)?;
        let drawn = n.dot(a - b);
        let size = self.context.bounding_radius();
        let proven = -self.answer.lower;
        let is_proven = self.has_bounds() && (drawn - proven).abs() < FACET_ERROR * size;
        (drawn - cores > FACET_ERROR * size).then_some(if is_proven { proven } else { drawn })
    }

    /// Pictures of the step, with names of its marks.
    fn pictures(&self) -> Pictures {
        let overlaps = self.has_bounds() && self.answer.upper < 0.0;
        Pictures::from(self.unnamed_pictures())
            .measuring(self.context.space.cso(self.answer.normal.unwrap_or_default()))
            .naming(Role::Axis, "normal n")
            .naming(Role::Closest, "p_A − p_B")
            .naming(
                Role::Penetration,
                if overlaps && !self.is_upper_drawn() { "overlap along n" } else { "largest overlap" },
            )
            .naming(Role::Lower, if overlaps { "least overlap" } else { "gap along n" })
            .naming(Role::Ghost, WITH_MARGINS)
            .naming(Role::Upper, "largest gap")
    }

    /// Pictures of the witness points and their difference, and of the supporting planes across the normal.
    fn unnamed_pictures(&self) -> PairPictures {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let Some(n) = self.answer.normal else { return (world, cso) };
        let space = &self.context.space;
        let context = self.context;
        let a = space.world(self.answer.witness_a);
        let b = space.world(self.answer.witness_b);
        let n = space.cso(n);
        add_witness_points(&mut world, [a, b], context);
        let v = space.cso(self.answer.witness_a - self.answer.witness_b);
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
            add_named_point(&mut cso, Role::Closest, "v/point", v, "p_A − p_B");
        }
        // The planes touch the drawn bodies.
        let ends = [(Role::ShapeA, n), (Role::ShapeB, -n)].map(|(role, n)| farthest_drawn(context, (WORLD, role), n));
        if let [Some(a), Some(b)] = ends {
            add_long_plane(&mut world, "plane/a", a, n, context.radii[0]);
            add_long_plane(&mut world, "plane/b", b, -n, context.radii[1]);
            self.add_overlap_of_planes(&mut world, [a, b], n);
        }
        let Some(plane) = self.supporting_plane() else { return (world, cso) };
        let SupportingPlane { point: at, normal: n } = plane;
        add_long_plane(&mut cso, "plane", at, n, context.bounding_radius());
        let foot = n * n.dot(at);
        context.add_named_direction(&mut cso, "n", foot, n, "n");
        if self.is_bound_of(&plane) {
            let role = if self.answer.lower > 0.0 { Role::Lower } else { Role::Penetration };
            cso.add(role, "lower", Form::Link([DVec3::ZERO, foot]));
            cso.label(role, "lower", 0.5 * foot, context.length(self.answer.lower.abs()));
        }
        (world, cso)
    }

    /// Adds the largest overlap as a length between the supporting planes of the bodies through `a` and `b`, if the
    /// planes have this distance.
    fn add_overlap_of_planes(&self, world: &mut Picture, [a, b]: [DVec3; 2], n: DVec3) {
        let overlap = -self.answer.lower;
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        if self.has_bounds() && overlap > tiny && (n.dot(a - b) - overlap).abs() < tiny {
            // Next to the witness points, which it would cover.
            let aside =
                DVec3::Z.cross(n).try_normalize().unwrap_or(DVec3::X) * (ASIDE * self.context.bounding_radius());
            let from = b + (a - b).reject_from_normalized(n) + aside;
            world.add(Role::Penetration, "lower", Form::Link([from, from + n * overlap]));
            world.label(Role::Penetration, "lower", from + n * (0.5 * overlap), self.context.length(overlap));
        }
    }

    /// Whether the lower bound is the distance of the origin from the plane.
    fn is_bound_of(&self, &SupportingPlane { point: at, normal: n }: &SupportingPlane) -> bool {
        let tiny = SAME_LENGTH * self.context.bounding_radius();
        self.has_bounds() && (n.dot(at) + self.answer.lower).abs() < tiny && self.answer.lower.abs() > tiny
    }
}

/// Half the side of the square that represents a supporting plane, in half diagonals of the body: the camera sees the
/// plane as a line, which ends past the face in it.
const LONG_PATCH: f64 = 0.75;

/// Adds a supporting plane of a body with this half diagonal, meters.
fn add_long_plane(picture: &mut Picture, key: &'static str, point: DVec3, normal: DVec3, radius: f64) {
    let half_size = LONG_PATCH * radius;
    if let Some(normal) = normal.try_normalize().filter(|_| half_size > 0.0) {
        picture.add(Role::Bound, key, Form::Plane { point, normal, half_size });
    }
}

/// Middle of the drawn vertices of the marks with this role in this view of the backdrop that are farthest along
/// `direction`; `None` without drawn vertices.
fn farthest_drawn(context: &PairContext, (view, role): (&str, Role), direction: DVec3) -> Option<DVec3> {
    let scenery = context.backdrop();
    let marks = scenery.pictures.of(view).marks.iter().filter(|mark| mark.role == role);
    let points: Vec<DVec3> = marks.flat_map(|mark| drawn_points(&mark.form)).collect();
    let most = points.iter().map(|p| direction.dot(*p)).reduce(f64::max)?;
    let tie = EQUALLY_FAR * context.bounding_radius();
    let farthest: Vec<DVec3> = points.into_iter().filter(|p| direction.dot(*p) >= most - tie).collect();
    Some(farthest.iter().sum::<DVec3>() / farthest.len() as f64)
}

/// Vertices of a drawn body.
fn drawn_points(form: &Form) -> Vec<DVec3> {
    match form {
        Form::Solid(solid) => solid.vertices.clone(),
        Form::Polygon(points) | Form::Polyline { points, .. } => points.clone(),
        Form::Segment(ends) | Form::Link(ends) => ends.to_vec(),
        Form::Point(at) => vec![*at],
        _ => Vec::new(),
    }
}
