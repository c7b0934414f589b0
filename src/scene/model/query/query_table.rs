//! Macro that expands the table of queries in `query.rs`: each row becomes a variant of `Ask` and of `Algorithm`, and
//! an arm of their methods.
//!
//! A row gives the description, the algorithm's name in Rust and in files, the dimensions that it supports, its
//! subject, its options if any, its expectations, and its views, with separate ones for 3D where they differ:
//!
//! ```text
//! /// Description.
//! Gjk = "gjk" in BOTH: pair, GjkOptions => Distance(DistanceExpect), ["world", "cso"];
//! ```

/// Defines [`Ask`](super::Ask), [`Algorithm`](super::Algorithm) and the methods that differ between variants only by
/// their row.
macro_rules! define_queries {
    // Variants, one after the other: finished ones are in the first brackets.
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident pair [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        define_queries!(@common [$($done)*] [$($doc)*] $name {
            /// Name of body A.
            a: String,
            /// Name of body B.
            b: String,
        } [$($options)?] $expect; $($rest)*);
    };
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident body [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        define_queries!(@common [$($done)*] [$($doc)*] $name {
            /// Name of the body.
            body: String,
        } [$($options)?] $expect; $($rest)*);
    };
    // The ray's fields are next to the body. A query names no other options.
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident ray [$options:ty] $expect:ty; $($rest:tt)*) => {
        define_queries!(@variants [$($done)* $($doc)* $name {
            /// Name of the body.
            body: String,
            /// Origin, direction and end of the ray.
            #[serde(flatten)]
            options: $options,
            /// Expectations of the answer (in frame 0 of a moving scene), verified by `check`.
            #[serde(default, skip_serializing_if = "is_default")]
            expect: $expect,
        },] $($rest)*);
    };
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident bodies [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        define_queries!(@common [$($done)*] [$($doc)*] $name {
            /// Names of the bodies, or `"all"`.
            bodies: Selection,
        } [$($options)?] $expect; $($rest)*);
    };
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident frustum [$options:ty] $expect:ty; $($rest:tt)*) => {
        define_queries!(@common [$($done)*] [$($doc)*] $name {
            /// Name of the frustum; the first of the scene if absent.
            #[serde(default, skip_serializing_if = "String::is_empty")]
            frustum: String,
            /// Names of the bodies, or `"all"`.
            bodies: Selection,
        } [$options] $expect; $($rest)*);
    };
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident world [$options:ty] $expect:ty; $($rest:tt)*) => {
        define_queries!(@variants [$($done)* $($doc)* $name {
            /// Options of the simulation.
            #[serde(default, skip_serializing_if = "is_default")]
            options: $options,
            /// Expectations of the run, verified by `check`.
            #[serde(default, skip_serializing_if = "is_default")]
            expect: $expect,
        },] $($rest)*);
    };
    (@variants [$($done:tt)*] [$($doc:tt)*] $name:ident step [] $expect:ty; $($rest:tt)*) => {
        define_queries!(@common [$($done)*] [$($doc)*] $name {
            /// Index of the step in the scene's `steps`; 0 if absent.
            #[serde(default, skip_serializing_if = "is_default")]
            step: u32,
        } [] $expect; $($rest)*);
    };
    // Fields of every query besides its subject.
    (@common [$($done:tt)*] [$($doc:tt)*] $name:ident { $($subject:tt)* } [$($options:ty)?] $expect:ty; $($rest:tt)*) => {
        define_queries!(@variants [$($done)* $($doc)* $name {
            $($subject)*
            $(/// Options of the algorithm.
            #[serde(default, skip_serializing_if = "is_default")]
            options: $options,)?
            /// Expectations of the answer (in frame 0 of a moving scene), verified by `check`.
            #[serde(default, skip_serializing_if = "is_default")]
            expect: $expect,
        },] $($rest)*);
    };
    (@variants [$($done:tt)*]) => {
        /// Query, tagged by its algorithm. Algorithms have the same id in dimension 2 and 3.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
        #[serde(tag = "algorithm", rename_all = "snake_case", deny_unknown_fields)]
        pub enum Ask {
            $($done)*
        }
    };

    // Pattern of a variant that binds its subject to the given names, the subject made of these, and its kind.
    (@subject_pattern pair $name:ident $first:ident $second:ident) => { Ask::$name { a: $first, b: $second, .. } };
    (@subject_pattern body $name:ident $first:ident $second:ident) => { Ask::$name { body: $first, .. } };
    (@subject_pattern ray $name:ident $first:ident $second:ident) => { Ask::$name { body: $first, .. } };
    (@subject_pattern bodies $name:ident $first:ident $second:ident) => { Ask::$name { bodies: $first, .. } };
    (@subject_pattern frustum $name:ident $first:ident $second:ident) => { Ask::$name { bodies: $first, .. } };
    (@subject_pattern world $name:ident $first:ident $second:ident) => { Ask::$name { .. } };
    (@subject_pattern step $name:ident $first:ident $second:ident) => { Ask::$name { .. } };
    (@subject_value $subjects:ident pair $first:ident $second:ident) => { $subjects::Pair([$first, $second]) };
    (@subject_value $subjects:ident body $first:ident $second:ident) => { $subjects::Body($first) };
    (@subject_value $subjects:ident ray $first:ident $second:ident) => { $subjects::Body($first) };
    (@subject_value $subjects:ident bodies $first:ident $second:ident) => { $subjects::Bodies($first) };
    (@subject_value $subjects:ident frustum $first:ident $second:ident) => { $subjects::Bodies($first) };
    (@subject_value $subjects:ident world $first:ident $second:ident) => { $subjects::World };
    (@subject_value $subjects:ident step $first:ident $second:ident) => { $subjects::World };
    (@kind pair) => { SubjectKind::Pair };
    (@kind body) => { SubjectKind::Body };
    (@kind ray) => { SubjectKind::Body };
    (@kind bodies) => { SubjectKind::Bodies };
    (@kind frustum) => { SubjectKind::Bodies };
    (@kind world) => { SubjectKind::World };
    (@kind step) => { SubjectKind::World };

    // Pattern of a variant that binds its options to the given name, if it has any, and the options themselves.
    (@options_pattern $name:ident $options_name:ident [$options:ty]) => { Ask::$name { options: $options_name, .. } };
    (@options_pattern $name:ident $options_name:ident []) => { Ask::$name { .. } };
    (@options_value $options_name:ident [$options:ty]) => { Some($options_name) };
    (@options_value $options_name:ident []) => { None };

    // Query with default options and no expectations.
    (@default pair $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { a: $a, b: $b, options: Default::default(), expect: Default::default() }
    };
    (@default pair $name:ident $a:ident $b:ident []) => { Ask::$name { a: $a, b: $b, expect: Default::default() } };
    (@default body $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { body: $a, options: Default::default(), expect: Default::default() }
    };
    (@default ray $name:ident $a:ident $b:ident [$options:ty]) => {
        define_queries!(@default body $name $a $b [$options])
    };
    (@default body $name:ident $a:ident $b:ident []) => { Ask::$name { body: $a, expect: Default::default() } };
    (@default bodies $name:ident $a:ident $b:ident []) => {
        Ask::$name { bodies: Selection::All, expect: Default::default() }
    };
    (@default world $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name { options: Default::default(), expect: Default::default() }
    };
    (@default step $name:ident $a:ident $b:ident []) => { Ask::$name { step: 0, expect: Default::default() } };
    (@default frustum $name:ident $a:ident $b:ident [$options:ty]) => {
        Ask::$name {
            frustum: String::new(),
            bodies: Selection::All,
            options: Default::default(),
            expect: Default::default(),
        }
    };

    // The table.
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $id:literal in $dimensions:ident: $subject:ident $(, $options:ty)?
            => $kind:ident($expect:ty), $views:expr $(, $spatial:expr)?;
    )+) => {
        define_queries!(@variants [] $([$(#[doc = $doc])+] $name $subject [$($options)?] $expect;)+);

        /// Algorithm of a query: the tag of [`Ask`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Algorithm {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Algorithm {
            /// All algorithms, in the order of menus.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Name in scene files.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Ids of the lesson's views in scenes of this dimension; a scene stores cameras by these ids.
            pub fn views(self, dimension: Dimension) -> &'static [&'static str] {
                let (views, in_space): (&[&str], &[&[&str]]) = match self {
                    $(Self::$name => (&$views, &[$(&$spatial)?]),)+
                };
                if dimension == Dimension::Three { in_space.first().unwrap_or(&views) } else { views }
            }

            /// Kind of subject of the algorithm.
            pub fn subject(self) -> SubjectKind {
                match self { $(Self::$name => define_queries!(@kind $subject),)+ }
            }

            /// Whether the algorithm supports this dimension.
            pub fn is_for(self, dimension: Dimension) -> bool {
                match self { $(Self::$name => $dimensions.contains(&dimension),)+ }
            }

            /// Returns a query about `a` and `b` with default options. An algorithm for one body uses `a`, one for many
            /// bodies uses all of the scene.
            pub fn of(self, a: impl Into<String>, b: impl Into<String>) -> Ask {
                let a = a.into();
                let b = b.into();
                match self {
                    $(Self::$name => define_queries!(@default $subject $name a b [$($options)?]),)+
                }
            }
        }

        impl Ask {
            /// Algorithm of the query.
            pub fn algorithm(&self) -> Algorithm {
                match self { $(Self::$name { .. } => Algorithm::$name,)+ }
            }

            /// Bodies of the query.
            pub fn subjects(&self) -> Subjects<'_> {
                match self {
                    $(define_queries!(@subject_pattern $subject $name first second) =>
                        define_queries!(@subject_value Subjects $subject first second),)+
                }
            }

            /// Bodies of the query, mutable.
            pub fn subjects_mut(&mut self) -> SubjectsMut<'_> {
                match self {
                    $(define_queries!(@subject_pattern $subject $name first second) =>
                        define_queries!(@subject_value SubjectsMut $subject first second),)+
                }
            }

            /// Options of the query; `None` for an algorithm without options.
            pub fn options(&self) -> Option<&dyn AnyOptions> {
                match self {
                    $(define_queries!(@options_pattern $name options [$($options)?]) =>
                        define_queries!(@options_value options [$($options)?]),)+
                }
            }

            /// Options of the query, mutable; `None` for an algorithm without options.
            pub fn options_mut(&mut self) -> Option<&mut dyn AnyOptions> {
                match self {
                    $(define_queries!(@options_pattern $name options [$($options)?]) =>
                        define_queries!(@options_value options [$($options)?]),)+
                }
            }

            /// Expectations of the answer.
            pub fn expectation(&self) -> Expectation<'_> {
                match self { $(Self::$name { expect, .. } => Expectation::$kind(expect),)+ }
            }

            /// Returns the query without expectations.
            #[must_use]
            pub fn expecting_nothing(mut self) -> Self {
                self.expect_nothing();
                self
            }

            /// Drops all expectations.
            pub fn expect_nothing(&mut self) {
                match self { $(Self::$name { expect, .. } => *expect = Default::default(),)+ }
            }

            /// Drops the expected ending and number of iterations, which may differ between solvers.
            pub fn expect_any_ending(&mut self) {
                match self {
                    $(Self::$name { expect, .. } => expect.expect_any_ending(),)+
                }
            }
        }
    };
}
pub(super) use define_queries;
