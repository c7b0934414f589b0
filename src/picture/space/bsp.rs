//! Back-to-front order of translucent faces that may intersect, of lines and of dots: the order in which a painter
//! draws them, so that nearer ones cover farther ones.
//!
//! - **Problem**: faces that intersect, or cover each other in a cycle, have no order as a whole. [`back_to_front`]
//!   splits them, so that the order of their pieces is correct; [`by_depth`] orders whole faces approximately.
//! - **Method**: binary space partition. The plane of one face divides the others into those in front and those behind;
//!   faces that straddle it are split. From any eye, nothing on the far side of a plane can hide anything on the near
//!   side, so visiting far side, plane, near side at every node draws everything in order.
//! - **Source**: Fuchs, Kedem and Naylor, "On visible surface generation by a priori tree structures", SIGGRAPH 1980.
//! - **Ties**: coplanar faces keep their input order; lines and dots in the plane of a face are drawn after it.
//! - **Cost**: neither the construction nor the walk recurses, so a tree as deep as a convex body has faces cannot
//!   overflow the stack.

mod fragment;

use glam::DVec3;

use fragment::{Division, Fragment, Plane, choose_divider, divide, plane_of};

/// Distance from a plane up to which points count as in it, as a share of the largest coordinate of a face.
const RELATIVE_THICKNESS: f64 = 1e-9;

/// Index of a node that does not exist.
const NONE: usize = usize::MAX;

/// Side of a node's plane towards its normal: index into [`Node::children`] and [`Node::cells`].
const FRONT: usize = 0;

/// Side of a node's plane against its normal: index into [`Node::children`] and [`Node::cells`].
const BACK: usize = 1;

/// Shapes to be ordered by depth, in one coordinate system.
#[derive(Clone, Debug, Default)]
pub struct UnsortedShapes {
    /// Convex planar polygons. Later coplanar faces are drawn later.
    pub faces: Vec<UnsortedFace>,
    /// Start and end of each line.
    pub lines: Vec<[DVec3; 2]>,
    /// Center of each dot.
    pub dots: Vec<DVec3>,
}

/// A convex planar polygon.
#[derive(Clone, Debug)]
pub struct UnsortedFace {
    /// Vertices in order about the normal, in either direction.
    pub corners: Vec<DVec3>,
    /// Unit normal, on either side.
    pub normal: DVec3,
}

/// Position or direction of the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewpoint {
    /// An eye at a point.
    Eye(DVec3),
    /// Parallel lines of sight; the vector points towards the viewer.
    Parallel(DVec3),
}

impl Viewpoint {
    /// Depth of a point, greater nearer to the viewer: minus its distance from the eye, or its height along the view.
    fn depth(self, p: DVec3) -> f64 {
        match self {
            Self::Eye(eye) => -(p - eye).length(),
            Self::Parallel(back) => p.dot(back),
        }
    }
}

/// Part of a face or line, or a dot, to be drawn next.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A face or a part of one.
    Face {
        /// Index into [`UnsortedShapes::faces`].
        source: usize,
        /// Vertices of a convex polygon, in the winding of the whole face.
        corners: Vec<DVec3>,
    },
    /// A line or a part of one.
    Line {
        /// Index into [`UnsortedShapes::lines`].
        source: usize,
        /// Start and end of the part as shares of the whole line, 0 to 1.
        span: [f64; 2],
    },
    /// A dot of the picture.
    Dot {
        /// Index into [`UnsortedShapes::dots`].
        source: usize,
    },
}

/// Returns the pieces of all faces, lines and dots in drawing order, farthest first.
pub fn back_to_front(shapes: &UnsortedShapes, viewpoint: Viewpoint) -> Vec<Piece> {
    let mut tree = Tree::build(shapes);
    for (source, &line) in shapes.lines.iter().enumerate() {
        tree.add_line(source, line);
    }
    for (source, &dot) in shapes.dots.iter().enumerate() {
        tree.add_dot(source, dot);
    }
    tree.walk(shapes, viewpoint)
}

