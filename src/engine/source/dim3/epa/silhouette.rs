//! The silhouette of the polytope seen from a new point: the visible faces and their horizon, the border between them
//! and the hidden faces.
//!
//! - **Method.** A flood fill (`[ACD11]` "3D EPA", `Silhouette`) walks from a visible face over its edges, depth first
//!   and always counter-clockwise from the edge by which it entered a face, so that it finds the horizon's edges in
//!   order.
//! - **Departures.** Visibility is tested with the face's plane, not with `v·w < v·v` (`w` is the new point, `v` the
//!   face's point nearest the origin), which is meaningless when the origin is on the face. The start face is marked
//!   before the fill, which could otherwise return to it.

use super::horizon::{HorizonEdge, Ring};
use super::polytope::{Face, Polytope, Sight};
use crate::dim3::prelude::*;

/// Visible faces and horizon of the last new point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Silhouette {
    /// Indices of the faces that the new point sees.
    pub visible: Vec<u32>,
    /// Edges of the horizon, in order, counter-clockwise seen from the new point; a closed loop unless the last search
    /// failed.
    pub horizon: Vec<HorizonEdge>,
    /// Vertices of the visible faces sorted by angle; used with `Horizon::AngleSorted` only.
    pub ring: Ring,
    /// Edges that the fill has not yet crossed, a stack.
    stack: Vec<Crossing>,
    /// Number of searches since the polytope was cleared, from which the marks of the faces derive.
    fill: u32,
}

/// Crossing of an edge into a face.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Crossing {
    /// Index of the face that is entered.
    face: u32,
    /// Index of the edge in that face, 0 to 2.
    edge: u8,
}

impl Crossing {
    /// The crossing from a face over its edge with this index, 0 to 2.
    #[inline]
    fn over(from: &Face, edge: usize) -> Self {
        Self { face: from.across[edge], edge: from.edge[edge] }
    }
}

impl Silhouette {
    /// Empties the lists and keeps their memory.
    pub fn clear(&mut self) {
        self.begin();
        self.ring.clear();
        self.fill = 0;
    }

    /// Begins a search: empties the lists and returns the mark of hidden faces. Visible faces get that mark plus one.
    pub(super) fn begin(&mut self) -> u32 {
        self.visible.clear();
        self.horizon.clear();
        self.stack.clear();
        self.fill += 1;
        2 * self.fill
    }

    /// Finds the faces of `polytope` that see `w` and their horizon by a flood fill from `start`, which must be one of
    /// them. Returns whether the horizon is one closed loop; with exact signs it always is.
    #[inline]
    pub fn flood(&mut self, polytope: &mut Polytope, start: u32, w: Vec3) -> bool {
        self.flood_with(polytope, start, w, Sight::Rounded);
        if self.is_closed() {
            return true;
        }
        self.flood_with(polytope, start, w, Sight::Exact);
        self.is_closed()
    }

    /// Floods the visible faces from `start` over their edges, and collects them and the horizon. `sight` selects the
    /// test for visibility.
    fn flood_with(&mut self, polytope: &mut Polytope, start: u32, w: Vec3, sight: Sight) {
        let hidden_mark = self.begin();
        let visible_mark = hidden_mark + 1;
        let start_face = &mut polytope.faces[start as usize];
        start_face.mark = visible_mark;
        self.visible.push(start);
        self.stack.push(Crossing::over(start_face, 2));
        self.stack.push(Crossing::over(start_face, 1));
        let mut crossing = Some(Crossing::over(start_face, 0));
        while let Some(Crossing { face, edge }) = crossing {
            let candidate = &polytope.faces[face as usize];
            let OtherEdges { next, last } = OtherEdges::after(edge);
            // Faces that this fill has already tested have one of its two marks.
            if candidate.mark < hidden_mark && polytope.sees(candidate, w, sight) {
                self.visible.push(face);
                self.stack.push(Crossing::over(candidate, last));
                crossing = Some(Crossing::over(candidate, next));
                polytope.faces[face as usize].mark = visible_mark;
                continue;
            }
            if candidate.mark != visible_mark {
                let from = candidate.corner[next];
                let to = candidate.corner[usize::from(edge)];
                self.horizon.push(HorizonEdge { face, edge, from, to });
                polytope.faces[face as usize].mark = hidden_mark;
            }
            crossing = self.stack.pop();
        }
    }

    /// Whether the horizon is one closed loop, which may pass a vertex more than once.
    fn is_closed(&self) -> bool {
        let n = self.horizon.len();
        n >= 3
            && self.horizon[n - 1].to == self.horizon[0].from
            && self.horizon.windows(2).all(|pair| pair[0].to == pair[1].from)
    }

    /// Whether the horizon is one closed loop that passes each vertex at most once.
    pub fn is_simple_loop(&self) -> bool {
        let n = self.horizon.len();
        self.is_closed() && (0..n).all(|i| (0..i).all(|j| self.horizon[i].from != self.horizon[j].from))
    }

    /// Deletes the visible faces, and adds a face from each edge of the horizon to the vertex with the index `apex`,
    /// which is at `apex_point`. Each new face is linked to the hidden face beyond its horizon edge and to its
    /// neighbors. Returns the range of the new faces, which are the last ones of the polytope.
    pub fn replace(&self, polytope: &mut Polytope, apex: u32, apex_point: Vec3) -> std::ops::Range<u32> {
        for &face in &self.visible {
            polytope.faces[face as usize].deleted = true;
        }
        let first_new = polytope.faces.len() as u32;
        let end = first_new + self.horizon.len() as u32;
        let mut previous = end.saturating_sub(1);
        polytope.faces.reserve(self.horizon.len());
        for (face, edge) in (first_new..).zip(&self.horizon) {
            // Edge 0 is on the horizon; edges 1 and 2 are shared with the next and the previous new face.
            let corner = [edge.from, edge.to, apex];
            let plane = polytope.plane([polytope.point(edge.from), polytope.point(edge.to), apex_point]);
            let next = if face + 1 == end { first_new } else { face + 1 };
            polytope.faces.push(Face::new(corner, plane, [edge.face, next, previous], [edge.edge, 2, 1]));
            let hidden = &mut polytope.faces[edge.face as usize];
            hidden.across[edge.edge as usize] = face;
            hidden.edge[edge.edge as usize] = 0;
            previous = face;
        }
        first_new..end
    }
}

/// Indices of two edges of a triangle, 0 to 2, relative to its third edge.
struct OtherEdges {
    /// Index of the next edge counter-clockwise.
    next: usize,
    /// Index of the edge after that one.
    last: usize,
}

impl OtherEdges {
    /// The two edges after the edge with the index `edge`, 0 to 2.
    #[inline]
    fn after(edge: u8) -> Self {
        match edge {
            0 => Self { next: 1, last: 2 },
            1 => Self { next: 2, last: 0 },
            _ => Self { next: 0, last: 1 },
        }
    }
}
