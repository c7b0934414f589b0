//! Words, pictures and a table for the signs that boolean GJK tests: dot products and triple products with `ao`, the
//! vector from the newest vertex `a` of the simplex to the origin. Each sign excludes one half-space, which cannot
//! contain the origin.
//!
//! In all functions, `simplex` has the newest vertex first, and a test refers to its vertices by index
//! ([`SignTest::slots`]).

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::boolean_gjk::{Product, SignTest};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use crate::gjk::simplex_view::{SimplexVertex, joined_names};
use crate::{Row, Sentence, Table, say};

/// Formula of a product, and the region of the origin for each sign.
struct ProductWords {
    formula: &'static str,
    /// Predicate of "the origin" if the product is positive.
    if_positive: &'static str,
    /// Predicate of "the origin" if the product is zero or negative.
    otherwise: &'static str,
}

impl ProductWords {
    /// Words of a product; a face of the tetrahedron is "this face".
    fn of(product: Product) -> Self {
        let [formula, if_positive, otherwise] = match product {
            Product::Line => ["ab·ao", "lies on b's side of a", "does not lie on b's side of a"],
            Product::BeyondAc => ["(abc × ac)·ao", "lies beyond edge ac", "does not lie beyond edge ac"],
            Product::Ac => ["ac·ao", "lies on c's side of a", "does not lie on c's side of a"],
            Product::BeyondAb => ["(ab × abc)·ao", "lies beyond edge ab", "does not lie beyond edge ab"],
            Product::Above => {
                ["abc·ao", "lies on the side of abc's normal", "does not lie on the side of abc's normal"]
            }
            Product::BeyondFace => ["n·ao", "lies beyond this face", "does not lie beyond this face"],
        };
        Self { formula, if_positive, otherwise }
    }

    /// Region of the origin if the product has this value.
    fn region(&self, value: f64) -> &'static str {
        if value > 0.0 { self.if_positive } else { self.otherwise }
    }
}

/// Clause on the region of the origin and the sign that proves it: `lies on b's side of a: ab·ao > 0`. `number` is the
/// index of the test in the step.
pub(super) fn clause(number: usize, test: &SignTest, simplex: &[SimplexVertex]) -> Sentence {
    let sign = Sentence::mark(inequality(test), format!("sign/{number}"));
    let region = match test.product {
        // A tetrahedron has several faces, so a sentence names the one that is tested.
        Product::BeyondFace => {
            let predicate = if test.value > 0.0 { "lies beyond" } else { "does not lie beyond" };
            let face = test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot)));
            say!("{} face {}", predicate, joined_names(face))
        }
        Product::Line | Product::BeyondAc | Product::Ac | Product::BeyondAb | Product::Above => {
            Sentence::from(ProductWords::of(test.product).region(test.value))
        }
    };
    say!("{}: {}", region, sign)
}

/// Formula of a tested product with its sign: `ab·ao > 0`.
fn inequality(test: &SignTest) -> String {
    let sign = if test.value > 0.0 { "> 0" } else { "≤ 0" };
    format!("{} {sign}", ProductWords::of(test.product).formula)
}

/// Half-space that a sign excludes: its border passes through vertices of the simplex.
struct ExcludedHalfSpace {
    /// Point on the border, in the middle of the vertices that it passes through; configuration space, meters.
    border_point: DVec3,
    /// Unit normal of the border, towards the side of the origin, which is not excluded.
    normal: DVec3,
}

impl ExcludedHalfSpace {
    /// Half-space that the sign of a product excludes; `None` if a vertex is missing, and for a degenerate simplex, in
    /// which the normal of the border is zero.
    fn of(test: &SignTest, simplex: &[SimplexVertex]) -> Option<Self> {
        let [a, b, c] = test.slots.map(|slot| simplex.get(usize::from(slot)).map(|vertex| vertex.w));
        let [a, b, c] = [a?, b?, c?];
        let abc = (b - a).cross(c - a);
        let border_point = match test.product {
            Product::Line | Product::Ac => a,
            Product::BeyondAc => a.midpoint(c),
            Product::BeyondAb => a.midpoint(b),
            Product::Above | Product::BeyondFace => (a + b + c) / 3.0,
        };
        // The product is the dot product of this vector and `ao`, so the vector points to the side of a positive sign.
        let factor = match test.product {
            Product::Line => b - a,
            Product::Ac => c - a,
            Product::BeyondAc => abc.cross(c - a),
            Product::BeyondAb => (b - a).cross(abc),
            Product::Above => abc,
            Product::BeyondFace => outward(abc, a, simplex),
        };
        let to_origin = if test.value > 0.0 { factor } else { -factor };
        Some(Self { border_point, normal: to_origin.try_normalize()? })
    }
}

/// Returns the normal of a face of the simplex, or its opposite, whichever points away from the mean of the vertices;
/// `face_point` is any point of the face.
fn outward(face_normal: DVec3, face_point: DVec3, simplex: &[SimplexVertex]) -> DVec3 {
    let center = simplex.iter().map(|vertex| vertex.w).sum::<DVec3>() / simplex.len() as f64;
    if face_normal.dot(center - face_point) > 0.0 { -face_normal } else { face_normal }
}