/// All faces, lines and dots, unsplit, ordered by the depth of their middles only, farthest first. This is faster than
/// [`back_to_front`], and usually right where faces do not intersect.
pub fn by_depth(shapes: &UnsortedShapes, viewpoint: Viewpoint) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(shapes.faces.len() + shapes.lines.len() + shapes.dots.len());
    for (source, UnsortedFace { corners, .. }) in shapes.faces.iter().enumerate() {
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        pieces.push((viewpoint.depth(middle), Piece::Face { source, corners: corners.clone() }));
    }
    for (source, [a, b]) in shapes.lines.iter().enumerate() {
        pieces.push((viewpoint.depth(a.midpoint(*b)), Piece::Line { source, span: [0.0, 1.0] }));
    }
    for (source, dot) in shapes.dots.iter().enumerate() {
        pieces.push((viewpoint.depth(*dot), Piece::Dot { source }));
    }
    // The sort is stable: at equal depth faces come first, then lines, then dots.
    pieces.sort_by(|(depth, _), (other_depth, _)| depth.total_cmp(other_depth));
    pieces.into_iter().map(|(_, piece)| piece).collect()
}

/// Lines and dots in one plane of the tree, or in a cell that no plane divides.
#[derive(Default)]
struct LinesAndDots {
    lines: Vec<LineSpan>,
    /// Indices into [`UnsortedShapes::dots`].
    dots: Vec<usize>,
}

/// A line or a part of one.
#[derive(Clone, Copy)]
struct LineSpan {
    /// Index into [`UnsortedShapes::lines`].
    source: usize,
    /// Start and end of the part as shares of the whole line, 0 to 1.
    span: [f64; 2],
}

/// A node of the tree: a plane that divides its cell.
struct Node {
    plane: Plane,
    /// Faces in the plane.
    faces: Vec<Piece>,
    /// Lines and dots in the plane.
    in_plane: LinesAndDots,
    /// Child nodes on the sides [`FRONT`] and [`BACK`]; [`NONE`] where the cell is undivided.
    children: [usize; 2],
    /// Lines and dots on the sides [`FRONT`] and [`BACK`], where there is no child node.
    cells: [LinesAndDots; 2],
}

/// A cell that is still to be divided.
struct UndividedCell {
    /// Indices of the fragments in the cell.
    members: Vec<usize>,
    /// Node whose plane bounds the cell; [`NONE`] for the whole space.
    parent: usize,
    /// Side of that node, [`FRONT`] or [`BACK`].
    side: usize,
}

/// Part of a line on its way down the tree.
struct DescendingSpan {
    /// Start and end of the part as shares of the whole line, 0 to 1.
    span: [f64; 2],
    /// Node above; [`NONE`] at the root.
    parent: usize,
    /// Side of the node above that contains the part, [`FRONT`] or [`BACK`].
    side: usize,
    /// Child of the node above on that side; [`NONE`] where the cell is undivided.
    node: usize,
}

/// Binary space partition of the faces, with lines and dots in its planes and cells.
struct Tree {
    nodes: Vec<Node>,
    /// Lines and dots of a picture without faces, and so without nodes.
    without_nodes: LinesAndDots,
    /// Distance up to which a point counts as in a plane, in the unit of the shapes.
    eps: f64,
}

