//! Farthest point along a direction by the Dobkin-Kirkpatrick hierarchy: a recorded search, and the comparison of its
//! cost with hill climbing.

use std::sync::{Arc, OnceLock};

use contact_lens_lesson::Verdict;
use contact_lens_lesson::hierarchy::{self as lesson, LevelFaces, Searched};
use contact_lens_model::snapshot::Snapshots as _;
use contact_lens_model::snapshot::hierarchy::{self as snapshot, Counted, Walk};
use glam::DVec3;

use super::convert::dim3::{Dim3, narrow};
use super::convert::points::Points;
use super::engine::dim3::hierarchy::{Climb, Graph, Hierarchy, Query, Search};
use super::engine::dim3::hull;
use super::engine::prelude::*;
use super::engine::random::Random;
use super::{Ended, LessonResult, Method, QueryError, SceneQuery, States};

/// Numbers of vertices for which the methods are compared, half a decade apart.
const SIZES: [usize; 6] = [32, 100, 316, 1_000, 3_162, 10_000];

/// Number of directions of the comparison, over which the numbers of compared vertices are averaged.
const DIRECTIONS: usize = 100;

/// A search of the hierarchy over all frames.
pub(super) struct HierarchyQuery {
    points: Points<Dim3>,
    /// Points in the engine's precision, body frame.
    narrow_points: Vec<Vec3>,
    /// Search direction, a unit vector, world frame.
    direction: DVec3,
}

impl HierarchyQuery {
    /// Creates the method for the query's direction, or for +y without one. Errors name the direction or the invalid
    /// point.
    pub fn new(query: &SceneQuery<'_>, points: Points<Dim3>) -> Result<Self, QueryError> {
        let d = query.ask().direction().map_or(DVec3::Y, DVec3::from_array);
        let unit = (d / d.abs().max_element()).try_normalize();
        let direction = unit.ok_or_else(|| query.error_at("options.direction", "must not be the zero vector"))?;
        let narrow_points = points.in_space();
        hull::Quickhull::new(&narrow_points).map_err(|error| points.error_at(error))?;
        Ok(Self { points, narrow_points, direction })
    }
}

/// The hierarchy of a search as plain data; empty before the search has built its hierarchy.
fn levels(search: &Search) -> snapshot::Hierarchy {
    search.query().map(|query| query.hierarchy.snapshot()).unwrap_or_default()
}

impl Method for HierarchyQuery {
    type Run = Search;
    type Observed = Walk;
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Search, QueryError> {
        let d = self.points.rotation(frame)?.conjugate() * self.direction;
        Search::new(&self.narrow_points, narrow(d)).map_err(|error| self.points.error_at(error))
    }

    fn observe(&self, walk: &mut Walk, _: &Search, state: &Search) {
        state.record_in(walk);
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let last = ended.run.snapshot();
        let levels = levels(&ended.run);
        Ok(lesson::verdict(&last, &levels, ended.outcome, self.direction))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let search = &*ended.run;
        let hierarchy = search.query().map(|query| Arc::clone(&query.hierarchy)).unwrap_or_default();
        let faces = (0..hierarchy.levels.len()).map(|level| faces(search.points(), &hierarchy, level)).collect();
        let climb_visited = search.query().map_or(0, |query| climb_comparisons(search, query));
        let searched = Searched {
            hierarchy: hierarchy.snapshot(),
            faces,
            walk: ended.observed,
            climb_visited,
            counted: comparison_counts,
        };
        Ok(lesson::lesson(states, searched, self.direction, self.points.context(ended.frame)?, verdict))
    }
}

/// Faces of a level as indices of the input points, computed on first use; empty if the level has no hull.
fn faces(points: &Arc<[Vec3]>, hierarchy: &Arc<Hierarchy>, level: usize) -> LevelFaces {
    let points = Arc::clone(points);
    let hierarchy = Arc::clone(hierarchy);
    LevelFaces::new(Box::new(move || {
        // The graph lists the vertices of smaller levels first.
        let sources = &hierarchy.graph.sources[..hierarchy.levels[level] as usize];
        let level_points: Vec<_> = sources.iter().map(|&i| points[i as usize]).collect();
        let Ok(hull) = hull::hull(&level_points) else { return Vec::new() };
        let vertex_sources: Vec<u32> = hull.vertices.iter().map(|&vertex| sources[vertex as usize]).collect();
        hull.faces().map(|face| face.iter().map(|&corner| vertex_sources[corner as usize]).collect()).collect()
    }))
}

/// Number of vertices that hill climbing compares, started from the best of 26 directions.
fn climb_comparisons(search: &Search, query: &Query<Arc<Hierarchy>>) -> u32 {
    let graph = Graph::new(search.points(), search.hull());
    comparisons(Climb::new(&graph, query.d))
}

/// Number of vertices that a climb compares until its end.
fn comparisons(mut climb: Climb<'_>) -> u32 {
    climb.run();
    climb.visited
}

/// Comparison of the methods on spheres with increasing numbers of vertices, computed on first use.
fn comparison_counts() -> &'static [Counted] {
    static COUNTS: OnceLock<Vec<Counted>> = OnceLock::new();
    COUNTS.get_or_init(|| {
        // Any seed; a fixed one makes the comparison the same in every run.
        let mut random = Random(0x0123_4567_89ab);
        let directions: Vec<Vec3> = (0..DIRECTIONS).map(|_| random.direction()).collect();
        let points: Vec<Vec3> = (0..SIZES[SIZES.len() - 1]).map(|_| random.direction()).collect();
        SIZES.iter().filter_map(|&n| count_comparisons(&points[..n], &directions)).collect()
    })
}

/// Mean numbers of compared vertices for one set of points; `None` if the points have no hull.
fn count_comparisons(points: &[Vec3], directions: &[Vec3]) -> Option<Counted> {
    let hull = hull::hull(points).ok()?;
    let graph = Graph::new(points, &hull);
    let hierarchy = Hierarchy::from_hull(points, &hull);
    Some(Counted {
        decades: (graph.points.len() as f64).log10(),
        cold: mean(directions.iter().map(|d| comparisons(Climb::from(&graph, *d, 0)))),
        seeded: mean(directions.iter().map(|d| comparisons(Climb::new(&graph, *d)))),
        levels: mean(directions.iter().map(|d| hierarchy.farthest(*d).visited)),
    })
}

/// Mean of counts; NaN without counts.
fn mean(counts: impl ExactSizeIterator<Item = u32>) -> f64 {
    let len = counts.len() as f64;
    counts.map(f64::from).sum::<f64>() / len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hierarchy_grows_with_the_logarithm_and_climbing_with_the_root() {
        let counted = comparison_counts();
        assert_eq!(counted.len(), SIZES.len());
        let [slope, height] = lesson::fitted(counted);
        assert!((8.0..20.0).contains(&slope), "{slope}");
        for one in counted {
            let line = slope * one.decades + height;
            assert!((one.levels - line).abs() < 0.2 * one.levels, "{} at {}: {line}", one.levels, one.decades);
        }
        let [first, last] = [&counted[2], &counted[5]];
        assert!(last.cold > 3.0 * first.cold && last.levels < 2.5 * first.levels, "{} {}", last.cold, last.levels);
        assert!(last.levels.max(last.seeded) < last.cold);
    }
}
