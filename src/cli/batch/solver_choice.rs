//! Application of `--solver` to the query of a line, and remarks about choices without effect.

use super::{Batch, Test};
use crate::ask::Choice;
use crate::scene::batch_line::{LineQuery, Operation};
use crate::scene::model::{Algorithm, Ask, Query, Scene, Solver};

impl Batch {
    /// Returns the query of a line as a scene, with the chosen solvers.
    pub(super) fn scene(&self, asked: &LineQuery) -> Scene {
        let mut scene = asked.as_written();
        scene.queries.iter_mut().for_each(|query| self.apply(query));
        scene
    }

    /// Applies the choices to a query, as far as it has such options.
    fn apply(&self, query: &mut Query) {
        if self.test == Some(Test::Boolean) && matches!(query.ask, Ask::IsaGjk { .. }) {
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
    fn choice_names(&self) -> [Option<&'static str>; 3] {
        let solver =
            self.solver.map(|solver| if solver == Solver::default() { "signed-volumes" } else { solver.name() });
        let method = self.method.map(Choice::name);
        let test = self.test.map(|test| if test == Test::Isa { "isa" } else { "boolean" });
        [solver, method, test]
    }

    /// Returns the choices that a query does not use, with the reasons.
    pub(super) fn unused_choices(&self, asked: &LineQuery) -> Vec<(&'static str, &'static str)> {
        let why = match asked {
            LineQuery::Hull(_) => "hulls have one method",
            LineQuery::Pairs(_) => "box sorting has one method",
            LineQuery::Cull(_) => "plane tests have one method",
            LineQuery::World(_) => "the scene's `options` select the solver of its world",
            LineQuery::Manifold(_) => "manifolds have one method",
            LineQuery::Mass(_) => "mass has one method",
            LineQuery::Ray(_) => "the shape determines the method of a ray",
            LineQuery::Support(_) => "the line's `method` selects the method",
            LineQuery::Simplex(_) => {
                let [_, method, test] = self.choice_names();
                return method.or(test).map(|word| (word, "a simplex has no depth")).into_iter().collect();
            }
            LineQuery::Pair(case) => match case.operation {
                Operation::Minkowski => "Minkowski differences have one method",
                Operation::Sat(_) => "separating axes have one method",
                Operation::Cast(_) => "the line's `method` selects the method",
                Operation::Intersects => return self.unused_by_test(case.dim),
                _ => return self.unused_by_distance(case.dim),
            },
        };
        self.choice_names().into_iter().flatten().map(|word| (word, why)).collect()
    }

    /// Choices that a distance query in this dimension does not use.
    fn unused_by_distance(&self, dim: u8) -> Vec<(&'static str, &'static str)> {
        let [_, method, test] = self.choice_names();
        let method = if dim == 2 { method } else { None };
        let method = method.map(|word| (word, "only 3D queries have a choice of methods"));
        method.into_iter().chain(test.map(|word| (word, "only `intersects` uses this choice"))).collect()
    }

    /// Choices that an overlap test in this dimension does not use.
    fn unused_by_test(&self, dim: u8) -> Vec<(&'static str, &'static str)> {
        let [solver, method, test] = self.choice_names();
        let isa = if dim == 2 && self.test == Some(Test::Isa) { test } else { None };
        let isa = isa.map(|word| (word, "ISA-GJK is for 3D queries"));
        let method = method.map(|word| (word, "only `distance` uses this choice"));
        let solver = if self.test_of(dim) == Test::Boolean { solver } else { None };
        let solver = solver.map(|word| (word, "boolean GJK computes no nearest points"));
        isa.into_iter().chain(method).chain(solver).collect()
    }

    /// Returns the test that answers `intersects`; ISA-GJK exists only in space.
    fn test_of(&self, dim: u8) -> Test {
        if dim == 2 { Test::Boolean } else { self.test.unwrap_or(Test::Isa) }
    }
}
