//! Words, pictures and a table for the signs that boolean GJK tests: dot products and triple products with `ao`, the
//! vector from the newest vertex `a` of the simplex to the origin. Each sign excludes one half-space, which cannot
//! contain the origin.

use glam::DVec3;

use crate::answer::number::number;
use crate::lesson::gjk::simplex_view::{SimplexVertex, joined_names};
use crate::lesson::{Row, Sentence, Table, say};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::boolean_gjk::{Product, SignTest};

/// Formula of a product, and the region of the origin for each sign.
struct ProductWords {
    formula: &'static str,
    /// Clause on the origin if the product is positive.
    if_positive: &'static str,
    /// Clause on the origin if it is not.
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

    /// Region of the origin, given the value of the product.
    fn region(&self, value: f64) -> &'static str {
        if value > 0.0 { self.if_positive } else { self.otherwise }
    }
}

/// Clause on the region of the origin and the sign `number` that proves it: `lies on b's side of a: ab·ao > 0`.
pub(super) fn clause(number: usize, test: &SignTest, simplex: &[SimplexVertex]) -> Sentence {
    let sign = Sentence::mark(inequality(test), format!("sign/{number}"));
    let region = match test.product {
        // A tetrahedron has several faces, so a sentence names the one that is tested.
        Product::BeyondFace => {
            let side = if test.value > 0.0 { "lies beyond" } else { "does not lie beyond" };
            let face = test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot)));
            say!("{} face {}", side, joined_names(face))
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
    /// Point on the border, in the middle of the vertices that it passes through.
    at: DVec3,
    /// Unit normal of the border, towards the origin's side.
    towards: DVec3,
}

impl ExcludedHalfSpace {
    /// Half-space that the sign of a product excludes; `None` for a simplex in which its normal is zero.
    fn of(test: &SignTest, simplex: &[SimplexVertex]) -> Option<Self> {
        let [a, b, c] = test.slots.map(|slot| simplex.get(usize::from(slot)).map(|vertex| vertex.w));
        let [a, b, c] = [a?, b?, c?];
        let normal = (b - a).cross(c - a);
        let (positive, at) = match test.product {
            Product::Line => (b - a, a),
            Product::Ac => (c - a, a),
            Product::BeyondAc => (normal.cross(c - a), a.midpoint(c)),
            Product::BeyondAb => ((b - a).cross(normal), a.midpoint(b)),
            Product::Above => (normal, (a + b + c) / 3.0),
            Product::BeyondFace => {
                let center = simplex.iter().map(|vertex| vertex.w).sum::<DVec3>() / simplex.len() as f64;
                let outward = if normal.dot(center - a) > 0.0 { -normal } else { normal };
                (outward, (a + b + c) / 3.0)
            }
        };
        let towards = if test.value > 0.0 { positive } else { -positive };
        Some(Self { at, towards: towards.try_normalize()? })
    }
}

/// Adds the half-planes or half-spaces that the tested signs exclude, hatched, with the signs on the other side of
/// their borders. `size` is that of A − B, meters.
pub(super) fn add_excluded_half_spaces(
    cso: &mut Picture,
    tests: &[SignTest],
    simplex: &[SimplexVertex],
    (size, is_planar): (f64, bool),
) {
    for (i, test) in tests.iter().enumerate() {
        let Some(ExcludedHalfSpace { at, towards }) = ExcludedHalfSpace::of(test, simplex) else { continue };
        let key = format!("sign/{i}");
        let half_size = if is_planar { HALF_PLANE * size } else { half_side_of_patch(test, simplex, size) };
        let form = Form::HalfSpace { point: at, normal: towards, half_size, flat: is_planar };
        cso.add(Role::Outside, key.clone(), form);
        cso.label(Role::Outside, key, at + towards * (LABEL_HEIGHT * size), inequality(test));
    }
}

/// Largest half side of the patch of a half-space's border, in sizes of A − B.
const PATCH: f64 = 0.3;

/// Half side of the patch of a half-space's border, in lengths of the longest edge of the tested vertices.
const PATCH_OF_EDGE: f64 = 0.15;

/// Half side of the patch of a half-space's border in space: small enough that several patches do not cover each other.
fn half_side_of_patch(test: &SignTest, simplex: &[SimplexVertex], size: f64) -> f64 {
    let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
    let edges = vertices.iter().flat_map(|p| vertices.iter().map(|q| p.distance(*q)));
    (PATCH_OF_EDGE * edges.fold(0.0, f64::max)).min(PATCH * size)
}

/// Positions of the vertices of a product, configuration space.
fn tested_vertices<'a>(test: &'a SignTest, simplex: &'a [SimplexVertex]) -> impl Iterator<Item = DVec3> + 'a {
    test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot))).map(|vertex| vertex.w)
}

/// Normal of the triangle of a product, of any length; zero for a product of fewer than three vertices.
fn normal_of_product(test: &SignTest, simplex: &[SimplexVertex]) -> DVec3 {
    let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
    match vertices[..] {
        [a, b, c] => (b - a).cross(c - a),
        _ => DVec3::ZERO,
    }
}

/// Normal of the triangle whose product is tested last; `None` if all products have fewer than three vertices.
pub(super) fn tested_normal(tests: &[SignTest], simplex: &[SimplexVertex]) -> Option<DVec3> {
    tests.iter().rev().map(|test| normal_of_product(test, simplex)).find(|normal| *normal != DVec3::ZERO)
}

/// Length of the arrow of a normal, in sizes of A − B.
const NORMAL_LENGTH: f64 = 0.15;

/// Adds the normals in the formulas of the tested products as arrows: `n` of a face of the tetrahedron, `abc` of the
/// triangle abc. `size` is that of A − B, meters.
pub(super) fn add_normals(cso: &mut Picture, tests: &[SignTest], simplex: &[SimplexVertex], size: f64) {
    for test in tests {
        let vertices: Vec<DVec3> = tested_vertices(test, simplex).collect();
        let Some(normal) = normal_of_product(test, simplex).try_normalize() else { continue };
        let middle = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let (name, normal, from) = match test.product {
            Product::Line | Product::Ac => continue,
            Product::BeyondFace => {
                let center = simplex.iter().map(|vertex| vertex.w).sum::<DVec3>() / simplex.len() as f64;
                let outward = if normal.dot(center - middle) > 0.0 { -normal } else { normal };
                ("n", outward, middle)
            }
            // Next to the normal n of the same face.
            Product::BeyondAc | Product::BeyondAb | Product::Above => ("abc", normal, middle.midpoint(vertices[0])),
        };
        let key = format!("normal/{name}");
        if !cso.marks.iter().any(|mark| mark.key.0 == key) || name == "n" {
            let tip = from + normal * (NORMAL_LENGTH * size);
            cso.arrow(Role::Normal, key.clone(), from, tip);
            cso.label(Role::Normal, key, tip, name);
        }
    }
}

/// Half side of a half-plane, which extends beyond the pane, in sizes of A − B.
const HALF_PLANE: f64 = 20.0;

/// Distance of a sign's label from the border, in sizes of A − B.
const LABEL_HEIGHT: f64 = 0.06;

/// Names of the vertices of a product, separated by spaces.
fn vertex_names(test: &SignTest, simplex: &[SimplexVertex]) -> String {
    let vertices = test.slots.iter().filter_map(|&slot| simplex.get(usize::from(slot)));
    let mut names: Vec<String> = vertices.map(|vertex| vertex.name("w")).collect();
    // A product of fewer than three vertices repeats the last one.
    names.dedup();
    names.join(" ")
}

/// Table of the tested signs; `simplex` has the newest vertex first.
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
