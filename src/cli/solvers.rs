//! `--solver`: which sub-algorithm finds the nearest point of a simplex, and how penetration is measured.

use clap::{Args, ValueEnum};

use super::batch::Test;
use super::{Failure, Result};
use crate::scene::model::{Method, Scene, Solver};

/// Solvers in place of those that scenes name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Solvers {
    /// Sub-algorithm of GJK, penetration method, or both with a comma between, for every query
    ///
    /// Takes the place of `options.solver` and `options.method` in the scene. Example: --solver johnson,epa
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

    /// Puts what was named into every query of a scene.
    pub(super) fn apply(&self, scene: &mut Scene) -> Result<()> {
        if self.test()?.is_some() {
            let message = "--solver: isa and boolean are for `batch`; the queries of a scene name their algorithm";
            return Err(Failure::Message(String::from(message)));
        }
        let (solver, method) = self.chosen()?;
        for query in &mut scene.queries {
            query.options.solver = solver.unwrap_or(query.options.solver);
            query.options.method = method.unwrap_or(query.options.method);
        }
        Ok(())
    }
}