impl Tree {
    /// Builds the tree of all faces.
    fn build(shapes: &UnsortedShapes) -> Self {
        let corners = shapes.faces.iter().flat_map(|face| &face.corners);
        let size = corners.map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let eps = size * RELATIVE_THICKNESS;
        let mut tree = Self { nodes: Vec::new(), without_nodes: LinesAndDots::default(), eps };
        let faces = shapes.faces.iter().enumerate();
        let mut fragments: Vec<_> = faces.map(|(source, face)| Fragment::new(source, face.corners.clone())).collect();
        let mut work = vec![UndividedCell { members: (0..fragments.len()).collect(), parent: NONE, side: FRONT }];
        while let Some(UndividedCell { members, parent, side }) = work.pop() {
            if members.is_empty() {
                continue;
            }
            let divider = choose_divider(shapes, &fragments, &members, tree.eps);
            let plane = plane_of(shapes, &fragments[divider]);
            let index = tree.nodes.len();
            if parent != NONE {
                tree.nodes[parent].children[side] = index;
            }
            let Division { in_plane: faces, front, back } = divide(&mut fragments, members, divider, &plane, tree.eps);
            let cells = [LinesAndDots::default(), LinesAndDots::default()];
            tree.nodes.push(Node { plane, faces, in_plane: LinesAndDots::default(), children: [NONE; 2], cells });
            work.push(UndividedCell { members: back, parent: index, side: BACK });
            work.push(UndividedCell { members: front, parent: index, side: FRONT });
        }
        tree
    }

    /// Lines and dots on a side ([`FRONT`] or [`BACK`]) of a node that has no child there; those of the whole tree for
    /// [`NONE`].
    fn cell(&mut self, node: usize, side: usize) -> &mut LinesAndDots {
        if node == NONE { &mut self.without_nodes } else { &mut self.nodes[node].cells[side] }
    }

    /// Adds a line, split at the planes that it crosses.
    fn add_line(&mut self, source: usize, line: [DVec3; 2]) {
        let root = if self.nodes.is_empty() { NONE } else { 0 };
        let mut work = vec![DescendingSpan { span: [0.0, 1.0], parent: NONE, side: FRONT, node: root }];
        while let Some(DescendingSpan { span, parent, side, node: index }) = work.pop() {
            if index == NONE {
                self.cell(parent, side).lines.push(LineSpan { source, span });
                continue;
            }
            let node = &mut self.nodes[index];
            // Signed distances of the part's ends from the plane.
            let [d0, d1] = span.map(|t| node.plane.distance(line[0].lerp(line[1], t)));
            if d0.abs() <= self.eps && d1.abs() <= self.eps {
                node.in_plane.lines.push(LineSpan { source, span });
            } else if d0 >= -self.eps && d1 >= -self.eps {
                work.push(DescendingSpan { span, parent: index, side: FRONT, node: node.children[FRONT] });
            } else if d0 <= self.eps && d1 <= self.eps {
                work.push(DescendingSpan { span, parent: index, side: BACK, node: node.children[BACK] });
            } else {
                let cut = span[0] + (span[1] - span[0]) * (d0 / (d0 - d1));
                let [start_side, end_side] = if d0 > 0.0 { [FRONT, BACK] } else { [BACK, FRONT] };
                for (span, side) in [([cut, span[1]], end_side), ([span[0], cut], start_side)] {
                    work.push(DescendingSpan { span, parent: index, side, node: node.children[side] });
                }
            }
        }
    }

    /// Adds a dot to the plane or cell that contains it.
    fn add_dot(&mut self, source: usize, dot: DVec3) {
        let mut parent = NONE;
        let mut side = FRONT;
        let mut index = if self.nodes.is_empty() { NONE } else { 0 };
        while index != NONE {
            let node = &mut self.nodes[index];
            let d = node.plane.distance(dot);
            if d.abs() <= self.eps {
                node.in_plane.dots.push(source);
                return;
            }
            parent = index;
            side = if d < 0.0 { BACK } else { FRONT };
            index = node.children[side];
        }
        self.cell(parent, side).dots.push(source);
    }

