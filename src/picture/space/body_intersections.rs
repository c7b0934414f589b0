//! Seams: the intersection curves between the bodies of a picture. With very many bystanders, only pairs with a body of
//! the query have seams.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use glam::DVec3;

use crate::marks::intersection_curve::{boxes_overlap, intersection_segments};
use crate::view::derived_data::SolidCache;
use crate::{Form, Mark, Picture, Role, Solid};

/// Number of bystanders above which they are drawn without seams and shadows.
pub(crate) const MAX_DETAILED_BYSTANDERS: usize = 300;

/// Whether a picture has too many bystanders to draw their intersection curves, mutual occlusion and shadows.
pub fn has_many_bystanders(marks: &[Mark]) -> bool {
    marks.iter().filter(|mark| mark.role.is_in_background()).nth(MAX_DETAILED_BYSTANDERS).is_some()
}

/// A body of a picture.
struct Body<'a> {
    /// Index of its mark.
    mark: usize,
    role: Role,
    solid: &'a Arc<Solid>,
    /// Whether its seams with all other bodies are drawn, rather than only those with bodies of the query.
    has_all_seams: bool,
    /// Bounding box: least and greatest corner.
    bounding_box: [DVec3; 2],
}

/// Bounding box of points: least and greatest corner; `None` without points.
fn bounding_box(points: &[DVec3]) -> Option<[DVec3; 2]> {
    Some([points.iter().copied().reduce(DVec3::min)?, points.iter().copied().reduce(DVec3::max)?])
}

/// Segments along which two solids intersect.
type Segments = Vec<[DVec3; 2]>;

thread_local! {
    static CACHE: RefCell<SolidCache<Segments, 2>> = RefCell::default();
}

/// Intersection segments of two solids, cached while both are alive.
fn seams_of_pair(a: &Arc<Solid>, b: &Arc<Solid>) -> Rc<Segments> {
    CACHE.with_borrow_mut(|cache| cache.get_or_compute([a, b], || intersection_segments(a, b)))
}

/// Intersection segments of all pairs of bodies, each with the index of the later mark of its pair.
pub(crate) fn body_seams(picture: &Picture) -> Vec<(usize, [DVec3; 2])> {
    let has_many_bystanders = has_many_bystanders(&picture.marks);
    let marks = picture.marks.iter().enumerate();
    let bodies: Vec<Body> = marks.filter_map(|(index, mark)| body_of(index, mark, has_many_bystanders)).collect();
    let query: Vec<usize> = (0..bodies.len()).filter(|i| bodies[*i].has_all_seams).collect();
    let mut seams = Vec::new();
    for (k, second) in bodies.iter().enumerate() {
        // With too many bystanders, only pairs that involve a body of the query have seams.
        let firsts: Vec<usize> = if second.has_all_seams {
            (0..k).collect()
        } else {
            query.iter().copied().filter(|first| *first < k).collect()
        };
        for first in firsts.into_iter().map(|i| &bodies[i]) {
            // Several poses of one body (same role) have no seams with each other.
            let is_other = first.role.is_in_background() || first.role != second.role;
            if is_other && boxes_overlap(first.bounding_box, second.bounding_box) {
                seams.extend(seams_of_pair(first.solid, second.solid).iter().map(|line| (second.mark, *line)));
            }
        }
    }
    seams
}

/// Body of a mark; `None` for marks other than bodies of the query and bystanders, and for a body without vertices.
fn body_of(index: usize, mark: &Mark, has_many_bystanders: bool) -> Option<Body<'_>> {
    let Form::Solid(solid) = &mark.form else { return None };
    if !matches!(mark.role, Role::ShapeA | Role::ShapeB | Role::Bystander | Role::Idle) {
        return None;
    }
    let has_all_seams = !has_many_bystanders || !mark.role.is_in_background();
    let bounding_box = bounding_box(&solid.vertices)?;
    Some(Body { mark: index, role: mark.role, solid, has_all_seams, bounding_box })
}
