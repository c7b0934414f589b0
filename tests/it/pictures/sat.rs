//! Two boxes that an edge × edge axis parts most, as the three views of a separating-axis test would show them: bodies, axes,
//! the sphere of directions. Made by plain geometry, to look at and to test with.

use std::sync::Arc;

use contact_lens::lesson::{Pictures, View};
use contact_lens::picture::{Form, Picture, Role};
use glam::{DQuat, DVec3};

use super::demo::{box_points, hull};

/// Bodies, axes, directions.
pub const VIEWS: &[View] =
    &[View::space("world", "world"), View::lanes("axes", "axes"), View::sphere("sphere", "Gauss sphere")];

/// A box: half its sides, its middle, its turn.
pub struct Brick {
    half: DVec3,
    at: DVec3,
    turn: DQuat,
}

/// The two boxes.
pub fn bricks() -> [Brick; 2] {
    let a =
        Brick { half: DVec3::new(0.9, 0.6, 0.45), at: DVec3::new(0.0, 0.6, 0.0), turn: DQuat::from_rotation_y(0.35) };
    let turn = DQuat::from_rotation_z(0.75) * DQuat::from_rotation_x(0.62) * DQuat::from_rotation_y(0.3);
    let mut b = Brick { half: DVec3::new(0.6, 0.5, 0.55), at: DVec3::new(1.18, 1.55, 0.42), turn };
    // Moved along the one axis that is to part them.
    let n = a.axes()[2].cross(b.axes()[1]).normalize();
    let n = n * (b.at - a.at).dot(n).signum();
    b.at += n * (0.1079 - (b.shadow(n)[0] - a.shadow(n)[1]));
    [a, b]
}

impl Brick {
    fn axes(&self) -> [DVec3; 3] {
        DVec3::AXES.map(|axis| self.turn * axis)
    }

    fn corners(&self) -> Vec<DVec3> {
        box_points(self.half, self.at, self.turn)
    }

    fn shadow(&self, n: DVec3) -> [f64; 2] {
        let along = self.corners().into_iter().map(|p| p.dot(n));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    }
}

/// One axis that was weighed.
pub struct Weighed {
    pub name: String,
    pub n: DVec3,
    /// Shadows of A and B, slid so that A ends at 0.
    pub shadows: [[f64; 2]; 2],
}

/// All fifteen axes: faces of A, faces of B, edge × edge, each turned from A to B.
pub fn axes() -> Vec<Weighed> {
    let [a, b] = bricks();
    let mut all: Vec<(String, DVec3)> = Vec::new();
    all.extend(a.axes().into_iter().zip(1..).map(|(n, i)| (format!("a{i}"), n)));
    all.extend(b.axes().into_iter().zip(1..).map(|(n, i)| (format!("b{i}"), n)));
    for (i, u) in a.axes().into_iter().enumerate() {
        all.extend(b.axes().into_iter().zip(1..).map(|(v, j)| (format!("a{}×b{j}", i + 1), u.cross(v).normalize())));
    }
    let weigh = |(name, n): (String, DVec3)| {
        let n = n * (b.at - a.at).dot(n).signum();
        let [own, other] = [a.shadow(n), b.shadow(n)];
        Weighed { name, n, shadows: [own, other].map(|shadow| shadow.map(|x| x - own[1])) }
    };
    all.into_iter().map(weigh).collect()
}

/// The axis with the widest gap.
pub fn best(axes: &[Weighed]) -> usize {
    (0..axes.len()).max_by(|i, j| axes[*i].shadows[1][0].total_cmp(&axes[*j].shadows[1][0])).unwrap()
}

/// What stands still, and what the last beat shows.
pub fn pictures() -> [Pictures; 2] {
    let (mut still, mut beat) = (Pictures::default(), Pictures::default());
    let [a, b] = bricks();
    for (role, key, brick) in [(Role::ShapeA, "body/A", &a), (Role::ShapeB, "body/B", &b)] {
        still.edit("world").add(role, key, Form::Solid(Arc::new(hull(&brick.corners()))));
        still.edit("world").label(role, key, brick.at, key.trim_start_matches("body/"));
    }
    let axes = axes();
    let n = axes[best(&axes)].n;
    beat.edit("world").arrow(Role::Axis, "axis", DVec3::new(0.3, 0.2, 1.0), DVec3::new(0.3, 0.2, 1.0) + n * 1.4);
    lanes(beat.edit("axes"), &axes);
    sphere(beat.edit("sphere"), &[&a, &b], n);
    [still, beat]
}

