//! Where a lesson about an explicit difference is played: the points of both bodies, and the parts of the picture that both
//! dimensions share.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::{Backdrop, CSO, Context, PairContext, Pictures, SPHERE, WORLD};
use crate::answer::{DifferenceFinding, FaceKind};
use crate::picture::{Form, Key, Picture, Role, Solid};

/// All differences of points are drawn as dots up to this many.
const MOST_DOTS: usize = 2_000;

/// What a lesson about a difference knows beside its algorithm's states.
pub struct DifferenceContext {
    /// Both bodies.
    pub pair: PairContext,
    /// Their points in the world, as the scene numbers them.
    pub points: [Arc<[DVec3]>; 2],
    /// What stays on the Gauss sphere; empty in the plane.
    pub sphere: Picture,
    /// The whole difference, as it will be.
    pub whole: Solid,
    /// Whether some of its faces are made of parallel ones of both bodies.
    pub has_both: bool,
    /// Whether each beat shows the whole itself, as far as it is not found yet.
    shown_by_beats: bool,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for DifferenceContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| Arc::new(self.still())))
    }
}

impl FaceKind {
    /// Whose ink a face wears.
    pub fn role(self) -> Role {
        match self {
            Self::A => Role::ShapeA,
            Self::B => Role::ShapeB,
            Self::Both => Role::Overlap,
            Self::Edges => Role::Difference,
        }
    }

    /// What is written on such a face: the second cue beside its ink.
    pub fn sign(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "−B",
            Self::Both => "A, −B",
            Self::Edges => "×",
        }
    }
}

impl DifferenceContext {
    /// Of a pair with these points in the world.
    pub fn new(pair: PairContext, points: [Arc<[DVec3]>; 2], found: &DifferenceFinding, sphere: Picture) -> Self {
        let faces: Vec<Vec<u32>> = found.faces.iter().map(|face| face.corners.clone()).collect();
        let whole = Solid { creases: edges(&faces), vertices: found.points.clone(), faces, ..Solid::default() };
        let has_both = found.faces.iter().any(|face| face.kind == FaceKind::Both);
        // In space only faces are shown one by one.
        let shown_by_beats = found.planar || !(sphere.marks.is_empty() || whole.faces.is_empty());
        Self { pair, points, sphere, whole, has_both, shown_by_beats, backdrop: OnceLock::new() }
    }

    /// A point of body A (0) or B (1) in the world.
    pub fn at(&self, body: usize, point: u32) -> DVec3 {
        self.points[body].get(point as usize).copied().unwrap_or_default()
    }

    /// The difference of a point of A and a point of B, in the configuration space.
    pub fn cso(&self, [i, j]: [u32; 2]) -> DVec3 {
        self.at(0, i) - self.at(1, j)
    }

    fn still(&self) -> Backdrop {
        let mut pictures = Pictures::default();
        *pictures.edit(WORLD) = self.pair.backdrop().pictures.of(WORLD).clone();
        let cso = pictures.edit(CSO);
        if self.points[0].len() * self.points[1].len() <= MOST_DOTS {
            let all = self.points[0].iter().flat_map(|p| self.points[1].iter().map(move |q| *p - *q)).collect();
            cso.add(Role::Grid, "differences", Form::Solid(Arc::new(Solid { vertices: all, ..Solid::default() })));
        }
        if !self.shown_by_beats {
            cso.body(Role::Ghost, "whole", &Arc::new(self.whole.clone()));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        if !self.sphere.marks.is_empty() {
            *pictures.edit(SPHERE) = self.sphere.clone();
        }
        Backdrop { pictures }
    }

    /// Corners of a body joined to a line, a loop or a dot.
    pub fn feature(&self, picture: &mut Picture, role: Role, key: impl Into<Key>, body: usize, corners: &[u32]) {
        let points: Vec<DVec3> = corners.iter().map(|corner| self.at(body, *corner)).collect();
        match points[..] {
            [] => {}
            [at] => picture.point(role, key, at),
            [from, to] => picture.segment(role, key, from, to),
            _ => picture.add(role, key, Form::Polyline { points, closed: true }),
        }
    }

    /// The names of corners of a body beside them.
    pub fn names(&self, picture: &mut Picture, body: usize, corners: &[u32]) {
        let (role, letter) = if body == 0 { (Role::ShapeA, 'a') } else { (Role::ShapeB, 'b') };
        for &corner in corners {
            let key = format!("corner/{body}/{corner}");
            picture.point(role, key.clone(), self.at(body, corner));
            picture.label(role, key, self.at(body, corner), corner_names(letter, &[corner]));
        }
    }
}

/// Every side of some faces, once.
fn edges(faces: &[Vec<u32>]) -> Vec<[u32; 2]> {
    let sides = faces.iter().flat_map(|face| {
        let next = face.iter().cycle().skip(1);
        face.iter().zip(next).map(|(&from, &to)| [from.min(to), from.max(to)])
    });
    let mut sides: Vec<[u32; 2]> = sides.collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// Named corners of a body: `a₀a₁a₂`.
pub fn corner_names(letter: char, corners: &[u32]) -> String {
    let digits = |n: u32| {
        let subscript = |digit: u32| char::from_u32('₀' as u32 + digit).unwrap_or('?');
        n.to_string().chars().filter_map(|c| c.to_digit(10)).map(subscript).collect::<String>()
    };
    const NAMED: usize = 6;
    let names: String = corners.iter().take(NAMED).map(|corner| format!("{letter}{}", digits(*corner))).collect();
    if corners.len() > NAMED { format!("{names}…") } else { names }
}
