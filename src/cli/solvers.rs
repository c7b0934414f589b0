//! `--solver`: which sub-algorithm finds the nearest point of a simplex, and how penetration is measured.

use clap::{Args, ValueEnum};

use super::batch::Test;
use super::{Failure, Result};
use crate::scene::model::{Method, Query, Scene, Solver};

/// Solvers in place of those that scenes name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Solvers {
    /// Sub-algorithm of GJK, penetration method, or both with a comma between
    ///
    /// Takes the place of `options.solver` and `options.method` of the queries that have them; their endings and
    /// numbers of iterations may then be other than a scene expects. Example: --solver johnson,epa
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME[,NAME]")]
    solver: Vec<Name>,
}

/// Everything that can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Nearest point of a simplex by signed volumes (default)
    SignedVolumes,
    /// Nearest point of a simplex by Johnson's distance algorithm
    Johnson,
    /// Nearest point of a simplex by Voronoi regions
    Voronoi,
    /// Penetration: margins off, EPA only where the cores overlap (default)
    Hybrid,
    /// Penetration: margins on, EPA for every overlap
    Epa,
    /// Overlap, yes or no, in `batch`: ISA-GJK
    Isa,
    /// Overlap, yes or no, in `batch`: the direction-driven test
    Boolean,
}

impl Solvers {
    /// The sub-algorithm and the method that were named, each at most once.
    pub(super) fn chosen(&self) -> Result<(Option<Solver>, Option<Method>)> {
        let (mut solver, mut method) = (None, None);
        for name in &self.solver {
            let again = match name {
                Name::SignedVolumes => solver.replace(Solver::SignedVolumes).is_some(),
                Name::Johnson => solver.replace(Solver::Johnson).is_some(),
                Name::Voronoi => solver.replace(Solver::Voronoi).is_some(),
                Name::Hybrid => method.replace(Method::Hybrid).is_some(),
                Name::Epa => method.replace(Method::Epa).is_some(),
                Name::Isa | Name::Boolean => false,
            };
            if again {
                let message = "--solver: name one sub-algorithm (signed-volumes, johnson, voronoi) and one method (hybrid, epa) at most";
                return Err(Failure::Message(String::from(message)));
            }
        }
        Ok((solver, method))
    }

    /// The test for overlap that was named, at most one.
    pub(super) fn test(&self) -> Result<Option<Test>> {
        let tests = self.solver.iter().filter_map(|name| match name {
            Name::Isa => Some(Test::Isa),
            Name::Boolean => Some(Test::Boolean),
            _ => None,
        });
        match tests.collect::<Vec<_>>()[..] {
            [] => Ok(None),
            [test] => Ok(Some(test)),
            _ => Err(Failure::Message(String::from("--solver: name one test for overlap (isa, boolean) at most"))),
        }
    }

    /// Puts what was named into a query, which must make use of it.
    pub(super) fn apply(&self, query: &mut Query) -> Result<()> {
        let unused = self.fields()?.into_iter().find(|field| !query.algorithm.honors().contains(field));
        if let Some(field) = unused {
            let what = if field == "solver" { "sub-algorithm to choose" } else { "penetration method to choose" };
            return Err(Failure::Message(format!("--solver: the query `{}` has no {what}", query.name)));
        }
        self.put(query)
    }

    /// Puts what was named into those queries of a scene that make use of it.
    pub(super) fn apply_where_used(&self, scene: &mut Scene) -> Result<()> {
        scene.queries.iter_mut().try_for_each(|query| self.put(query))
    }

    /// Fails where something was named that no query of these scenes makes use of.
    pub(super) fn used<'a>(&self, scenes: impl Iterator<Item = &'a Scene> + Clone) -> Result<()> {
        for field in self.fields()? {
            let mut queries = scenes.clone().flat_map(|scene| &scene.queries).peekable();
            if queries.peek().is_some() && !queries.any(|query| query.algorithm.honors().contains(&field)) {
                let message = format!("--solver: none of the queries has a {field} to choose, so it changed nothing");
                return Err(Failure::Message(message));
            }
        }
        Ok(())
    }

    /// The options of a query that the names stand for.
    fn fields(&self) -> Result<Vec<&'static str>> {
        if self.test()?.is_some() {
            let message = "--solver: isa and boolean are for `batch`; the queries of a scene name their algorithm";
            return Err(Failure::Message(String::from(message)));
        }
        let (solver, method) = self.chosen()?;
        Ok(solver.map(|_| "solver").into_iter().chain(method.map(|_| "method")).collect())
    }

    fn put(&self, query: &mut Query) -> Result<()> {
        let (solver, method) = self.chosen()?;
        let honored = query.algorithm.honors();
        let before = query.options.clone();
        if let Some(solver) = solver.filter(|_| honored.contains(&"solver")) {
            query.options.solver = solver;
        }
        if let Some(method) = method.filter(|_| honored.contains(&"method")) {
            query.options.method = method;
        }
        if query.options != before {
            // The answer is expected to be the same, the way to it is not.
            (query.expect.outcome, query.expect.iterations_at_most) = (None, None);
        }
        Ok(())
    }
}
