//! Exact test whether a point lies in a convex body, in nearly constant time per point: for hulls of many points.
//!
//! **Method.** The cones over the triangles of a closed convex surface, from a point strictly inside, tile space: a
//! point lies in the body if and only if it does not lie above the face of its cone. A walk finds that cone: it starts
//! from a nearby cone and crosses the side that separates the point from it. In a convex body such a walk never returns
//! to a cone. If it fails to end, by ties among triangles of one face, the point is compared with every face.

use std::collections::HashMap;

use super::exact::ExactPoints;

/// Maximum number of rows and columns of cells on each side of the cube of directions.
const MAX_CELLS: usize = 128;

/// Cone over a triangle of a face, from the middle of the body.
struct Cone {
    /// Vertices of the triangle, counter-clockwise from outside.
    corners: [u32; 3],
    /// Cone beyond each side: side `k` runs from vertex `k` to vertex `k + 1`.
    beyond: [u32; 3],
    /// Index of the face that contains the triangle.
    face: u32,
}

/// Cones over the faces of a convex body, from a point inside.
pub(super) struct Cones<'a> {
    exact: &'a ExactPoints,
    faces: &'a [Vec<u32>],
    /// Scaled position strictly inside the body: the mean of its vertices.
    middle: [f64; 3],
    cones: Vec<Cone>,
    /// Nearby cone for each cell of directions from the middle.
    cells: Vec<u32>,
    /// Number of rows, and of columns, of cells on each side of the cube of directions.
    rows: usize,
}

impl Cone {
    /// Start and end of side `k`.
    fn side(&self, k: usize) -> [u32; 2] {
        [self.corners[k], self.corners[(k + 1) % 3]]
    }
}

impl<'a> Cones<'a> {
    /// Builds the cones of a closed surface that is convex at every vertex. `None` when no point strictly inside is
    /// found, because the body is thinner than rounding error.
    pub fn new(exact: &'a ExactPoints, corners: &[u32], faces: &'a [Vec<u32>]) -> Option<Self> {
        let middle = exact.mean(corners);
        if !faces.iter().all(|face| exact.side_of_plane([face[0], face[1], face[2]], middle) < 0.0) {
            return None;
        }
        let mut cones = Vec::new();
        for (number, face) in faces.iter().enumerate() {
            let fan = (1..face.len() - 1).map(|k| [face[0], face[k], face[k + 1]]);
            cones.extend(fan.map(|corners| Cone { corners, beyond: [0; 3], face: number as u32 }));
        }
        let mut sides = HashMap::with_capacity(3 * cones.len());
        for (number, cone) in cones.iter().enumerate() {
            sides.extend((0..3).map(|k| (cone.side(k), number as u32)));
        }
        for cone in &mut cones {
            for k in 0..3 {
                let [from, to] = cone.side(k);
                cone.beyond[k] = *sides.get(&[to, from])?;
            }
        }
        // About one cone per cell on the six sides of the cube.
        let rows = (((cones.len() / 6) as f64).sqrt() as usize).clamp(1, MAX_CELLS);
        let mut built = Self { exact, faces, middle, cones, cells: Vec::new(), rows };
        built.assign_cells();
        Some(built)
    }

    /// Assigns to each cell a cone whose center lies in it, else the cone of the previous cell.
    fn assign_cells(&mut self) {
        const NONE: u32 = u32::MAX;
        let mut cells = vec![NONE; 6 * self.rows * self.rows];
        for (number, cone) in self.cones.iter().enumerate() {
            let center = self.exact.mean(&cone.corners);
            cells[self.cell(center)] = number as u32;
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

    /// Returns the index of the cell of the direction from the middle to a scaled position.
    fn cell(&self, p: [f64; 3]) -> usize {
        let d = [0, 1, 2].map(|k| p[k] - self.middle[k]);
        let axis = (0..3).fold(0, |best, k| if d[k].abs() > d[best].abs() { k } else { best });
        let side = 2 * axis + usize::from(d[axis] < 0.0);
        let [row, column] = [1, 2].map(|k| {
            let coordinate = d[(axis + k) % 3] / d[axis].abs();
            // NaN, for the middle itself, becomes the first row.
            ((0.5 * (coordinate + 1.0) * self.rows as f64) as usize).min(self.rows - 1)
        });
        (side * self.rows + row) * self.rows + column
    }

    /// Returns the index of a face that the point `p` lies above, which is outside the body; `None` for a point inside
    /// or on the surface.
    pub fn face_below(&self, p: u32) -> Option<usize> {
        let position = self.exact.at(p);
        let mut current = self.cells[self.cell(position)] as usize;
        for _ in 0..self.cones.len() {
            let cone = &self.cones[current];
            let Some(k) = (0..3).find(|k| self.exact.side_of_cone_face(self.middle, cone.side(*k), p) < 0.0) else {
                let face = &self.faces[cone.face as usize];
                let side = self.exact.point_side_of_plane([face[0], face[1], face[2]], p);
                return (side > 0.0).then_some(cone.face as usize);
            };
            current = cone.beyond[k] as usize;
        }
        self.faces.iter().position(|face| self.exact.point_side_of_plane([face[0], face[1], face[2]], p) > 0.0)
    }
}
