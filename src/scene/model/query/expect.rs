//! What must be true of an answer. Absent fields demand nothing; each kind of answer can be asked for what it has.

mod state;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
pub use state::StateExpect;

/// Writes a struct for each kind of answer, with how the algorithm must end beside what the row names, and
/// [`Expectation`] over all of them:
///
/// `by number`: each field is compared with the field of the same name of what was found. `if test`: only tests of this crate
/// can expect it.
///
/// ```text
/// /// Of a signed distance.
/// Distance = DistanceExpect, iterations_at_most: "Most iterations." { /// Meters.
///     signed_distance: f64, }
/// ```
macro_rules! expectations {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident = $expect:ident $(if $test:ident)? $(by $number:ident)?, $most:ident: $most_doc:literal {
            $($(#[$meta:meta])* $field:ident: $type:ty,)*
        }
    )+) => {
        $(
            $(#[cfg($test)])?
            $(#[doc = $doc])+
            #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
            #[serde(deny_unknown_fields, default)]
            pub struct $expect {
                $($(#[$meta])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,)*
                /// How the algorithm must end, as `run` calls the outcome.
                #[serde(skip_serializing_if = "Option::is_none")]
                pub outcome: Option<String>,
                #[doc = $most_doc]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $most: Option<u32>,
            }

            $(#[cfg($test)])?
            impl $expect {
                /// Expects neither an ending nor a number of iterations.
                pub(super) fn expect_any_ending(&mut self) {
                    self.outcome = None;
                    self.$most = None;
                }
            }
        )+

        /// The expectation of a question, by the kind of its answer.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Expectation<'a> {
            $($(#[cfg($test)])? $(#[doc = $doc])+ $kind(&'a $expect),)+
        }

        impl<'a> Expectation<'a> {
            /// How the algorithm must end.
            pub fn outcome(self) -> Option<&'a str> {
                match self { $($(#[cfg($test)])? Self::$kind(expect) => expect.outcome.as_deref(),)+ }
            }

            /// What is demanded, field by field, as files spell it; null of a field that demands nothing.
            pub(super) fn fields(self) -> Vec<(&'static str, Json)> {
                match self {
                    $($(#[cfg($test)])? Self::$kind(expect) => vec![$((stringify!($field), json!(expect.$field)),)*],)+
                }
            }

            /// Most iterations of the outer loop: lines, where one tries lines, swaps, where one swaps.
            pub fn iterations_at_most(self) -> Option<u32> {
                match self { $($(#[cfg($test)])? Self::$kind(expect) => expect.$most,)+ }
            }

            /// Whether the numbers of a finding of the same names must be these.
            pub(super) fn is_by_number(self) -> bool {
                let row: &[&str] = match self { $($(#[cfg($test)])? Self::$kind(_) => &[$(stringify!($number))?],)+ };
                row == ["number"]
            }
        }
    };
}

expectations! {
    /// Of a signed distance.
    Distance = DistanceExpect, iterations_at_most: "Most iterations of the outer loop." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// Signed distance, meters: positive apart, minus the penetration depth when they overlap.
        signed_distance: f64,
        /// Allowed error of the signed distance, meters. Absent: the answer's proven bracket must hold the value.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; it may be off by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Of a yes or a no, with the axis that says no.
    Intersection = IntersectionExpect, iterations_at_most: "Most iterations of the outer loop." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// Unit vector from A towards B along which they are apart; it may be off by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Of one support point: a direction may separate the bodies, but nothing is nearest.
    Support = SupportExpect, iterations_at_most: "Most iterations of the outer loop." {
        /// Whether the bodies overlap, as far as one direction tells.
        intersects: bool,
    }

    /// Of the line on which two bodies part most.
    Separation = SeparationExpect, lines_at_most: "Most lines that are tried." {
        /// Whether the bodies overlap. Bodies that only touch satisfy either.
        intersects: bool,
        /// The gap on the line taken, meters: minus the depth where the bodies overlap.
        separation: f64,
        /// Allowed error of the separation, meters. Absent: the rounding of the answer.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B along the line taken; it may be off by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Of two bodies in flight.
    Cast = CastExpect, iterations_at_most: "Most iterations: supports, distance queries or lines, and what comes after them." {
        /// Whether they meet.
        hit: bool,
        /// When they first meet, seconds.
        #[schemars(range(min = 0.0))]
        t_first: f64,
        /// Allowed error of that, seconds. Absent: the answer's proven bracket must hold the value.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; it may be off by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Of points of contact.
    Manifold = ManifoldExpect, points_at_most: "Most points." {
        /// How many points there are.
        points: u32,
        /// Their names, in any order.
        ids: Vec<String>,
        /// How deep the deepest is, meters; negative apart.
        depth: f64,
        /// Allowed error of that, meters. Absent: rounding.
        #[schemars(range(min = 0.0))]
        tolerance: f64,
        /// Unit vector from A towards B; it may be off by 0.1 degrees.
        normal: [f64; 3],
    }

    /// Of a hull in the plane.
    PlanarHull = PlanarHullExpect by number, iterations_at_most: "Most iterations of the outer loop." {
        /// How many dimensions the points span: 0, 1 or 2.
        #[schemars(range(min = 0, max = 2))]
        dimension: u8,
        /// How many corners the hull has.
        vertices: u32,
        /// Area, square meters.
        #[schemars(range(min = 0.0))]
        area: f64,
        /// Length of the way round, meters; there and back along a segment.
        #[schemars(range(min = 0.0))]
        perimeter: f64,
    }

    /// Of a hull in space.
    Hull = HullExpect by number, iterations_at_most: "Most iterations of the outer loop." {
        /// How many dimensions the points span: 0 to 3.
        #[schemars(range(min = 0, max = 3))]
        dimension: u8,
        /// How many corners the hull has.
        vertices: u32,
        /// How many faces the hull has: both sides of a flat one, none of a segment or point.
        faces: u32,
        /// Volume, cubic meters.
        #[schemars(range(min = 0.0))]
        volume: f64,
        /// Area of all faces, square meters.
        #[schemars(range(min = 0.0))]
        area: f64,
    }

    /// Of a difference.
    Difference = DifferenceExpect by number, iterations_at_most: "Most iterations of the outer loop." {
        /// How many dimensions it spans: 0 to 3, in the plane 0 to 2.
        #[schemars(range(min = 0, max = 3))]
        dimension: u8,
        /// How many corners it has.
        vertices: u32,
        /// How many faces it has, in the plane edges: both sides of a flat one in space, none of a segment or point.
        faces: u32,
        /// Volume, cubic meters; for dimension 3.
        #[schemars(range(min = 0.0))]
        volume: f64,
        /// Area, square meters; for dimension 2.
        #[schemars(range(min = 0.0))]
        area: f64,
    }

    /// Of the farthest corner of a body along a direction.
    Farthest = FarthestExpect by number, visited_at_most: "Most corners that are weighed." {
        /// How far along the direction it lies, as a unit vector, from the body's origin; meters.
        value: f64,
        /// How many corners the hull has.
        vertices: u32,
        /// How many levels the hierarchy has.
        levels: u32,
    }

    /// Of bodies before a camera, by name, in any order.
    Classes = ClassesExpect, planes_at_most: "Most planes that are tested, over all bodies." {
        /// How many bodies are kept: those that no plane rejects.
        visible: u32,
        /// The bodies that all planes have inside.
        inside: Vec<String>,
        /// The bodies that cross planes and are rejected by none.
        crossing: Vec<String>,
        /// The bodies that a plane rejects.
        outside: Vec<String>,
        /// The bodies that cross planes, and are outside all the same.
        false_positives: Vec<String>,
    }

    /// Of the pairs of many boxes. A pair is two names, in any order.
    Pairs = PairsExpect, swaps_at_most: "Most swaps of neighbors, over all axes." {
        /// In which frame of a moving scene all of this must be; 0 when absent.
        frame: u32,
        /// All pairs, each once.
        pairs: Vec<[String; 2]>,
        /// How many pairs there are.
        pair_count: u32,
        /// The pairs that the frame before did not have.
        began: Vec<[String; 2]>,
        /// The pairs that only the frame before had.
        ended: Vec<[String; 2]>,
    }

    /// Of a world that runs.
    World = WorldExpect, iterations_at_most: "Most iterations of a solve." {
        /// From this frame on nothing moves: no dynamic body is faster than 0.05 m/s or rad/s.
        rests_by: u32,
        /// Most energy, kinetic and potential together, in any frame; joules.
        #[schemars(range(min = -1e12, max = 1e12))]
        energy_at_most: f64,
        /// Deepest overlap of a contact, meters, from frame `rests_by` on; where that is absent, in the last frame.
        #[schemars(range(min = 0.0))]
        penetration_at_most: f64,
        /// Largest error of a row of a joint, meters or radians (meters or radians a second of a motor), in the same frames.
        #[schemars(range(min = 0.0))]
        joint_error_at_most: f64,
        /// Where bodies are and how they move.
        states: Vec<StateExpect>,
    }

    /// Of the gap that a toy measures.
    Gap = GapExpect if test by number, iterations_at_most: "Most iterations." {
        /// Meters.
        gap: f64,
    }
}

impl WorldExpect {
    /// The names in it, to be changed.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.states.iter_mut().flatten().map(|state| &mut state.body)
    }

    /// Demands nothing of a body anymore.
    pub(super) fn forget(&mut self, body: &str) {
        self.states.iter_mut().for_each(|states| states.retain(|state| state.body != body));
        self.states.take_if(|states| states.is_empty());
    }
}

impl PairsExpect {
    /// The lists of pairs that are demanded, by the names of their fields.
    pub fn lists(&self) -> impl Iterator<Item = (&'static str, &[[String; 2]])> {
        let lists = [("pairs", &self.pairs), ("began", &self.began), ("ended", &self.ended)];
        lists.into_iter().filter_map(|(field, pairs)| Some((field, pairs.as_deref()?)))
    }

    /// The names in them, to be changed.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.pairs, &mut self.began, &mut self.ended].into_iter().flatten().flatten().flatten()
    }
}

impl ClassesExpect {
    /// The lists of bodies that are demanded, by the names of their fields.
    pub fn lists(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let lists = [
            ("inside", &self.inside),
            ("crossing", &self.crossing),
            ("outside", &self.outside),
            ("false_positives", &self.false_positives),
        ];
        lists.into_iter().filter_map(|(field, names)| Some((field, names.as_deref()?)))
    }

    /// The names in them, to be changed.
    pub(super) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let lists = [&mut self.inside, &mut self.crossing, &mut self.outside, &mut self.false_positives];
        lists.into_iter().flatten().flatten()
    }
}

impl Expectation<'_> {
    /// What a field of this name demands; `None` where it says nothing, or there is none.
    fn demanded<T: DeserializeOwned>(self, name: &str) -> Option<T> {
        let (_, said) = self.fields().into_iter().find(|(field, _)| *field == name)?;
        serde_json::from_value(said).ok()
    }

    /// How many things are demanded. A tolerance demands nothing by itself, nor does the frame of which something is said.
    pub fn count(self) -> usize {
        let demands = |(name, said): &(&str, Json)| !said.is_null() && !["tolerance", "frame"].contains(name);
        let ending = [self.outcome().is_some(), self.iterations_at_most().is_some()];
        self.fields().iter().filter(|field| demands(field)).count() + ending.map(usize::from).iter().sum::<usize>()
    }

    /// Whether the bodies must overlap.
    pub fn intersects(self) -> Option<bool> {
        self.demanded("intersects")
    }

    /// The direction that the answer must have.
    pub fn normal(self) -> Option<[f64; 3]> {
        self.demanded("normal")
    }

    /// The signed distance that must come out, and how exactly.
    pub fn signed_distance(self) -> Option<(f64, Option<f64>)> {
        self.demanded("signed_distance").map(|distance| (distance, self.demanded("tolerance")))
    }

    /// Of which frame of a moving scene it speaks.
    pub fn frame(self) -> usize {
        self.demanded("frame").unwrap_or(0)
    }
}
