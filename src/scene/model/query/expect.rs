//! Expectations that a scene file states about the answers of its queries, one type per kind of answer. An absent field
//! expects nothing; `check` compares the others with the answer.

mod broken;
mod state;

pub use broken::BrokenExpect;
use contact_lens_model::answer::AuditVerdict;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
pub use state::StateExpect;

/// Defines a struct for each row, with the fields of the row, the expected ending and the limit of a count (iterations
/// in this row), and the enum [`Expectation`] over all of these structs:
///
/// ```text
/// /// Expectations of a signed distance.
/// Distance = DistanceExpect, iterations_at_most: "Most iterations." { /// Signed distance, meters.
///     signed_distance: f64, }
/// ```
///
/// In a row, `by number` means that each field is compared with the number of the same name in the answer.
macro_rules! expectations {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident = $expect:ident $(by $number:ident)?, $limit:ident: $limit_doc:literal {
            $($(#[$meta:meta])* $field:ident: $type:ty,)*
        }
    )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
            #[serde(deny_unknown_fields, default)]
            pub struct $expect {
                $($(#[$meta])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,)*
                /// Ending of the algorithm, as `run` names it.
                #[serde(skip_serializing_if = "Option::is_none")]
                pub outcome: Option<String>,
                #[doc = $limit_doc]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $limit: Option<u32>,
            }

            impl $expect {
                /// Drops the expected ending and number of iterations.
                pub(super) fn expect_any_ending(&mut self) {
                    self.outcome = None;
                    self.$limit = None;
                }
            }
        )+

        /// Expectations of a query, by the kind of its answer.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Expectation<'a> {
            $($(#[doc = $doc])+ $kind(&'a $expect),)+
        }

        impl<'a> Expectation<'a> {
            /// Expected ending of the algorithm.
            pub fn outcome(self) -> Option<&'a str> {
                match self { $(Self::$kind(expect) => expect.outcome.as_deref(),)+ }
            }

            /// Expected values by field, as in files; null for an absent field.
            pub(super) fn fields(self) -> Vec<(&'static str, Json)> {
                match self {
                    $(Self::$kind(expect) => vec![$((stringify!($field), json!(expect.$field)),)*],)+
                }
            }

            /// Largest allowed count of the row: iterations of the outer loop, axes, contact points, vertices, planes
            /// or swaps.
            pub fn iterations_at_most(self) -> Option<u32> {
                match self { $(Self::$kind(expect) => expect.$limit,)+ }
            }

            /// Whether the fields are compared with the numbers of the same names in the answer.
            pub(super) fn is_by_number(self) -> bool {
                let row: &[&str] = match self { $(Self::$kind(_) => &[$(stringify!($number))?],)+ };
                row == ["number"]
            }
        }
    };
}

expectations! {
    /// Expectations of a signed distance.
    Distance = DistanceExpect, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// Signed distance, meters: positive apart, minus the penetration depth when they overlap.
        signed_distance: f64,
        /// Allowed error of the signed distance, meters. If absent, the answer's proven bracket must contain the value.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Expectations of an overlap test.
    Intersection = IntersectionExpect, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// Separating axis: unit vector from A towards B; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Expectations of one support point, which may separate the bodies but gives no distance.
    Support = SupportExpect, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Whether the bodies overlap, as far as one direction can decide.
        intersects: bool,
    }

    /// Expectations of a separating axis test.
    Separation = SeparationExpect, lines_at_most: "Largest number of axes that are tested." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// Separation on the axis found, meters; minus the depth if the bodies overlap.
        separation: f64,
        /// Allowed error of the separation, meters. If absent, the rounding error of the answer.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B along the axis found; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Expectations of a cast of two moving bodies.
    Cast = CastExpect, iterations_at_most: "Largest number of iterations: support points, distance queries or axes, and later steps." {
        /// Whether the bodies hit each other.
        hit: bool,
        /// Time of the first contact, seconds.
        #[schemars(range(min = 0.0))]
        t_first: f64,
        /// Allowed error of the time, seconds. If absent, the answer's proven bracket must contain the value.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Expectations of a ray cast.
    Ray = RayExpect, tests_at_most: "Largest number of pieces of a convex body, or parts of another, that are tested." {
        /// Whether the ray hits the body.
        hit: bool,
        /// Parameter of the first contact, in lengths of the ray's direction.
        #[schemars(range(min = 0.0))]
        t: f64,
        /// Allowed error of the parameter. If absent, the answer's proven bracket must contain the value.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Outward unit normal of the body at the hit; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
        /// Indices that lead to the part that the ray hits, the outermost first.
        part: Vec<u32>,
    }

    /// Expectations of a contact manifold.
    Manifold = ManifoldExpect, points_at_most: "Largest number of contact points." {
        /// Number of contact points.
        points: u32,
        /// Ids of the contact points, in any order.
        ids: Vec<String>,
        /// Depth of the deepest point, meters; negative for separate bodies.
        depth: f64,
        /// Allowed error of the depth, meters. If absent, a billionth of the depth, at least 1e-15 m.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; the answer may differ by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Expectations of a planar hull.
    PlanarHull = PlanarHullExpect by number, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Dimension spanned by the points: 0, 1 or 2.
        #[schemars(range(min = 0, max = 2))]
        dimension: u8,
        /// Number of vertices of the hull.
        vertices: u32,
        /// Area of the hull, m².
        #[schemars(range(min = 0.0))]
        area: f64,
        /// Perimeter, meters; twice the length of a segment.
        #[schemars(range(min = 0.0))]
        perimeter: f64,
    }

    /// Expectations of a spatial hull.
    Hull = HullExpect by number, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Dimension spanned by the points: 0 to 3.
        #[schemars(range(min = 0, max = 3))]
        dimension: u8,
        /// Number of vertices of the hull.
        vertices: u32,
        /// Number of faces of the hull: two for a flat one, none for a segment or point.
        faces: u32,
        /// Volume of the hull, m³.
        #[schemars(range(min = 0.0))]
        volume: f64,
        /// Area of all faces, m².
        #[schemars(range(min = 0.0))]
        area: f64,
    }

    /// Expectations of a Minkowski difference.
    Difference = DifferenceExpect by number, iterations_at_most: "Largest allowed number of iterations of the algorithm's main loop." {
        /// Dimension of the difference: 0 to 3, in the plane 0 to 2.
        #[schemars(range(min = 0, max = 3))]
        dimension: u8,
        /// Number of vertices of the difference.
        vertices: u32,
        /// Number of faces, in the plane of edges: two for a flat one in 3D, none for a segment or point.
        faces: u32,
        /// Volume, m³. 3D only.
        #[schemars(range(min = 0.0))]
        volume: f64,
        /// Area, m². 2D only.
        #[schemars(range(min = 0.0))]
        area: f64,
    }

    /// Expectations of the vertex farthest along a direction.
    Farthest = FarthestExpect by number, visited_at_most: "Largest number of vertices that are compared." {
        /// Largest dot product of a point of the body with the unit direction, meters.
        value: f64,
        /// Number of vertices of the hull.
        vertices: u32,
        /// Number of levels of the hierarchy.
        levels: u32,
    }

    /// Expectations of frustum culling. Bodies are listed by name, in any order.
    Classes = ClassesExpect, planes_at_most: "Largest number of plane tests over all bodies." {
        /// Number of visible bodies: those that no plane rejects.
        visible: u32,
        /// Bodies inside all planes.
        inside: Vec<String>,
        /// Bodies that cross planes and that no plane rejects.
        crossing: Vec<String>,
        /// Bodies that a plane rejects.
        outside: Vec<String>,
        /// Bodies that cross planes but are outside the frustum.
        false_positives: Vec<String>,
    }

    /// Expectations of sweep and prune. A pair is two names, in any order.
    Pairs = PairsExpect, swaps_at_most: "Largest number of swaps over all axes." {
        /// Frame to which the expectations apply; 0 if absent.
        frame: u32,
        /// All pairs, each once.
        pairs: Vec<[String; 2]>,
        /// Number of pairs.
        pair_count: u32,
        /// Pairs that did not overlap in the previous frame.
        began: Vec<[String; 2]>,
        /// Pairs that overlapped only in the previous frame.
        ended: Vec<[String; 2]>,
    }

    /// Expectations of a simulated world.
    World = WorldExpect, iterations_at_most: "Largest number of iterations of a solve." {
        /// Frame from which on no dynamic body is faster than 0.05 m/s or 0.05 rad/s.
        rests_by: u32,
        /// Largest energy, kinetic and potential together, in any frame, joules.
        #[schemars(range(min = -1e12, max = 1e12))]
        energy_at_most: f64,
        /// Deepest overlap of a contact from frame `rests_by` on, or in the last frame if that is absent; meters.
        #[schemars(range(min = 0.0))]
        penetration_at_most: f64,
        /// Largest error of a joint in the same frames, meters or radians; m/s or rad/s for a motor.
        #[schemars(range(min = 0.0))]
        joint_error_at_most: f64,
        /// Poses, velocities and impulses of bodies.
        states: Vec<StateExpect>,
    }

    /// Expectations of the audit of a captured step.
    Audit = AuditExpect, broken_at_most: "Largest number of broken stages." {
        /// Worst verdict of all stages.
        verdict: AuditVerdict,
        /// First broken stage, with its culprit.
        first: BrokenExpect,
    }
}

