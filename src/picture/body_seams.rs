//! Where the bodies of a picture cut one another, and what is left out in a crowd.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use glam::DVec3;

use super::measured::Store;
use super::seam::{meet, seams};
use super::{Form, Mark, Picture, Role, Solid};

/// Bodies that nobody asks about, more of which are a crowd.
pub(super) const CROWD: usize = 300;

/// Whether there are so many bodies that nobody asks about that they are drawn plainly: how they cut, cover and shade one
/// another is left out.
pub fn is_crowd(marks: &[Mark]) -> bool {
    marks.iter().filter(|mark| mark.role == Role::Bystander).nth(CROWD).is_some()
}

/// A body of a picture.
struct Standing<'a> {
    mark: usize,
    role: Role,
    solid: &'a Arc<Solid>,
    /// Whether its lines with all others are drawn.
    asked: bool,
    /// The box around it.
    room: [DVec3; 2],
}

fn room(points: &[DVec3]) -> Option<[DVec3; 2]> {
    Some([points.iter().copied().reduce(DVec3::min)?, points.iter().copied().reduce(DVec3::max)?])
}

/// The lines in which two solids cut one another.
type Lines = Vec<[DVec3; 2]>;

thread_local! {
    static STORE: RefCell<Store<Lines, 2>> = RefCell::default();
}

/// The same, found once for as long as both live.
fn between(a: &Arc<Solid>, b: &Arc<Solid>) -> Rc<Lines> {
    STORE.with_borrow_mut(|store| store.get([a, b], || seams(a, b)))
}

/// Where bodies cut one another: the later mark of each pair, and the line.
pub(super) fn body_seams<'a>(picture: &'a Picture) -> Vec<(usize, [DVec3; 2])> {
    let crowded = is_crowd(&picture.marks);
    let body = |(mark, m): (usize, &'a Mark)| match (&m.form, m.role) {
        (Form::Solid(solid), Role::ShapeA | Role::ShapeB | Role::Bystander) => {
            let asked = !crowded || m.role != Role::Bystander;
            Some(Standing { mark, role: m.role, solid, asked, room: room(&solid.vertices)? })
        }
        _ => None,
    };
    let bodies: Vec<Standing> = picture.marks.iter().enumerate().filter_map(body).collect();
    let asked: Vec<usize> = (0..bodies.len()).filter(|i| bodies[*i].asked).collect();
    let mut all = Vec::new();
    for (k, second) in bodies.iter().enumerate() {
        // In a crowd only pairs with a body that is asked about.
        let every: &[usize] = if second.asked { &[] } else { &asked };
        let firsts = every.iter().copied().filter(|i| *i < k).chain(if second.asked { 0..k } else { 0..0 });
        // A body that is drawn at several moments does not cut itself.
        let other = |first: &&Standing<'_>| first.role == Role::Bystander || first.role != second.role;
        for first in firsts.map(|i| &bodies[i]).filter(other).filter(|first| meet(first.room, second.room)) {
            all.extend(between(first.solid, second.solid).iter().map(|line| (second.mark, *line)));
        }
    }
    all
}
