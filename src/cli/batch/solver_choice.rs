//! Effect of `--solver` on the lines of a batch: applies the choices to the query of a line, and finds those without
//! effect, for remarks to the user.

use contact_lens_model::ask::Choice;
use contact_lens_scene::batch_line::{LineQuery, Operation};
use contact_lens_scene::model::{Algorithm, Ask, Query, Scene, Solver};

use super::{Batch, OverlapTest};

/// Choice of `--solver` that a query does not use.
pub(super) struct UnusedChoice {
    /// Name of the choice, as `--solver` accepts it.
    pub name: &'static str,
    /// Reason why the choice has no effect: a clause for the user.
    pub reason: &'static str,
}

impl UnusedChoice {
    /// Returns the choice with this name; `None` if none was made.
    fn of(name: Option<&'static str>, reason: &'static str) -> Option<Self> {
        name.map(|name| Self { name, reason })
    }
}

/// Names of the choices of `--solver`, as it accepts them; `None` for each that was not made.
struct ChoiceNames {
    solver: Option<&'static str>,
    method: Option<&'static str>,
    test: Option<&'static str>,
}

impl Batch {
    /// Returns the query of a line as a scene, with the chosen solvers.
    pub(super) fn scene(&self, line: &LineQuery) -> Scene {
        let mut scene = line.as_written();
        scene.queries.iter_mut().for_each(|query| self.apply(query));
        scene
    }

    /// Applies the choices to a query, as far as it has such options.
    fn apply(&self, query: &mut Query) {
        if self.test == Some(OverlapTest::Boolean) && matches!(query.ask, Ask::IsaGjk { .. }) {
            query.ask = Algorithm::BooleanGjk.of("a", "b");
        }
        if let (Some(slot), Some(solver)) = (query.ask.solver_mut(), self.solver) {
            *slot = solver;
        }
        if let (Some(slot), Some(method)) = (query.ask.method_mut(), self.method) {
            *slot = method;
        }
    }

    /// Returns the names of the chosen solver, method and test.
    fn choice_names(&self) -> ChoiceNames {
        let solver =
            self.solver.map(|solver| if solver == Solver::default() { "signed-volumes" } else { solver.name() });
        let method = self.method.map(Choice::name);
        let test = self.test.map(|test| if test == OverlapTest::Isa { "isa" } else { "boolean" });
        ChoiceNames { solver, method, test }
    }

    /// Returns the choices that a query does not use, with the reasons.
    pub(super) fn unused_choices(&self, line: &LineQuery) -> Vec<UnusedChoice> {
        let ChoiceNames { solver, method, test } = self.choice_names();
        let reason = match line {
            LineQuery::Hull(_) => "`hull` has only one method",
            LineQuery::Pairs(_) => "`pairs` has only one method",
            LineQuery::Cull(_) => "`cull` has only one method",
            LineQuery::World(_) => "the scene's `options` select the solver of its world",
            LineQuery::Manifold(_) => "`manifold` has only one method",
            LineQuery::Mass(_) => "`mass` has only one method",
            LineQuery::Ray(_) => "the body's shape determines the method of `ray`",
            LineQuery::Support(_) => "the line's field `method` selects the method",
            LineQuery::Simplex(_) => {
                return UnusedChoice::of(method.or(test), "`simplex` uses only simplex solvers").into_iter().collect();
            }
            LineQuery::Pair(case) => match case.operation {
                Operation::Minkowski => "`minkowski` has only one method",
                Operation::Sat(_) => "`sat` has only one method",
                Operation::Cast(_) => "the line's field `method` selects the method",
                Operation::Intersects => return self.unused_by_test(case.dim),
                // All of these but `Distance` have lines of their own kind.
                Operation::Distance
                | Operation::Cull
                | Operation::Hull
                | Operation::Pairs
                | Operation::Support
                | Operation::Manifold
                | Operation::Simplex
                | Operation::World
                | Operation::Mass
                | Operation::Ray => return self.unused_by_distance(case.dim),
            },
        };
        [solver, method, test].into_iter().filter_map(|name| UnusedChoice::of(name, reason)).collect()
    }

    /// Returns the choices that a distance query does not use, in the plane (`dim` 2) or in space (3).
    fn unused_by_distance(&self, dim: u8) -> Vec<UnusedChoice> {
        let ChoiceNames { method, test, .. } = self.choice_names();
        let method_in_plane = if dim == 2 { method } else { None };
        let unused = [
            UnusedChoice::of(method_in_plane, "only 3D queries have a choice of methods"),
            UnusedChoice::of(test, "only `intersects` uses this choice"),
        ];
        unused.into_iter().flatten().collect()
    }

    /// Returns the choices that an overlap test does not use, in the plane (`dim` 2) or in space (3).
    fn unused_by_test(&self, dim: u8) -> Vec<UnusedChoice> {
        let ChoiceNames { solver, method, test } = self.choice_names();
        let is_isa_in_plane = dim == 2 && self.test == Some(OverlapTest::Isa);
        let isa_in_plane = if is_isa_in_plane { test } else { None };
        let is_boolean = self.overlap_test_in(dim) == OverlapTest::Boolean;
        let solver_of_boolean = if is_boolean { solver } else { None };
        let unused = [
            UnusedChoice::of(isa_in_plane, "ISA-GJK is for 3D queries"),
            UnusedChoice::of(method, "only `distance` uses this choice"),
            UnusedChoice::of(solver_of_boolean, "boolean GJK computes no nearest points"),
        ];
        unused.into_iter().flatten().collect()
    }

    /// Returns the test that answers `intersects` in the plane (`dim` 2) or in space (3). ISA-GJK exists only in space.
    fn overlap_test_in(&self, dim: u8) -> OverlapTest {
        if dim == 2 { OverlapTest::Boolean } else { self.test.unwrap_or(OverlapTest::Isa) }
    }
}
