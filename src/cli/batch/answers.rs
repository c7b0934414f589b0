//! Conversion of the engine's answers into the replies of a batch: of findings, mass properties, ray casts, overlap
//! tests of bodies made of parts, and nearest points of simplices.

use contact_lens_engine::double::dim3::frustum::Side;
use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{
    self, AxisOrigin, BodyClass, ClassesFinding, ContactFinding, DifferenceFinding, FaceKind, Finding,
    FindingFacts as _, ManifoldsFinding, PairFinding, PairStatus, PartsContact, PartsFinding, SeparationFinding,
};
use contact_lens_play as play;
use contact_lens_scene::model::{Ask, Query};
use glam::DVec3;

use super::reply::{
    AxisReply, Classes, DifferenceFace, Features, InertiaReply, Intersection, Manifolds, Mass, Minkowski, NearestPoint,
    PairOfParts, Pairs, PrincipalAxes, Ray, Reply, Separation, Support, TestOfParts,
};
use super::reply_fields::SelectedFields;

impl Reply {
    /// Converts a verdict into a reply. `planar` says whether the query is planar, so that vectors have two
    /// coordinates.
    pub(super) fn of(verdict: Verdict, query: &Query, planar: bool) -> Self {
        let reason = reason_of_incompleteness(verdict.outcome);
        let iterations = verdict.iterations;
        match verdict.finding {
            Finding::Overlap(overlap) => Self::Intersection(Intersection::of(&overlap, planar, reason, iterations)),
            Finding::Unbounded(unbounded) if !unbounded.distance_requested => Self::Intersection(Intersection {
                intersects: Some(unbounded.intersects),
                rounding: None,
                axis: None,
                status: unbounded.status(),
                reason,
                iterations,
            }),
            Finding::Separation(separation) => {
                Self::Separation(Box::new(Separation::of(separation, planar, verdict.outcome)))
            }
            Finding::Hull(hull) => Self::Hull(hull),
            Finding::Difference(difference) => Self::Minkowski(Minkowski::of(difference)),
            Finding::Classes(classes) => Self::Classes(Classes::of(&classes)),
            Finding::PartsInFlight(mut parts) => {
                let t_max = if let Ask::Cast { options, .. } = &query.ask { options.t_max() } else { 0.0 };
                let contact = parts.pair.take().unwrap_or_else(|| cast_from_behind(t_max));
                Self::first_contact(parts, contact, planar)
            }
            Finding::PartsInContact(manifolds) => Self::manifolds(manifolds, planar),
            finding => Self::SelectedFields(Box::new(SelectedFields { finding, planar, reason, iterations })),
        }
    }

    /// Converts the mass properties of a body.
    pub(super) fn mass(properties: play::MassProperties, planar: bool) -> Self {
        let (inertia, principal) = match properties.inertia {
            None => (None, None),
            Some(play::Inertia::Plane(inertia)) => (Some(InertiaReply::Plane(inertia)), None),
            Some(play::Inertia::Space { rows, moments, rotation }) => {
                (Some(InertiaReply::Space(rows)), Some(PrincipalAxes { moments, rotation: rotation.to_array() }))
            }
        };
        let status = if properties.overlapping {
            "overlapping"
        } else if inertia.is_some() {
            "solid"
        } else {
            "flat"
        };
        Self::Mass(Mass {
            volume: (!planar).then_some(properties.size),
            area: planar.then_some(properties.size),
            mass: properties.mass,
            center: properties.center.map(|center| coordinates(center, planar)),
            status,
            inertia,
            principal,
        })
    }

    /// Converts the result of a ray cast.
    pub(super) fn ray(ray: play::RayFound, planar: bool) -> Self {
        Self::Ray(Ray {
            hit: ray.hit,
            t: ray.t,
            lower: ray.lower,
            upper: ray.upper,
            point: ray.point.map(|point| coordinates(point, planar)),
            normal: ray.normal.map(|normal| coordinates(normal, planar)),
            exit: ray.exit,
            part: ray.part,
            status: ray.status,
        })
    }

