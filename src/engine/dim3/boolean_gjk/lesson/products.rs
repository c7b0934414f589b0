//! The triple products in words.

use super::super::Product;

/// The product in symbols, and where the origin is if it is positive, and if it is not.
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
