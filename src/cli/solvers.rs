//! `--solver`: solver for the nearest point of a simplex, method for penetration, and (only in `batch`) test for
//! overlap.

use clap::{Args, ValueEnum};

use super::{Failure, Result};
use crate::scene::model::{Method, Query, Scene, Solver};

/// Test for overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// ISA-GJK, in space.
    Isa,
    /// Boolean GJK, in space and in the plane.
    Boolean,
}

/// Solvers in place of those that scenes name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Solvers {
    /// Simplex solver of GJK, penetration method, or both separated by a comma
    ///
    /// Overrides `options.solver` and `options.method` of the queries that have them. The outcome and the number of
    /// iterations may then differ from those that a scene expects. Example: --solver johnson,epa
    #[arg(long, value_enum, value_delimiter = ',', value_name = "NAME[,NAME]")]
    solver: Vec<Name>,
}

/// Names that `--solver` accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Nearest point of a simplex by signed volumes (default)
    SignedVolumes,
    /// Nearest point of a simplex by Johnson's distance algorithm
    Johnson,
    /// Nearest point of a simplex by Voronoi regions
    Voronoi,
    /// Penetration depth: distance of the cores (the shapes without margins), EPA only if the cores overlap (default)
    Hybrid,
    /// Penetration depth: EPA on the shapes including their margins, for every overlap
    Epa,
    /// Overlap test by ISA-GJK (incremental separating axes); only in `batch`, in 3D
    Isa,
    /// Overlap test by boolean GJK; only in `batch`
    Boolean,
}

impl Solvers {
    /// Returns the chosen simplex solver and penetration method; fails when one of them is given twice.
    pub(super) fn chosen(&self) -> Result<(Option<Solver>, Option<Method>)> {
        let mut solver = None;
        let mut method = None;
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
                let message = "--solver: name at most one simplex solver (signed-volumes, johnson, voronoi) and one \
                               penetration method (hybrid, epa)";
                return Err(Failure::Message(String::from(message)));
            }
        }
        Ok((solver, method))
    }

    /// Returns the chosen overlap test; fails when several are given.
    pub(super) fn test(&self) -> Result<Option<Test>> {
        let tests = self.solver.iter().filter_map(|name| match name {
            Name::Isa => Some(Test::Isa),
            Name::Boolean => Some(Test::Boolean),
            Name::SignedVolumes | Name::Johnson | Name::Voronoi | Name::Hybrid | Name::Epa => None,
        });
        match tests.collect::<Vec<_>>()[..] {
            [] => Ok(None),
            [test] => Ok(Some(test)),
            _ => Err(Failure::Message(String::from("--solver: name at most one overlap test (isa, boolean)"))),
        }
    }

    /// Applies the choices to a query; fails if the query does not use one of them.
    pub(super) fn apply(&self, query: &mut Query) -> Result<()> {
        let unused = self.fields()?.into_iter().find(|field| !field.is_of(query));
        if let Some(field) = unused {
            let message =
                format!("--solver has no effect: the query `{}` has no option for the {}", query.name, field.name());
            return Err(Failure::Message(message));
        }
        self.set(query)
    }

    /// Applies the choices to those queries of a scene that use them.
    pub(super) fn apply_where_used(&self, scene: &mut Scene) -> Result<()> {
        scene.queries.iter_mut().try_for_each(|query| self.set(query))
    }

    /// Fails when a choice is used by no query of these scenes, which have at least one query.
    pub(super) fn used<'a>(&self, scenes: impl Iterator<Item = &'a Scene> + Clone) -> Result<()> {
        for field in self.fields()? {
            let mut queries = scenes.clone().flat_map(|scene| &scene.queries).peekable();
            if queries.peek().is_some() && !queries.any(|query| field.is_of(query)) {
                let what = field.name();
                let message = format!("--solver has no effect: no query has an option for the {what}");
                return Err(Failure::Message(message));
            }
        }
        Ok(())
    }

    /// Returns the options of a query that the choices set; fails for an overlap test, which no scene uses.
    fn fields(&self) -> Result<Vec<Field>> {
        if self.test()?.is_some() {
            let message =
                "--solver: isa and boolean are for `batch`; in a scene, set `algorithm` to `isa_gjk` or `boolean_gjk`";
            return Err(Failure::Message(String::from(message)));
        }
        let (solver, method) = self.chosen()?;
        Ok(solver.map(|_| Field::Solver).into_iter().chain(method.map(|_| Field::Method)).collect())
    }

    /// Sets the options that the query has. A query that changes no longer expects an ending or a number of iterations.
    fn set(&self, query: &mut Query) -> Result<()> {
        let (solver, method) = self.chosen()?;
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
enum Field {
    Solver,
    Method,
}

impl Field {
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