impl WorldExpect {
    /// The names of the expected bodies, mutable.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.states.iter_mut().flatten().map(|state| &mut state.body)
    }

    /// Drops the expectations about a body.
    pub(super) fn remove_body(&mut self, body: &str) {
        self.states.iter_mut().for_each(|states| states.retain(|state| state.body != body));
        self.states.take_if(|states| states.is_empty());
    }
}

impl PairsExpect {
    /// The expected lists of pairs, each with its field.
    pub fn lists(&self) -> impl Iterator<Item = (&'static str, &[[String; 2]])> {
        let lists = [("pairs", &self.pairs), ("began", &self.began), ("ended", &self.ended)];
        lists.into_iter().filter_map(|(field, pairs)| Some((field, pairs.as_deref()?)))
    }

    /// The names in the expected pairs, mutable.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.pairs, &mut self.began, &mut self.ended].into_iter().flatten().flatten().flatten()
    }
}

impl ClassesExpect {
    /// The expected lists of bodies, each with its field.
    pub fn lists(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let lists = [
            ("inside", &self.inside),
            ("crossing", &self.crossing),
            ("outside", &self.outside),
            ("false_positives", &self.false_positives),
        ];
        lists.into_iter().filter_map(|(field, names)| Some((field, names.as_deref()?)))
    }

