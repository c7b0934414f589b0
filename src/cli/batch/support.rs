//! Farthest points of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use super::super::reply::{Reply, Support};
use super::super::{Misfit, Question};
use super::engine::dim3::hierarchy::{Climb, Graph, Hierarchy};
use super::engine::dim3::hull;
use super::engine::real::{Real, Vec3};
use super::hull::refused;
use crate::lesson::{ToF64, watch};
use crate::scene::case::{Directions, Search};
use crate::step::Stepper as _;

/// Points that are ready to be searched.
enum Body {
    /// As they are.
    Brute,
    Climb(Graph),
    Hierarchy(Hierarchy),
}

/// A direction in this precision, times the power of two that brings it there: 1 where it fits as it is. `d` and `2ᵏ d` have one
/// farthest point.
#[derive(Clone, Copy)]
struct Scaled {
    d: Vec3,
    factor: f64,
}

impl Scaled {
    fn of(d: [f64; 3]) -> Self {
        let most = d.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        // None is too large: lines are refused long before that.
        let fits = most == 0.0 || most >= Real::MIN_POSITIVE.to_f64();
        let factor = if fits { 1.0 } else { crate::double::rounding::unit_scale(most) };
        Self { d: Vec3::from(d.map(|x| (x * factor) as Real)), factor }
    }
}

/// Points and directions.
struct Farthest {
    body: Body,
    points: Vec<Vec3>,
    directions: Vec<Scaled>,
}

/// Rounds points and directions to this precision, and builds what the search needs.
pub(in super::super) fn support(asked: &Directions) -> Result<Box<dyn Question>, Misfit> {
    let points: Vec<Vec3> = asked.points.points.iter().map(|p| Vec3::from(p.map(|x| x as Real))).collect();
    let directions = asked.directions.iter().copied().map(Scaled::of).collect();
    hull::Quickhull::new(&points).map_err(refused)?; // which names points that no search takes
    let body = match asked.search {
        Search::Brute => Body::Brute,
        Search::Climb => Body::Climb(Graph::new(&points, &hull::hull(&points).map_err(refused)?)),
        Search::Hierarchy => Body::Hierarchy(Hierarchy::new(&points).map_err(refused)?),
    };
    Ok(Box::new(Farthest { body, points, directions }))
}

impl Farthest {
    /// The number of a farthest point and how many points were weighed: one that is weighed again, as a proof, is the same
    /// point.
    fn find(&self, d: Vec3) -> (u32, u32) {
        watch::tick();
        let (index, visited) = match &self.body {
            Body::Brute => {
                let points = &self.points;
                let most = d.abs().max_element();
                let d = if most > 0.0 { d / most } else { d };
                let higher = |best: u32, i: u32| d.dot(points[i as usize] - points[best as usize]) > 0.0;
                let count = points.len() as u32;
                ((1..count).fold(0, |best, i| if higher(best, i) { i } else { best }), count)
            }
            Body::Climb(graph) => {
                let mut climb = Climb::new(graph, d);
                climb.run();
                (graph.sources[climb.at as usize], climb.visited)
            }
            Body::Hierarchy(hierarchy) => hierarchy.farthest(d),
        };
        (index, visited.min(self.points.len() as u32))
    }
}

impl Question for Farthest {
    fn reply(&self) -> Reply {
        let mut reply = Support::default();
        for &Scaled { d, factor } in &self.directions {
            let (index, visited) = self.find(d);
            reply.indices.push(index);
            reply.values.push(d.dot(self.points[index as usize]).to_f64() / factor);
            reply.visited.push(visited);
        }
        Reply::Support(reply)
    }

    fn ask(&self) {
        for direction in black_box(&self.directions) {
            black_box(self.find(direction.d));
        }
    }
}
