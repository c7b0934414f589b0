//! What is seen of the bodies around a pair, whatever the engine's precision.

use glam::DVec3;

use crate::picture::{Bounds, Form, Mark, Picture, Role};

/// A pair that is smaller than this share of all bodies together would look small beside them.
const SMALL: f64 = 0.62;

/// How much is in view around such a pair, a share of its size.
const AROUND: f64 = 0.12;

/// A body that is smaller than this share of the other has a lens on it, which opens where it is small in its pane.
const TINY: f64 = 0.15;

fn is_asked(mark: &&Mark) -> bool {
    matches!(mark.role, Role::ShapeA | Role::ShapeB)
}

/// The box around some marks.
fn extent<'a>(marks: impl Iterator<Item = &'a Mark>) -> Option<[DVec3; 2]> {
    Bounds::of(&Picture { marks: marks.cloned().collect() }).corners()
}

/// A lens on the smaller of two bodies, where the other is very much larger. It opens early, as on what a step is about.
pub fn magnified(world: &mut Picture) {
    let of = |role: Role| {
        let [low, high] = extent(world.marks.iter().filter(|mark| mark.role == role))?;
        Some((0.5 * (low + high), 0.5 * low.distance(high)))
    };
    let (Some(a), Some(b)) = (of(Role::ShapeA), of(Role::ShapeB)) else { return };
    let ((center, radius), other) = if a.1 < b.1 { (a, b) } else { (b, a) };
    if radius < TINY * other.1 && radius > 0.0 {
        world.add(Role::Simplex, "lens", Form::Lens { center, radius, faces: None });
    }
}

/// Where A and B would look small beside bodies that nobody asks about, of these only what lies around the pair is in view.
pub fn of_pair(world: &mut Picture) {
    let Some([low, high]) = extent(world.marks.iter().filter(is_asked)) else { return };
    let size = low.distance(high);
    if size > 0.0 && size < SMALL * Bounds::of(world).diagonal() {
        let room = DVec3::splat(AROUND * size);
        world.add(Role::Bystander, "around", Form::Room(vec![low - room, high + room]));
    }
}

/// In the plane, bodies that nobody asks about are outlines alone where they lie over A or B: they would dye them.
pub fn outlined(world: &mut Picture) {
    let pair: Vec<_> = world.marks.iter().filter(is_asked).filter_map(|mark| extent([mark].into_iter())).collect();
    for mark in world.marks.iter_mut().filter(|mark| mark.role == Role::Bystander) {
        let Some([low, high]) = extent([&*mark].into_iter()) else { continue };
        let covers = |[from, to]: &[DVec3; 2]| {
            let from = from.truncate();
            let to = to.truncate();
            low.truncate().cmplt(to).all() && high.truncate().cmpgt(from).all()
        };
        let Form::Solid(solid) = &mark.form else { continue };
        if let Some(face) = solid.faces.first().filter(|_| pair.iter().any(covers)) {
            let points = face.iter().map(|corner| solid.vertices[*corner as usize]).collect();
            mark.form = Form::Polyline { points, closed: true };
        }
    }
}
