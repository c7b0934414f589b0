//! Texts of the triple products.

use super::super::{Row, Table};
use crate::answer::number::number;
use crate::lesson::isa_gjk::vertices::SimplexVertex;
use crate::snapshot::boolean_gjk::{Asked, Product};

/// Product in symbols, and the place of the origin for a positive and for another sign.
pub(super) fn meaning(product: Product) -> (&'static str, &'static str, &'static str) {
    match product {
        Product::Line => ("ab·ao", "on b's side of a", "behind a"),
        Product::BeyondAc => ("(abc × ac)·ao", "beyond ac", "not beyond ac"),
        Product::Ac => ("ac·ao", "on c's side of a", "not on c's side"),
        Product::BeyondAb => ("(ab × abc)·ao", "beyond ab", "not beyond ab"),
        Product::Above => ("abc·ao", "above the face", "below the face"),
        Product::BeyondFace => ("n·ao", "beyond this face", "not beyond this face"),
    }
}

/// Names of the vertices of a product.
pub(super) fn corners(asked: &Asked, joined: &[SimplexVertex]) -> String {
    let mut of: Vec<String> =
        asked.places.iter().filter_map(|&p| joined.get(usize::from(p))).map(SimplexVertex::name).collect();
    of.dedup();
    of.join(" ")
}

/// Table of the evaluated signs, with the vertices of the simplex, newest first.
pub(super) fn questions(asked: &[Asked], joined: &[SimplexVertex]) -> Table {
    let columns = vec!["product", "of", "value", "so the origin is"];
    Table {
        title: "Signs asked for",
        columns,
        rows: asked
            .iter()
            .map(|asked| {
                let (product, yes, no) = meaning(asked.product);
                let yes_no = if asked.value > 0.0 { yes } else { no };
                Row {
                    cells: vec![product.into(), corners(asked, joined).into(), number(asked.value), yes_no.into()],
                    key: None,
                    chosen: asked.value > 0.0,
                }
            })
            .collect(),
    }
}
