//! Option `--solver`, which selects the solver for the nearest point of a simplex, the method for penetration and, only
//! in `batch`, the test for overlap.

use clap::{Args, ValueEnum};
use contact_lens_scene::model::{Method, Query, Scene, Solver};

use super::{Failure, Result};

/// Algorithm that tests whether two convex bodies overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlapTest {
    /// ISA-GJK, in space.
    Isa,
    /// Boolean GJK, in space and in the plane.
    Boolean,
}

/// Choices of `--solver`, which replace the solvers that scenes name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Solvers {
    /// Simplex solver of GJK, penetration method, or both separated by a comma
    ///
    /// Overrides `options.solver` and `options.method` of the queries that have them. The outcome and the number of
    /// iterations may then differ from those that a scene expects. Example: --solver johnson,epa
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME[,NAME]")]
    solver: Vec<SolverName>,
}

/// Names that `--solver` accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// Nearest point of a simplex by signed volumes (default)
    SignedVolumes,
    /// Nearest point of a simplex by Johnson's distance algorithm
    Johnson,
    /// Nearest point of a simplex by Voronoi regions
    Voronoi,
    /// Penetration depth: distance of the cores (the shapes without margins), EPA only if the cores overlap (default)
    Hybrid,
    /// Penetration depth: as hybrid, but without formulas for spheres, capsules, boxes and triangles
    Gjk,
    /// Penetration depth: EPA on the shapes including their margins, for every overlap
    Epa,
    /// Overlap test by ISA-GJK (incremental separating axes); only in `batch`, in 3D
    Isa,
    /// Overlap test by boolean GJK; only in `batch`
    Boolean,
}

impl Solvers {
    /// Returns the chosen simplex solver and penetration method; fails when one of them is given twice.
    pub(super) fn solver_and_method(&self) -> Result<(Option<Solver>, Option<Method>)> {
        let mut solver = None;
        let mut method = None;
        for name in &self.solver {
            let is_repeated = match name {
                SolverName::SignedVolumes => solver.replace(Solver::SignedVolumes).is_some(),
                SolverName::Johnson => solver.replace(Solver::Johnson).is_some(),
                SolverName::Voronoi => solver.replace(Solver::Voronoi).is_some(),
                SolverName::Hybrid => method.replace(Method::Hybrid).is_some(),
                SolverName::Gjk => method.replace(Method::Gjk).is_some(),
                SolverName::Epa => method.replace(Method::Epa).is_some(),
                SolverName::Isa | SolverName::Boolean => false,
            };
            if is_repeated {
                let message = "--solver: name at most one simplex solver (signed-volumes, johnson, voronoi) and one \
                               penetration method (hybrid, gjk, epa)";
                return Err(Failure::Message(String::from(message)));
            }
        }
        Ok((solver, method))
    }

    /// Returns the chosen overlap test; fails when several are given.
    pub(super) fn overlap_test(&self) -> Result<Option<OverlapTest>> {
        let tests = self.solver.iter().filter_map(|name| match name {
            SolverName::Isa => Some(OverlapTest::Isa),
            SolverName::Boolean => Some(OverlapTest::Boolean),
            SolverName::SignedVolumes
            | SolverName::Johnson
            | SolverName::Voronoi
            | SolverName::Hybrid
            | SolverName::Gjk
            | SolverName::Epa => None,
        });
        match tests.collect::<Vec<_>>()[..] {
            [] => Ok(None),
            [test] => Ok(Some(test)),
            _ => Err(Failure::Message(String::from("--solver: name at most one overlap test (isa, boolean)"))),
        }
    }

    /// Applies the choices to a query; fails if the query does not use one of them.
    pub(super) fn apply(&self, query: &mut Query) -> Result<()> {
        let unused = self.overridden_options()?.into_iter().find(|option| !option.is_of(query));
        if let Some(option) = unused {
            let message =
                format!("--solver has no effect: the query `{}` has no option for the {}", query.name, option.name());
            return Err(Failure::Message(message));
        }
        self.override_options(query)
    }

    /// Applies the choices to those queries of a scene that use them.
    pub(super) fn apply_where_used(&self, scene: &mut Scene) -> Result<()> {
        scene.queries.iter_mut().try_for_each(|query| self.override_options(query))
    }

    /// Fails when a choice is used by no query of these scenes, unless the scenes have no query at all.
    pub(super) fn check_each_is_used<'a>(&self, scenes: impl Iterator<Item = &'a Scene> + Clone) -> Result<()> {
        for option in self.overridden_options()? {
            let mut queries = scenes.clone().flat_map(|scene| &scene.queries).peekable();
            if queries.peek().is_some() && !queries.any(|query| option.is_of(query)) {
                let name = option.name();
                let message = format!("--solver has no effect: no query has an option for the {name}");
                return Err(Failure::Message(message));
            }
        }
        Ok(())
    }

    /// Returns the options of queries that the choices override; fails for an overlap test, which is no option.
    fn overridden_options(&self) -> Result<Vec<QueryOption>> {
        if self.overlap_test()?.is_some() {
            let message =
                "--solver: isa and boolean are for `batch`; in a scene, set `algorithm` to `isa_gjk` or `boolean_gjk`";
            return Err(Failure::Message(String::from(message)));
        }
        let (solver, method) = self.solver_and_method()?;
        let mut options = Vec::new();
        if solver.is_some() {
            options.push(QueryOption::Solver);
        }
        if method.is_some() {
            options.push(QueryOption::Method);
        }
        Ok(options)
    }

    /// Overrides the options that the query has. A query that changes no longer expects an ending or a number of
    /// iterations.
    fn override_options(&self, query: &mut Query) -> Result<()> {
        let (solver, method) = self.solver_and_method()?;
        let before = query.ask.clone();
        if let (Some(slot), Some(solver)) = (query.ask.solver_mut(), solver) {
            *slot = solver;
        }
        if let (Some(slot), Some(method)) = (query.ask.method_mut(), method) {
            *slot = method;
        }
        if query.ask != before {
            // The answer is expected to be the same, but not the ending and the number of iterations.
            query.ask.expect_any_ending();
        }
        Ok(())
    }
}

/// Option of queries that `--solver` sets.
#[derive(Clone, Copy)]
enum QueryOption {
    /// Solver for the nearest point of a simplex: `options.solver`.
    Solver,
    /// Method for penetration: `options.method`.
    Method,
}

impl QueryOption {
    /// Returns the option's name in messages.
    fn name(self) -> &'static str {
        match self {
            Self::Solver => "simplex solver",
            Self::Method => "penetration method",
        }
    }

    /// Whether a query has this option.
    fn is_of(self, query: &Query) -> bool {
        let mut ask = query.ask.clone();
        match self {
            Self::Solver => ask.solver_mut().is_some(),
            Self::Method => ask.method_mut().is_some(),
        }
    }
}