    /// Converts an overlap test of two bodies made of parts.
    pub(super) fn test_of_parts(test: play::TestOfParts) -> Self {
        let play::TestOfParts { intersects, parts: [part_a, part_b], rounding, queries } = test;
        let status = match intersects {
            Some(true) => PairStatus::Penetrating,
            Some(false) => PairStatus::Separated,
            // The distance or depth is at most `rounding`.
            None => PairStatus::Touching,
        };
        Self::TestOfParts(TestOfParts {
            intersects,
            rounding,
            axis: None,
            part_a,
            part_b,
            status: status.name(),
            iterations: queries,
        })
    }

    /// Converts the contact manifolds of all pairs of parts.
    fn manifolds(finding: ManifoldsFinding, planar: bool) -> Self {
        Self::Manifolds(Manifolds {
            parts: finding.parts.into_iter().map(|part| PairOfParts::of(part, planar)).collect(),
        })
    }

    /// Converts the first contact of two moving bodies made of parts. If they do not meet, the reply names no parts.
    fn first_contact(parts: PartsFinding<ContactFinding>, contact: ContactFinding, planar: bool) -> Self {
        let [part_a, part_b] = if contact.hit == Some(false) { [None, None] } else { [parts.part_a, parts.part_b] };
        let finding = Finding::FirstContact(contact);
        let iterations = parts.queries;
        let selected = SelectedFields { finding, planar, reason: None, iterations };
        Self::PairOfParts(PairOfParts { selected: Box::new(selected), part_a, part_b })
    }

    /// Converts the nearest point of a simplex.
    pub(super) fn nearest(nearest: play::Nearest, planar: bool) -> Self {
        let play::Nearest { closest, barycentric, feature, distance } = nearest;
        Self::Nearest(NearestPoint { closest: coordinates(closest, planar), barycentric, feature, distance })
    }
}

/// Returns the finding of a cast without a contact, because every triangle is approached from behind. `t_max` is the
/// end of the cast, seconds.
fn cast_from_behind(t_max: f64) -> ContactFinding {
    ContactFinding {
        hit: Some(false),
        status: "none met",
        t_first: None,
        lower: t_max,
        upper: None,
        t_last: None,
        t_max,
        at_start: false,
        normal: None,
        witness: None,
        gap: None,
    }
}

/// Returns the coordinates of a vector, two in the plane.
fn coordinates(v: DVec3, planar: bool) -> Vec<f64> {
    v.to_array()[..if planar { 2 } else { 3 }].to_vec()
}

/// Returns the reason why the answer of a run is incomplete; `None` for a complete answer. `outcome` is the name of the
/// run's ending, as the engine's outcomes are named in code.
fn reason_of_incompleteness(outcome: &str) -> Option<&'static str> {
    match outcome {
        "DepthNotAsked" => Some("depth not asked"),
        "IterationLimit" => Some("iteration limit"),
        "Stalled" => Some("stalled"),
        "Degenerate" => Some("degenerate"),
        _ => None,
    }
}

impl Intersection {
    /// Converts an overlap test. A pair that touches or is undecided has neither an answer nor an axis.
    fn of(overlap: &PairFinding, planar: bool, reason: Option<&'static str>, iterations: u32) -> Self {
        let (intersects, axis) = match overlap.status {
            PairStatus::Separated => (Some(false), overlap.normal.map(|normal| coordinates(normal, planar))),
            PairStatus::Penetrating => (Some(true), None),
            PairStatus::Touching
            | PairStatus::TouchingOrOverlapping
            | PairStatus::Undecided
            | PairStatus::NotConverged => (None, None),
        };
        let rounding = Some(overlap.proof.tolerance);
        let status = overlap.status.name();
        Self { intersects, rounding, axis, status, reason, iterations }
    }
}