/// Rows of an axis: groups stand apart.
pub fn rows(index: usize) -> [f64; 2] {
    let top = index as f64
        + if index < 3 {
            0.0
        } else if index < 6 {
            0.5
        } else {
            1.0
        };
    [top, top + 1.0]
}

fn lanes(picture: &mut Picture, axes: &[Weighed]) {
    let chosen = best(axes);
    let bottom = rows(axes.len() - 1)[1];
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
    picture.add(Role::Ghost, "rounding", Form::Band { ends: [-1e-15, 1e-15], rows: [0.0, bottom] });
    let (mut steps, mut least) = (Vec::new(), f64::NEG_INFINITY);
    for (i, axis) in axes.iter().enumerate() {
        let ([own, other], [top, end]) = (axis.shadows, rows(i));
        let role = match i {
            i if i == chosen => Role::Axis,
            i if i > chosen => Role::Ghost,
            _ => Role::Text,
        };
        let note = if i > chosen { String::from("–") } else { format!("{:+.4}", other[0]).replace('-', "−") };
        picture.add(role, format!("axis/{i}"), Form::Lane { rows: [top, end], name: axis.name.clone(), note });
        if i > chosen {
            continue;
        }
        let bar = |ends, row, solid| Form::Interval { ends, row, thickness: 0.26, solid, text: String::new() };
        for (role, shadow, row) in [(Role::ShapeA, own, top + 0.34), (Role::ShapeB, other, top + 0.66)] {
            let shared = [own[0].max(other[0]), own[1].min(other[1])];
            let counts = if i == chosen { shadow } else { shared };
            picture.add(role, format!("axis/{i}"), bar(shadow, row, false));
            if counts[0] < counts[1] {
                picture.add(role, format!("axis/{i}"), bar(counts, row, true));
            }
        }
        if other[0] > 0.0 {
            picture.add(Role::Gap, format!("gap/{i}"), bar([0.0, other[0]], top + 0.5, false));
        }
        if other[0] > least {
            steps.extend((least > f64::NEG_INFINITY).then(|| DVec3::new(least, top + 0.5, 0.0)));
            least = other[0];
            steps.push(DVec3::new(least, top + 0.5, 0.0));
            picture.point(Role::Text, format!("axis/{i}"), DVec3::new(least, top + 0.5, 0.0));
        }
    }
    picture.add(Role::Text, "best", Form::Polyline { points: steps, closed: false });
}

/// Normals as points, edges as arcs, and where arcs of A cross arcs of −B.
fn sphere(picture: &mut Picture, bricks: &[&Brick; 2], n: DVec3) {
    let mut arcs: [Vec<[DVec3; 2]>; 2] = [Vec::new(), Vec::new()];
    for (which, (role, letter)) in [(Role::ShapeA, "a"), (Role::ShapeB, "−b")].into_iter().enumerate() {
        let axes = bricks[which].axes();
        for (i, axis) in axes.into_iter().enumerate() {
            for side in [axis, -axis] {
                let key = format!("face/{letter}{}{}", i + 1, side == axis);
                picture.point(role, key.clone(), side);
                picture.label(role, key, side, format!("{letter}{}", i + 1));
            }
            for (s, t) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                arcs[which].push([axis * s, axes[(i + 1) % 3] * t]);
            }
        }
    }
    let mut strong = [usize::MAX; 2];
    for (i, [a, b]) in arcs[0].iter().enumerate() {
        for (j, [c, d]) in arcs[1].iter().enumerate() {
            let line = a.cross(*b).cross(c.cross(*d)).normalize();
            let on = |p: DVec3, [a, b]: [DVec3; 2]| p.dot(a) > 0.0 && p.dot(b) > 0.0;
            for p in [line, -line].into_iter().filter(|p| on(*p, [*a, *b]) && on(*p, [*c, *d])) {
                let chosen = p.distance(n) < 1e-9;
                if chosen {
                    strong = [i, j];
                }
                let role = if chosen { Role::Axis } else { Role::Difference };
                picture.point(role, format!("crossing/{i}/{j}"), p);
            }
        }
    }
    picture.label(Role::Axis, "axis", n, "n");
    for (which, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
        for (k, [from, to]) in arcs[which].iter().enumerate() {
            let form = Form::Arc { from: *from, to: *to, strong: k == strong[which] };
            picture.add(role, format!("arc/{which}/{k}"), form);
        }
    }
}