    /// The names in the expected lists, mutable.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let lists = [&mut self.inside, &mut self.crossing, &mut self.outside, &mut self.false_positives];
        lists.into_iter().flatten().flatten()
    }
}

impl Expectation<'_> {
    /// Expected value of the field `name`; `None` if it is absent or unknown.
    fn expected<T: DeserializeOwned>(self, name: &str) -> Option<T> {
        let (_, value) = self.fields().into_iter().find(|(field, _)| *field == name)?;
        serde_json::from_value(value).ok()
    }

    /// Number of expectations. A tolerance and a frame do not count, since they only modify other expectations.
    pub fn count(self) -> usize {
        let fields = self.fields().into_iter();
        let expected = fields.filter(|(name, value)| !value.is_null() && !["tolerance", "frame"].contains(name));
        let has_outcome = usize::from(self.outcome().is_some());
        let has_limit = usize::from(self.iterations_at_most().is_some());
        expected.count() + has_outcome + has_limit
    }

    /// Expected overlap of the bodies; `None` if it is not expected.
    pub fn intersects(self) -> Option<bool> {
        self.expected("intersects")
    }

    /// Expected normal, a unit vector from A towards B.
    pub fn normal(self) -> Option<[f64; 3]> {
        self.expected("normal")
    }

    /// Expected signed distance and its tolerance, meters; `None` if no distance is expected.
    pub fn signed_distance(self) -> Option<(f64, Option<f64>)> {
        self.expected("signed_distance").map(|distance| (distance, self.expected("tolerance")))
    }

    /// Frame of a moving scene to which the expectations apply; 0 unless the file states one.
    pub fn frame(self) -> usize {
        self.expected("frame").unwrap_or(0)
    }
}
