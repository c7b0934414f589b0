//! One table of all questions, and everything that follows from a row of it.
//!
//! A row says what is asked, the algorithm's name in Rust and in files, the dimensions in which it answers, its subject, its
//! options if it has any, what can be expected of its answer, and its views, in space where they differ:
//!
//! ```text
//! /// What is asked.
//! Gjk = "gjk" in BOTH: pair, GjkOptions => Distance(DistanceExpect), ["world", "cso"];
//! ```

/// Writes [`Ask`](super::Ask), [`Algorithm`](super::Algorithm) and what differs from variant to variant by its row alone.
/// `if test` makes a question that only tests of this crate can ask.
macro_rules! questions {
    // Variants, one after the other: those that are done are in the first brackets.
    (@ask [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident pair [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        questions!(@answered [$($done)*] [$($cfg)?] [$($doc)*] $name {
            /// Name of body A.
            a: String,
            /// Name of body B.
            b: String,
        } [$($options)?] $expect; $($rest)*);
    };
    (@ask [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident body [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        questions!(@answered [$($done)*] [$($cfg)?] [$($doc)*] $name {
            /// Name of the body.
            body: String,
        } [$($options)?] $expect; $($rest)*);
    };
    (@ask [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident crowd [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        questions!(@answered [$($done)*] [$($cfg)?] [$($doc)*] $name {
            /// Which bodies: `"all"`, or a list of names.
            bodies: Selection,
        } [$($options)?] $expect; $($rest)*);
    };
    (@ask [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident frustum [$options:ty] $expect:ty; $($rest:tt)*) => {
        questions!(@answered [$($done)*] [$($cfg)?] [$($doc)*] $name {
            /// Name of the frustum; the first of the scene if absent.
            #[serde(default, skip_serializing_if = "String::is_empty")]
            frustum: String,
            /// Which bodies: `"all"`, or a list of names.
            bodies: Selection,
        } [$options] $expect; $($rest)*);
    };
    (@ask [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident world [$options:ty] $expect:ty; $($rest:tt)*) => {
        questions!(@ask [$($done)* $(#[cfg($cfg)])? $($doc)* $name {
            /// How it is to be run.
            #[serde(default, skip_serializing_if = "is_default")]
            options: $options,
            /// What must be true of the run. `check` verifies it.
            #[serde(default, skip_serializing_if = "is_default")]
            expect: $expect,
        },] $($rest)*);
    };
    // What every question holds besides its subject.
    (@answered [$($done:tt)*] [$($cfg:ident)?] [$($doc:tt)*] $name:ident { $($subject:tt)* } [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        questions!(@ask [$($done)* $(#[cfg($cfg)])? $($doc)* $name {
            $($subject)*
            $(/// How it is to be answered.
            #[serde(default, skip_serializing_if = "is_default")]
            options: $options,)?
            /// What must be true of the answer (in frame 0 of a moving scene). `check` verifies it.
            #[serde(default, skip_serializing_if = "is_default")]
            expect: $expect,
        },] $($rest)*);
    };
    (@ask [$($done:tt)*]) => {
        /// What is asked, tagged by the algorithm that answers. An id means the same in dimension 2 and 3.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(tag = "algorithm", rename_all = "snake_case", deny_unknown_fields)]
        pub enum Ask {
            $($done)*
        }
    };

    // What a variant holds of its subject, and what subject that is.
    (@held pair $name:ident $first:ident $second:ident) => { Ask::$name { a: $first, b: $second, .. } };
    (@held body $name:ident $first:ident $second:ident) => { Ask::$name { body: $first, .. } };
    (@held crowd $name:ident $first:ident $second:ident) => { Ask::$name { bodies: $first, .. } };
    (@held frustum $name:ident $first:ident $second:ident) => { Ask::$name { bodies: $first, .. } };
    (@held world $name:ident $first:ident $second:ident) => { Ask::$name { .. } };
    (@subject $subjects:ident pair $first:ident $second:ident) => { $subjects::Pair([$first, $second]) };
    (@subject $subjects:ident body $first:ident $second:ident) => { $subjects::Body($first) };
    (@subject $subjects:ident crowd $first:ident $second:ident) => { $subjects::Crowd($first) };
    (@subject $subjects:ident frustum $first:ident $second:ident) => { $subjects::Crowd($first) };
    (@subject $subjects:ident world $first:ident $second:ident) => { $subjects::World };
    (@kind pair) => { SubjectKind::Pair };
    (@kind body) => { SubjectKind::Body };
    (@kind crowd) => { SubjectKind::Crowd };
    (@kind frustum) => { SubjectKind::Crowd };
    (@kind world) => { SubjectKind::World };

    // Its options, if it has any.
    (@asked $name:ident $held:ident [$options:ty]) => { Ask::$name { options: $held, .. } };
    (@asked $name:ident $held:ident []) => { Ask::$name { .. } };
    (@said $held:ident [$options:ty]) => { Some($held) };
    (@said $held:ident []) => { None };

    // The same question with nothing said but its bodies.
    (@plain pair $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { a: $a, b: $b, options: Default::default(), expect: Default::default() }
    };
    (@plain pair $name:ident $a:ident $b:ident []) => { Ask::$name { a: $a, b: $b, expect: Default::default() } };
    (@plain body $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { body: $a, options: Default::default(), expect: Default::default() }
    };
    (@plain body $name:ident $a:ident $b:ident []) => { Ask::$name { body: $a, expect: Default::default() } };
    (@plain crowd $name:ident $a:ident $b:ident []) => {
        Ask::$name { bodies: Selection::All, expect: Default::default() }
    };
    (@plain world $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { options: Default::default(), expect: Default::default() }
    };
    (@plain frustum $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name {
            frustum: String::new(),
            bodies: Selection::All,
            options: Default::default(),
            expect: Default::default(),
        }
    };

    // The whole table.
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $id:literal $(if $cfg:ident)? in $dimensions:ident: $subject:ident $(, $options:ty)?
            => $kind:ident($expect:ty), $views:expr $(, $spatial:expr)?;
    )+) => {
        questions!(@ask [] $([$($cfg)?] [$(#[doc = $doc])+] $name $subject [$($options)?] $expect;)+);

        /// Which algorithm: the tag of [`Ask`] alone.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Algorithm {
            $($(#[cfg($cfg)])? $(#[doc = $doc])+ $name,)+
        }

        impl Algorithm {
            /// All of them, in the order in which menus list them.
            pub const ALL: &'static [Self] = &[$($(#[cfg($cfg)])? Self::$name,)+];

            /// As scene files name it.
            pub fn id(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$name => $id,)+ }
            }

            /// The views that its lesson has in scenes of this dimension, by the ids under which a scene keeps their
            /// cameras.
            pub fn views(self, dimension: Dimension) -> &'static [&'static str] {
                let (views, in_space): (&[&str], &[&[&str]]) = match self {
                    $($(#[cfg($cfg)])? Self::$name => (&$views, &[$(&$spatial)?]),)+
                };
                if dimension == Dimension::Three { in_space.first().unwrap_or(&views) } else { views }
            }

            /// What it is asked about.
            pub fn subject(self) -> SubjectKind {
                match self { $($(#[cfg($cfg)])? Self::$name => questions!(@kind $subject),)+ }
            }

            /// Whether it answers in scenes of this dimension.
            pub fn is_for(self, dimension: Dimension) -> bool {
                match self { $($(#[cfg($cfg)])? Self::$name => $dimensions.contains(&dimension),)+ }
            }

            /// This algorithm asked about two bodies, with nothing else said; one that is asked about one body takes the
            /// first, one that is asked about many takes all.
            pub fn of(self, a: impl Into<String>, b: impl Into<String>) -> Ask {
                let a = a.into();
                let b = b.into();
                match self {
                    $($(#[cfg($cfg)])? Self::$name => questions!(@plain $subject $name a b [$($options)?]),)+
                }
            }
        }

        impl Ask {
            /// Who answers.
            pub fn algorithm(&self) -> Algorithm {
                match self { $($(#[cfg($cfg)])? Self::$name { .. } => Algorithm::$name,)+ }
            }

            /// What is asked about.
            pub fn subjects(&self) -> Subjects<'_> {
                match self {
                    $($(#[cfg($cfg)])? questions!(@held $subject $name first second) =>
                        questions!(@subject Subjects $subject first second),)+
                }
            }

            /// The same, to be changed.
            pub fn subjects_mut(&mut self) -> SubjectsMut<'_> {
                match self {
                    $($(#[cfg($cfg)])? questions!(@held $subject $name first second) =>
                        questions!(@subject SubjectsMut $subject first second),)+
                }
            }

            /// How it is to be answered, where that can be chosen.
            pub fn options(&self) -> Option<&dyn AnyOptions> {
                match self {
                    $($(#[cfg($cfg)])? questions!(@asked $name options [$($options)?]) =>
                        questions!(@said options [$($options)?]),)+
                }
            }

            /// The same, to be changed.
            pub fn options_mut(&mut self) -> Option<&mut dyn AnyOptions> {
                match self {
                    $($(#[cfg($cfg)])? questions!(@asked $name options [$($options)?]) =>
                        questions!(@said options [$($options)?]),)+
                }
            }

            /// What must be true of the answer.
            pub fn expectation(&self) -> Expectation<'_> {
                match self { $($(#[cfg($cfg)])? Self::$name { expect, .. } => Expectation::$kind(expect),)+ }
            }

            /// The same question without expectations.
            #[must_use]
            pub fn expecting_nothing(mut self) -> Self {
                self.expect_nothing();
                self
            }

            /// Drops what must be true of the answer.
            pub fn expect_nothing(&mut self) {
                match self { $($(#[cfg($cfg)])? Self::$name { expect, .. } => *expect = Default::default(),)+ }
            }

            /// Expects neither an ending nor a number of iterations: these may change with the solver.
            pub fn expect_any_ending(&mut self) {
                match self {
                    $($(#[cfg($cfg)])? Self::$name { expect, .. } => expect.expect_any_ending(),)+
                }
            }
        }
    };
}
pub(super) use questions;