impl Separation {
    /// Converts the axis with the largest gap; `outcome` is the name of the run's ending.
    fn of(finding: SeparationFinding, planar: bool, outcome: &str) -> Self {
        let axis = finding.axis.map(AxisReply::from);
        Self {
            // In space, a separation without an axis is only a bound.
            separation: if planar || axis.is_some() { finding.separation } else { None },
            lower: finding.lower,
            upper: finding.upper,
            normal: finding.normal.map(|normal| coordinates(normal, planar)),
            axis,
            ties: finding.tied.into_iter().map(AxisReply::from).collect(),
            axes: finding.lines,
            pruned: finding.skipped,
            status: match outcome {
                "Degenerate" => "degenerate",
                "NotFinite" => "not finite",
                "Overlapping" => "overlapping",
                _ => finding.status.name(),
            },
        }
    }
}

impl From<AxisOrigin> for AxisReply {
    fn from(AxisOrigin { kind, features }: AxisOrigin) -> Self {
        Self { kind, features: Features::of(kind, features) }
    }
}

impl PairOfParts {
    /// Converts the contact manifold of a pair of parts.
    fn of(PartsContact { part_a, part_b, manifold }: PartsContact, planar: bool) -> Self {
        let finding = Finding::Manifold(manifold);
        let selected = SelectedFields { finding, planar, reason: None, iterations: 0 };
        Self { selected: Box::new(selected), part_a: Some(part_a), part_b: Some(part_b) }
    }
}

impl Features {
    /// Returns the points that define an axis or a face of this kind, from the points of A and of B; the suffix of a
    /// kind names the only body that contributes.
    fn of(kind: &str, [a, b]: [Vec<u32>; 2]) -> Self {
        match kind {
            "face_a" | "edge_a" => Self::One(a),
            "face_b" | "edge_b" => Self::One(b),
            _ => Self::Two([a, b]),
        }
    }
}

impl Minkowski {
    /// Converts a Minkowski difference.
    fn of(difference: DifferenceFinding) -> Self {
        let planar = difference.planar;
        Self {
            vertices: difference.points.into_iter().map(|point| coordinates(point, planar)).collect(),
            pairs: difference.pairs,
            faces: difference.faces.into_iter().map(|face| DifferenceFace::of(face, planar)).collect(),
            volume: (!planar).then_some(difference.size),
            area: planar.then_some(difference.size),
        }
    }
}

impl DifferenceFace {
    /// Converts a face of a difference, in the plane an edge.
    fn of(face: answer::DifferenceFace, planar: bool) -> Self {
        let kind = match (face.kind, planar) {
            (FaceKind::A, false) => "face_a",
            (FaceKind::B, false) => "face_b",
            (FaceKind::Both, false) => "face_face",
            (FaceKind::A, true) => "edge_a",
            (FaceKind::B, true) => "edge_b",
            (FaceKind::Edges, _) | (FaceKind::Both, true) => "edge_edge",
        };
        Self { kind, features: Features::of(kind, face.features), vertices: face.corners }
    }
}

impl Classes {
    /// Converts the classes of bodies in a frustum.
    fn of(finding: &ClassesFinding) -> Self {
        let mut classes = Self::default();
        for (i, body) in finding.bodies.iter().enumerate() {
            let false_positive = matches!(body.class, BodyClass::FalsePositive { .. });
            let rejecting_plane = match body.class {
                BodyClass::Outside(plane) => Side::ALL.get(plane).map(|side| side.name()),
                _ => None,
            };
            classes.classes.push(body.class.by_planes());
            classes.planes.push(rejecting_plane);
            classes.exact.push(if false_positive { "outside" } else { body.class.by_planes() });
            classes.false_positives.extend(false_positive.then_some(i));
        }
        classes
    }
}

impl Pairs {
    /// Appends the pairs of the next frame.
    pub(super) fn add(&mut self, verdict: Verdict) {
        if let Finding::Pairs(finding) = verdict.finding {
            self.swaps.push(finding.swap_count());
            self.pairs.push(finding.pairs);
            self.began.push(finding.began);
            self.ended.push(finding.ended);
        }
    }
}

impl Support {
    /// Converts the farthest point along each direction.
    pub(super) fn of(farthest: &[play::Farthest]) -> Self {
        Self {
            indices: farthest.iter().map(|point| point.point).collect(),
            values: farthest.iter().map(|point| point.value).collect(),
            visited: farthest.iter().map(|point| point.visited).collect(),
        }
    }
}
