//! Do all points lie in a convex body? By the cones from a point inside of it over its faces, exactly, in about constant
//! time a point.
//!
//! The cones over the triangles of a closed convex surface, from a point strictly inside, tile all of space: a point lies
//! in the body if and only if it does not lie above the face of a cone that holds it. To find that cone, one walks from a
//! cone near by over the side that the point lies beyond. Such a walk never comes back, as the cones are those of a convex
//! body; what does all the same, by ties among triangles of one face, is held against every face.

use std::collections::HashMap;

use super::exact::Exact;

/// Rows and columns of the cells on each side of the cube of directions, at most.
const MOST_CELLS: usize = 128;

/// A triangle of a face, counter-clockwise from outside.
struct Cone {
    corners: [u32; 3],
    /// The triangle beyond each side: the side from corner `k` to corner `k + 1`.
    beyond: [u32; 3],
    face: u32,
}

/// The cones over the faces of a convex body, about a point inside.
pub(super) struct Cones<'a> {
    exact: &'a Exact,
    faces: &'a [Vec<u32>],
    middle: [f64; 3],
    cones: Vec<Cone>,
    /// For each cell of the directions a cone near it.
    cells: Vec<u32>,
    rows: usize,
}

impl<'a> Cones<'a> {
    /// Of a closed surface that is convex round every corner. `None` where no point strictly inside is found, as the body is
    /// thinner than rounding.
    pub fn new(exact: &'a Exact, corners: &[u32], faces: &'a [Vec<u32>]) -> Option<Self> {
        let middle = exact.mean(corners);
        let below = |face: &Vec<u32>| exact.height([face[0], face[1], face[2]], middle) < 0.0;
        if !faces.iter().all(below) {
            return None;
        }
        let mut cones = Vec::new();
        for (number, face) in faces.iter().enumerate() {
            let fan = (1..face.len() - 1).map(|k| [face[0], face[k], face[k + 1]]);
            cones.extend(fan.map(|corners| Cone { corners, beyond: [0; 3], face: number as u32 }));
        }
        let side = |cone: &Cone, k: usize| (cone.corners[k], cone.corners[(k + 1) % 3]);
        let mut sides = HashMap::with_capacity(3 * cones.len());
        for (number, cone) in cones.iter().enumerate() {
            sides.extend((0..3).map(|k| (side(cone, k), number as u32)));
        }
        for cone in &mut cones {
            for k in 0..3 {
                let (from, to) = side(cone, k);
                cone.beyond[k] = *sides.get(&(to, from))?;
            }
        }
        let rows = (((cones.len() / 6) as f64).sqrt() as usize).clamp(1, MOST_CELLS);
        let mut all = Self { exact, faces, middle, cones, cells: Vec::new(), rows };
        all.fill();
        Some(all)
    }

    /// Puts a cone into each cell: one whose middle lies there, else that of the cell before.
    fn fill(&mut self) {
        const NONE: u32 = u32::MAX;
        let mut cells = vec![NONE; 6 * self.rows * self.rows];
        for (number, cone) in self.cones.iter().enumerate() {
            let at = self.exact.mean(&cone.corners);
            cells[self.cell(at)] = number as u32;
        }
        let mut last = cells.iter().copied().find(|cone| *cone != NONE).unwrap_or(0);
        for cell in &mut cells {
            match *cell {
                NONE => *cell = last,
                cone => last = cone,
            }
        }
        self.cells = cells;
    }

    /// The cell of the direction in which a point lies from the middle.
    fn cell(&self, p: [f64; 3]) -> usize {
        let d = [0, 1, 2].map(|k| p[k] - self.middle[k]);
        let axis = (0..3).fold(0, |best, k| if d[k].abs() > d[best].abs() { k } else { best });
        let side = 2 * axis + usize::from(d[axis] < 0.0);
        let part = |k: usize| {
            let share = d[(axis + k) % 3] / d[axis].abs();
            // Not a number, of the middle itself, is the first row.
            ((0.5 * (share + 1.0) * self.rows as f64) as usize).min(self.rows - 1)
        };
        (side * self.rows + part(1)) * self.rows + part(2)
    }

    /// The face that a point lies above; none of a point inside or on the surface.
    pub fn above(&self, p: u32) -> Option<usize> {
        let at = self.exact.at(p);
        let mut here = self.cells[self.cell(at)] as usize;
        for _ in 0..self.cones.len() {
            let cone = &self.cones[here];
            let out = |k: &usize| {
                let (from, to) = (cone.corners[*k], cone.corners[(k + 1) % 3]);
                self.exact.beyond(self.middle, [from, to], p) < 0.0
            };
            let Some(k) = (0..3).find(out) else {
                let face = &self.faces[cone.face as usize];
                return (self.exact.above([face[0], face[1], face[2]], p) > 0.0).then_some(cone.face as usize);
            };
            here = cone.beyond[k] as usize;
        }
        self.faces.iter().position(|face| self.exact.above([face[0], face[1], face[2]], p) > 0.0)
    }
}
