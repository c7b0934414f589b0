//! Frustum culling of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use glam::DVec3;

use super::super::reply::Classes;
use super::super::{Misfit, Question, Reply};
use super::engine::dim3::frustum::{Body, BodyError, Class, Culled, Exact, Frustum, OrientedBox, Side, culled};
use super::engine::real::{Quat, Real, Vec3};
use crate::lesson::watch;
use crate::scene::case::{CullBody, Culling};

/// A frustum and bodies.
struct Crowd {
    frustum: Frustum,
    bodies: Vec<Body>,
}

/// Builds frustum and bodies, each number rounded to this precision.
pub(in super::super) fn culling(asked: &Culling) -> Result<Box<dyn Question>, Misfit> {
    let frustum = super::play::frustum(&asked.frustum, DVec3::ZERO).map_err(|error| {
        let dot = if error.field.is_empty() { "" } else { "." };
        Misfit::new(format!("frustum{dot}{}", error.field), error.message)
    })?;
    let bodies = asked.bodies.iter().enumerate().map(|(i, body)| built(i, body)).collect::<Result<_, _>>()?;
    Ok(Box::new(Crowd { frustum, bodies }))
}

fn built(i: usize, body: &CullBody) -> Result<Body, Misfit> {
    let narrow = |v: &[f64; 3]| Vec3::new(v[0] as Real, v[1] as Real, v[2] as Real);
    match body {
        CullBody::Box { center, half_extents, rotation: [x, y, z, w] } => {
            let turn = Quat::from_xyzw(*x as Real, *y as Real, *z as Real, *w as Real);
            OrientedBox::new(narrow(center), narrow(half_extents), turn)
                .map(Body::Box)
                .map_err(|error| wrong(i, error, "half_extents"))
        }
        CullBody::Ball { center, radius } => {
            Body::ball(narrow(center), *radius as Real).map_err(|error| wrong(i, error, "radius"))
        }
    }
}

fn wrong(i: usize, error: BodyError, size: &str) -> Misfit {
    let field = match error {
        BodyError::Center { index } => format!("center[{index}]"),
        BodyError::Size { index } if size == "half_extents" => format!("{size}[{index}]"),
        BodyError::Rotation => String::from("rotation"),
        _ => size.to_owned(),
    };
    Misfit::new(format!("bodies[{i}].{field}"), error.to_string())
}

fn word(class: Class) -> &'static str {
    match class {
        Class::Outside => "outside",
        Class::Crossing => "crossing",
        Class::Inside => "inside",
    }
}

impl Crowd {
    fn solve(&self) -> impl Iterator<Item = Culled> + '_ {
        self.bodies.iter().enumerate().map(|(i, body)| {
            watch::tick_at(i);
            culled(&self.frustum, body)
        })
    }
}

impl Question for Crowd {
    fn reply(&self) -> Reply {
        let mut classes = Classes::default();
        for (i, found) in self.solve().enumerate() {
            let false_positive = matches!(found.exact, Exact::Outside(_));
            classes.classes.push(word(found.class));
            classes.planes.push(found.rejected_by.map(Side::name));
            classes.exact.push(if false_positive { "outside" } else { word(found.class) });
            classes.false_positives.extend(false_positive.then_some(i));
        }
        Reply::Classes(classes)
    }

    fn ask(&self) {
        self.solve().for_each(|found| _ = black_box(found));
    }
}
