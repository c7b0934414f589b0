//! Words for the signs that a case of the simplex tests: dot products and triple products with `ao`, the vector from
//! the newest vertex `a` to the origin.

use crate::answer::number::number;
use crate::lesson::gjk::isa::vertices::SimplexVertex;
use crate::lesson::{Row, Table};
use crate::snapshot::boolean_gjk::{Asked, Product};

/// Formula of a product, and the region of the origin for each sign.
struct ProductWords {
    formula: &'static str,
    if_positive: &'static str,
    otherwise: &'static str,
}

impl ProductWords {
    /// Words of a product; a face of the tetrahedron is "this face".
    fn of(product: Product) -> Self {
        let [formula, if_positive, otherwise] = match product {
            Product::Line => ["ab·ao", "on b's side of a", "behind a"],
            Product::BeyondAc => ["(abc × ac)·ao", "beyond ac", "not beyond ac"],
            Product::Ac => ["ac·ao", "on c's side of a", "not on c's side"],
            Product::BeyondAb => ["(ab × abc)·ao", "beyond ab", "not beyond ab"],
            Product::Above => ["abc·ao", "above the face", "below the face"],
            Product::BeyondFace => ["n·ao", "beyond this face", "not beyond this face"],
        };
        Self { formula, if_positive, otherwise }
    }

    /// Region of the origin, given the value of the product.
    fn region(&self, value: f64) -> &'static str {
        if value > 0.0 { self.if_positive } else { self.otherwise }
    }
}

/// Clause on a tested sign and the region of the origin: `ab·ao > 0: on b's side of a`.
pub(super) fn clause(test: &Asked, simplex: &[SimplexVertex]) -> String {
    let words = ProductWords::of(test.product);
    let sign = if test.value > 0.0 { "> 0" } else { "≤ 0" };
    let region = match test.product {
        // A tetrahedron has several faces, so a sentence names the one that is tested.
        Product::BeyondFace => {
            let side = if test.value > 0.0 { "beyond" } else { "not beyond" };
            format!("{side} the face {}", vertex_names(test, simplex))
        }
        Product::Line | Product::BeyondAc | Product::Ac | Product::BeyondAb | Product::Above => {
            words.region(test.value).to_owned()
        }
    };
    format!("{} {sign}: {region}", words.formula)
}

/// Names of the vertices of a product, separated by spaces.
fn vertex_names(test: &Asked, simplex: &[SimplexVertex]) -> String {
    let vertices = test.places.iter().filter_map(|&place| simplex.get(usize::from(place)));
    let mut names: Vec<String> = vertices.map(SimplexVertex::name).collect();
    // A product of fewer than three vertices repeats the last one.
    names.dedup();
    names.join(" ")
}

/// Table of the tested signs; `simplex` has the newest vertex first.
pub(super) fn table(tests: &[Asked], simplex: &[SimplexVertex]) -> Table {
    let rows = tests
        .iter()
        .map(|test| {
            let words = ProductWords::of(test.product);
            Row {
                cells: vec![
                    words.formula.into(),
                    vertex_names(test, simplex).into(),
                    number(test.value),
                    words.region(test.value).into(),
                ],
                key: None,
                chosen: test.value > 0.0,
            }
        })
        .collect();
    Table { title: "Signs asked for", columns: vec!["product", "of", "value", "so the origin is"], rows }
}
