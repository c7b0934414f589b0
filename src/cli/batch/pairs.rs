//! Pairs of boxes of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use super::super::reply::{Pairs, Reply};
use super::super::{Misfit, Question};
use super::engine::dim3::sweep_and_prune::{Bounds, BoundsError, SweepAndPrune};
use super::engine::real::Real;
use crate::lesson::watch;
use crate::scene::case::{Boxes, Corners};
use crate::step::Stepper as _;

/// Frames of boxes along `D` axes, which can be sorted.
struct Frames<const D: usize>(Vec<Vec<Option<Bounds<D>>>>);

/// Rounds the boxes to this precision.
pub(in super::super) fn pairs(asked: &Boxes) -> Result<Box<dyn Question>, Misfit> {
    Ok(if asked.dim == 2 { Box::new(Frames::<2>::of(asked)?) } else { Box::new(Frames::<3>::of(asked)?) })
}

impl<const D: usize> Frames<D> {
    fn of(asked: &Boxes) -> Result<Self, Misfit> {
        let bounds = |[min, max]: Corners| {
            let along = |point: [f64; 3]| std::array::from_fn(|axis| point[axis] as Real);
            Bounds { min: along(min), max: along(max) }
        };
        let frame = |boxes: &Vec<Option<Corners>>| boxes.iter().map(|each| each.map(bounds)).collect();
        let frames = Self(asked.frames.iter().map(frame).collect());
        frames.run(|_| ()).map(|()| frames)
    }

    /// Plays all frames.
    fn run(&self, mut see: impl FnMut(&SweepAndPrune<D>)) -> Result<(), Misfit> {
        let mut world = SweepAndPrune::new();
        for (i, boxes) in self.0.iter().enumerate() {
            watch::tick();
            world.begin(boxes).map_err(|error| {
                let body = match error {
                    BoundsError::NotANumber { body, .. } | BoundsError::Inverted { body, .. } => format!("[{body}]"),
                    _ => String::new(),
                };
                Misfit::new(format!("frames[{i}]{body}"), error.to_string())
            })?;
            world.run_with(watch::tick);
            see(&world);
        }
        Ok(())
    }
}

impl<const D: usize> Question for Frames<D> {
    fn reply(&self) -> Reply {
        let mut told = Pairs::default();
        // The boxes were taken when the question was built.
        _ = self.run(|world| {
            told.pairs.push(world.pairs.sorted());
            told.began.push(world.began.clone());
            told.ended.push(world.ended.clone());
            told.swaps.push(world.swap_count());
        });
        Reply::Pairs(told)
    }

    fn ask(&self) {
        _ = black_box(black_box(self).run(|world| {
            black_box(world.pairs.len());
        }));
    }
}
