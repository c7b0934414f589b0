//! Context of lessons that construct a Minkowski difference A − B explicitly, in space and in the plane: the points of
//! both bodies, and the marks that both lessons draw.

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::{DifferenceFinding, FaceKind};
use contact_lens_picture::{Form, Key, Picture, Role, Solid};
use glam::DVec3;

use crate::{Backdrop, CSO, Context, PairContext, Pictures, SPHERE, WORLD};

/// Points of two bodies and their difference A − B: the data of a lesson that the algorithm's states do not have.
pub struct DifferenceContext {
    /// The two bodies and their frame.
    pub pair: PairContext,
    /// Points of A and B, world, meters, in the scene's order.
    pub points: [Arc<[DVec3]>; 2],
    /// Fixed marks on the Gauss sphere; empty in the plane.
    pub sphere: Picture,
    /// Complete difference, configuration space.
    pub difference: Solid,
    /// Backdrop, made on first use.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for DifferenceContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| Arc::new(self.fixed_marks())))
    }
}

/// Returns the role that colors a face.
pub fn face_role(kind: FaceKind) -> Role {
    match kind {
        FaceKind::A => Role::ShapeA,
        FaceKind::B => Role::ShapeB,
        FaceKind::Both => Role::Overlap,
        FaceKind::Edges => Role::EdgePair,
    }
}

/// Returns the text on a face, which shows its kind without color.
pub fn face_sign(kind: FaceKind) -> &'static str {
    match kind {
        FaceKind::A => "A",
        FaceKind::B => "−B",
        FaceKind::Both => "A, −B",
        FaceKind::Edges => "×",
    }
}

impl DifferenceContext {
    /// Context of a pair whose bodies have the vertices `points` (world, meters) and the difference `found`. `sphere`
    /// has the fixed marks on the Gauss sphere; empty in the plane.
    pub fn new(pair: PairContext, points: [Arc<[DVec3]>; 2], found: &DifferenceFinding, sphere: Picture) -> Self {
        let faces: Vec<Vec<u32>> = found.faces.iter().map(|face| face.corners.clone()).collect();
        let difference = Solid { creases: edges(&faces), vertices: found.points.clone(), faces, ..Solid::default() };
        Self { pair, points, sphere, difference, backdrop: OnceLock::new() }
    }

    /// Position of the point of A (0) or B (1) with the index `point`, world, meters; the origin if there is none.
    pub fn position(&self, body: usize, point: u32) -> DVec3 {
        self.points[body].get(point as usize).copied().unwrap_or_default()
    }

    /// Difference of the point of A with the index `i` and the point of B with the index `j`, configuration space.
    pub fn cso(&self, [i, j]: [u32; 2]) -> DVec3 {
        self.position(0, i) - self.position(1, j)
    }

    /// Marks that are the same in all steps.
    fn fixed_marks(&self) -> Backdrop {
        let mut pictures = Pictures::default();
        *pictures.edit(WORLD) = self.pair.backdrop().pictures.of(WORLD).clone();
        let cso = pictures.edit(CSO);
        cso.reserve(self.difference.vertices.iter().copied());
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        if !self.sphere.marks.is_empty() {
            *pictures.edit(SPHERE) = self.sphere.clone();
        }
        Backdrop { pictures }
    }

    /// Adds a difference that is a single point, that of the points `pair` of A and B, as an arrow in both views.
    pub fn add_single_point(&self, pictures: &mut Pictures, pair: [u32; 2]) {
        let name = format!("{} − {}", corner_names('a', &pair[..1]), corner_names('b', &pair[1..]));
        let world = pictures.edit(WORLD);
        self.add_named_vertices(world, 0, &pair[..1]);
        self.add_named_vertices(world, 1, &pair[1..]);
        let [from, to] = [self.position(1, pair[1]), self.position(0, pair[0])];
        world.arrow(Role::Difference, "difference", from, to);
        world.label(Role::Difference, "difference", from.midpoint(to), name.clone());
        let difference = self.cso(pair);
        let cso = pictures.edit(CSO);
        cso.point(Role::Difference, "difference", difference);
        cso.arrow(Role::Difference, "difference", DVec3::ZERO, difference);
        cso.label(Role::Difference, "difference", difference, name);
    }

    /// Adds a feature of A (0) or B (1), given its vertices: a dot, a segment or a polygon's outline.
    pub fn add_feature(&self, picture: &mut Picture, role: Role, key: impl Into<Key>, body: usize, corners: &[u32]) {
        let points: Vec<DVec3> = corners.iter().map(|corner| self.position(body, *corner)).collect();
        match points[..] {
            [] => {}
            [point] => picture.point(role, key, point),
            [from, to] => picture.segment(role, key, from, to),
            _ => picture.add(role, key, Form::Polyline { points, closed: true }),
        }
    }

    /// Adds vertices of A (0) or B (1) as dots with their names.
    pub fn add_named_vertices(&self, picture: &mut Picture, body: usize, corners: &[u32]) {
        let (role, letter) = if body == 0 { (Role::ShapeA, 'a') } else { (Role::ShapeB, 'b') };
        for &corner in corners {
            let key = format!("corner/{body}/{corner}");
            picture.point(role, key.clone(), self.position(body, corner));
            picture.label(role, key, self.position(body, corner), corner_names(letter, &[corner]));
        }
    }
}

/// Edges of `faces`: pairs of vertex indices in ascending order, each edge once.
fn edges(faces: &[Vec<u32>]) -> Vec<[u32; 2]> {
    let edges = faces.iter().flat_map(|face| {
        let next = face.iter().cycle().skip(1);
        face.iter().zip(next).map(|(&from, &to)| [from.min(to), from.max(to)])
    });
    let mut edges: Vec<[u32; 2]> = edges.collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Largest number of vertices that [`corner_names`] names: more would not fit at a mark.
const MAX_NAMED: usize = 6;

/// Names of the vertices of a body with the indices `corners`, in a row: `a₀a₁a₂`. Of more than six vertices, the first
/// six and `…`.
pub fn corner_names(letter: char, corners: &[u32]) -> String {
    let named = corners.iter().take(MAX_NAMED);
    let names: String = named.map(|corner| format!("{letter}{}", subscript(*corner))).collect();
    if corners.len() > MAX_NAMED { format!("{names}…") } else { names }
}

/// Text of `n` in subscript digits.
fn subscript(n: u32) -> String {
    let digits = n.to_string();
    let values = digits.chars().filter_map(|digit| digit.to_digit(10));
    values.map(|value| char::from_u32('₀' as u32 + value).unwrap_or('?')).collect()
}