/// Adds the half-planes or half-spaces that the tested signs exclude, hatched, with the formula of each sign on the
/// other side of its border. `size` is the bounding radius of A − B, meters.
pub(super) fn add_excluded_half_spaces(
    cso: &mut Picture,
    tests: &[SignTest],
    simplex: &[SimplexVertex],
    size: f64,
    is_planar: bool,
) {
    for (i, test) in tests.iter().enumerate() {
        let Some(excluded) = ExcludedHalfSpace::of(test, simplex) else { continue };
        let ExcludedHalfSpace { border_point, normal } = excluded;
        let key = format!("sign/{i}");
        let half_size = if is_planar { HALF_PLANE * size } else { half_side_of_patch(test, simplex, size) };
        let form = Form::HalfSpace { point: border_point, normal, half_size, flat: is_planar };
        cso.add(Role::Outside, key.clone(), form);
        cso.label(Role::Outside, key, border_point + normal * (LABEL_HEIGHT * size), inequality(test));
    }
}

/// Largest half side of the square that shows a half-space's border, as a fraction of the bounding radius of A − B.
const LARGEST_PATCH: f64 = 0.3;

/// Half side of the square that shows a half-space's border, as a fraction of the longest edge of the tested vertices.
const PATCH_OF_EDGE: f64 = 0.15;

/// Half side of the square that shows a half-space's border in space, meters: small enough that the squares of several
/// signs do not cover each other. `size` is the bounding radius of A − B, meters.
fn half_side_of_patch(test: &SignTest, simplex: &[SimplexVertex], size: f64) -> f64 {
    let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
    let edges = vertices.iter().flat_map(|p| vertices.iter().map(|q| p.distance(*q)));
    let longest_edge = edges.fold(0.0, f64::max);
    (PATCH_OF_EDGE * longest_edge).min(LARGEST_PATCH * size)
}

/// Positions of the vertices of a product, configuration space, meters. A product of fewer than three vertices repeats
/// the last one.
fn tested_vertices<'a>(test: &'a SignTest, simplex: &'a [SimplexVertex]) -> impl Iterator<Item = DVec3> + 'a {
    test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot))).map(|vertex| vertex.w)
}

/// Normal of the triangle of a product, of any length; zero for a product of fewer than three different vertices.
fn normal_of_product(test: &SignTest, simplex: &[SimplexVertex]) -> DVec3 {
    let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
    match vertices[..] {
        [a, b, c] => (b - a).cross(c - a),
        _ => DVec3::ZERO,
    }
}

/// Normal, of any length, of the last tested triangle; `None` if all products have fewer than three vertices.
pub(super) fn tested_normal(tests: &[SignTest], simplex: &[SimplexVertex]) -> Option<DVec3> {
    tests.iter().rev().map(|test| normal_of_product(test, simplex)).find(|normal| *normal != DVec3::ZERO)
}

/// Length of the arrow of a normal, as a fraction of the bounding radius of A − B.
const NORMAL_LENGTH: f64 = 0.15;

/// Adds the normals in the formulas of the tested products as arrows: `n` of a face of the tetrahedron, `abc` of the
/// triangle abc. `size` is the bounding radius of A − B, meters.
pub(super) fn add_normals(cso: &mut Picture, tests: &[SignTest], simplex: &[SimplexVertex], size: f64) {
    for test in tests {
        let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
        let Some(normal) = normal_of_product(test, simplex).try_normalize() else { continue };
        let middle = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        match test.product {
            Product::Line | Product::Ac => {}
            Product::BeyondFace => {
                let outward_normal = outward(normal, middle, simplex);
                add_normal(cso, "n", middle, outward_normal * (NORMAL_LENGTH * size));
            }
            Product::BeyondAc | Product::BeyondAb | Product::Above => {
                // Several products of the same triangle contain abc, which is drawn once.
                let is_drawn = cso.marks.iter().any(|mark| mark.key.0 == "normal/abc");
                if !is_drawn {
                    // The middle of the triangle is for the normal n of the same face.
                    let start = middle.midpoint(vertices[0]);
                    add_normal(cso, "abc", start, normal * (NORMAL_LENGTH * size));
                }
            }
        }
    }
}

/// Adds an arrow with a name at its tip; `arrow` leads from `start` to the tip, meters.
fn add_normal(cso: &mut Picture, name: &'static str, start: DVec3, arrow: DVec3) {
    let key = format!("normal/{name}");
    let tip = start + arrow;
    cso.arrow(Role::Normal, key.clone(), start, tip);
    cso.label(Role::Normal, key, tip, name);
}

/// Half side of a half-plane, as a multiple of the bounding radius of A − B: so large that it ends outside the pane.
const HALF_PLANE: f64 = 20.0;

/// Distance of a sign's label from the border, as a fraction of the bounding radius of A − B.
const LABEL_HEIGHT: f64 = 0.06;

/// Names of the vertices of a product, separated by spaces.
fn vertex_names(test: &SignTest, simplex: &[SimplexVertex]) -> String {
    let vertices = test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot)));
    let mut names: Vec<String> = vertices.map(|vertex| vertex.name("w")).collect();
    // A product of fewer than three vertices repeats the last one.
    names.dedup();
    names.join(" ")
}

/// Table of the tested signs, in order. Positive ones are highlighted.
pub(super) fn table(tests: &[SignTest], simplex: &[SimplexVertex]) -> Table {
    let rows = tests
        .iter()
        .enumerate()
        .map(|(i, test)| {
            let words = ProductWords::of(test.product);
            Row {
                cells: vec![
                    words.formula.into(),
                    vertex_names(test, simplex).into(),
                    number(test.value),
                    words.region(test.value).into(),
                ],
                key: Some(format!("sign/{i}").into()),
                chosen: test.value > 0.0,
            }
        })
        .collect();
    Table { title: "Tested signs", columns: vec!["product", "vertices", "value", "origin"], rows }
}