    /// Returns all pieces, farthest first.
    fn walk(self, shapes: &UnsortedShapes, viewpoint: Viewpoint) -> Vec<Piece> {
        let mut out = Vec::new();
        if self.nodes.is_empty() {
            emit_lines_and_dots(shapes, viewpoint, &self.without_nodes, &mut out);
            return out;
        }
        let mut work = vec![Visit::Node(0)];
        while let Some(visit) = work.pop() {
            match visit {
                Visit::Node(index) => {
                    let node = &self.nodes[index];
                    let eye_side = match viewpoint {
                        Viewpoint::Eye(eye) => node.plane.distance(eye),
                        Viewpoint::Parallel(back) => node.plane.normal.dot(back),
                    };
                    let [near, far] = if eye_side < 0.0 { [BACK, FRONT] } else { [FRONT, BACK] };
                    // The last entry of the stack is visited first.
                    work.push(Visit::of_side(index, near, node.children[near]));
                    work.push(Visit::InPlane(index));
                    work.push(Visit::of_side(index, far, node.children[far]));
                }
                Visit::InPlane(index) => {
                    out.extend(self.nodes[index].faces.iter().cloned());
                    emit_lines_and_dots(shapes, viewpoint, &self.nodes[index].in_plane, &mut out);
                }
                Visit::Cell { node, side } => {
                    emit_lines_and_dots(shapes, viewpoint, &self.nodes[node].cells[side], &mut out);
                }
            }
        }
        out
    }
}

/// Appends the lines by the depth of their middles, then the dots by depth, farthest first. Depths are compared in
/// `f32`: rounding then does not separate lines that coincide, which keep their input order.
fn emit_lines_and_dots(shapes: &UnsortedShapes, viewpoint: Viewpoint, contents: &LinesAndDots, out: &mut Vec<Piece>) {
    let mut lines: Vec<(f32, LineSpan)> = Vec::with_capacity(contents.lines.len());
    for &line in &contents.lines {
        let [a, b] = shapes.lines[line.source];
        let middle = a.lerp(b, 0.5 * (line.span[0] + line.span[1]));
        lines.push((viewpoint.depth(middle) as f32, line));
    }
    lines.sort_by(|(depth, line), (other_depth, other)| {
        depth.total_cmp(other_depth).then(line.source.cmp(&other.source))
    });
    out.extend(lines.into_iter().map(|(_, LineSpan { source, span })| Piece::Line { source, span }));
    let mut dots: Vec<(f32, usize)> = Vec::with_capacity(contents.dots.len());
    for &source in &contents.dots {
        dots.push((viewpoint.depth(shapes.dots[source]) as f32, source));
    }
    dots.sort_by(|(depth, dot), (other_depth, other)| depth.total_cmp(other_depth).then(dot.cmp(other)));
    out.extend(dots.into_iter().map(|(_, source)| Piece::Dot { source }));
}

/// Part of the segment from `a` to `b` where the signed distance from a plane is not negative; `None` if there is none.
pub fn clip_line([a, b]: [DVec3; 2], distance: impl Fn(DVec3) -> f64) -> Option<[DVec3; 2]> {
    let da = distance(a);
    let db = distance(b);
    match (da < 0.0, db < 0.0) {
        (true, true) => None,
        (true, false) => Some([b.lerp(a, db / (db - da)), b]),
        (false, true) => Some([a, a.lerp(b, da / (da - db))]),
        (false, false) => Some([a, b]),
    }
}

/// Part of a convex polygon where the signed distance from a plane is not negative (Sutherland and Hodgman).
pub fn clip(corners: &[DVec3], distance: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        let da = distance(a);
        let db = distance(b);
        if da >= 0.0 {
            kept.push(a);
        }
        if (da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0) {
            // Interpolated from the same end whichever way the edge runs, so that neighbors agree exactly.
            let cut = if da > 0.0 { a.lerp(b, da / (da - db)) } else { b.lerp(a, db / (db - da)) };
            kept.push(cut);
        }
    }
    kept
}

/// Next target of a walk through the tree.
enum Visit {
    /// Node with everything below it.
    Node(usize),
    /// Faces, lines and dots in the plane of a node.
    InPlane(usize),
    /// Undivided cell of a node.
    Cell {
        node: usize,
        /// Side of the node, [`FRONT`] or [`BACK`].
        side: usize,
    },
}

impl Visit {
    /// Visit of a side of the node `parent`: its node `child` there, or its cell where `child` is [`NONE`].
    fn of_side(parent: usize, side: usize, child: usize) -> Self {
        if child == NONE { Self::Cell { node: parent, side } } else { Self::Node(child) }
    }
}
