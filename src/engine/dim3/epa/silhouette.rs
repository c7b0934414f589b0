//! The faces of the polytope that a new point sees, and their horizon: the border between them and the hidden faces.
//!
//! The flood fill (`[ACD11]` "3D EPA", `Silhouette`) walks from a visible face over its edges, depth first and always
//! counter-clockwise from the edge by which it entered, so the horizon comes out in order. Departures: visibility is
//! tested with the face's own plane, not with `v·w < v·v` (the new point `w` and the face's point `v` nearest the
//! origin), which is meaningless when the origin is on the face; and the start face is marked before the fill, which
//! could otherwise return to it.

use super::super::prelude::*;
use super::horizon::{HorizonEdge, Ring};
use super::polytope::{Face, Polytope, Sight};

/// Scratch memory of one silhouette, readable until the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Silhouette {
    /// Indices of the faces that the new point sees.
    pub visible: Vec<u32>,
    /// Border of the visible faces, in order, counter-clockwise seen from the new point; one closed loop, unless the
    /// last search failed.
    pub horizon: Vec<HorizonEdge>,
    /// The vertices sorted by angle, used with `Horizon::AngleSorted`.
    pub ring: Ring,
    /// Stack of edges to cross: the face beyond the edge, and the index of the edge in that face.
    stack: Vec<(u32, u8)>,
    /// Number of searches since the buffers were cleared; the faces' marks derive from it.
    fill: u32,
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

    /// Floods the faces of `polytope` that see `w`, from `start`, which must be one of them. Returns whether the
    /// horizon is one closed loop; with exact signs it always is.
    #[inline]
    pub fn flood(&mut self, polytope: &mut Polytope, start: u32, w: Vec3) -> bool {
        self.flood_with(polytope, start, w, Sight::Rounded);
        self.is_closed() || {
            self.flood_with(polytope, start, w, Sight::Exact);
            self.is_closed()
        }
    }

    /// Floods the visible faces from `start` over their edges and collects them and the horizon; `sight` tests whether
    /// a face is visible.
    fn flood_with(&mut self, polytope: &mut Polytope, start: u32, w: Vec3, sight: Sight) {
        let hidden_mark = self.begin();
        let visible_mark = hidden_mark + 1;
        let start_face = &mut polytope.faces[start as usize];
        start_face.mark = visible_mark;
        self.visible.push(start);
        self.stack.extend([2, 1].map(|edge| (start_face.across[edge], start_face.edge[edge])));
        let mut crossed = Some((start_face.across[0], start_face.edge[0]));
        while let Some((face, edge)) = crossed {
            let candidate = &polytope.faces[face as usize];
            let OtherEdges { next, last } = OtherEdges::after(edge);
            if candidate.mark < hidden_mark && polytope.sees(candidate, w, sight) {
                self.visible.push(face);
                self.stack.push((candidate.across[last], candidate.edge[last]));
                crossed = Some((candidate.across[next], candidate.edge[next]));
                polytope.faces[face as usize].mark = visible_mark;
                continue;
            }
            if candidate.mark != visible_mark {
                let from = candidate.corner[next];
                let to = candidate.corner[usize::from(edge)];
                self.horizon.push(HorizonEdge { face, edge, from, to });
                polytope.faces[face as usize].mark = hidden_mark;
            }
            crossed = self.stack.pop();
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

    /// Deletes the visible faces and joins the horizon to the vertex with the index `apex`, which is at `top`. Each new
    /// face is linked to the hidden face beyond its horizon edge and to its neighbors. Returns the range of the new
    /// faces, the last `horizon.len()` of the polytope.
    pub fn replace(&self, polytope: &mut Polytope, apex: u32, top: Vec3) -> std::ops::Range<u32> {
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
            let plane = polytope.plane([polytope.point(edge.from), polytope.point(edge.to), top]);
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

/// Indices of the other two edges of a triangle, 0 to 2, counter-clockwise after a given edge.
struct OtherEdges {
    /// Index of the edge after the given one.
    next: usize,
    /// Index of the edge before the given one.
    last: usize,
}

impl OtherEdges {
    /// The other two edges, after `edge`, 0 to 2.
    #[inline]
    fn after(edge: u8) -> Self {
        match edge {
            0 => Self { next: 1, last: 2 },
            1 => Self { next: 2, last: 0 },
            _ => Self { next: 0, last: 1 },
        }
    }
}
