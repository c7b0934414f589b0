//! Exact orientation of four points with integer coordinates.

/// Maximum number of bits of a coordinate, without the sign. Differences then have 60 bits, a product of two 120, a
/// difference of two products 121, and the determinant 183. Two `i128` hold it, one its bits from the 64th on, the
/// other those below.
pub(super) const BITS: i32 = 59;

/// `(a − d) · ((b − d) × (c − d))`, as `robust::orient3d`: the sign is exact, the value rounded.
pub(super) fn orient3d([a, b, c, d]: [[i64; 3]; 4]) -> f64 {
    let [u, v, w] = [a, b, c].map(|p| [p[0] - d[0], p[1] - d[1], p[2] - d[2]].map(i128::from));
    // The determinant is `high · 2⁶⁴ + low`. A component of the cross product has 121 bits, too many for its product to
    // fit in an `i128`, so its upper and its lower 64 bits are multiplied separately.
    let mut high = 0;
    let mut low = 0;
    for (k, component) in u.iter().enumerate() {
        let i = (k + 1) % 3;
        let j = (k + 2) % 3;
        let cross = v[i] * w[j] - v[j] * w[i];
        high += component * (cross >> 64);
        low += component * i128::from(cross as u64);
    }
    high += low >> 64;
    let low = low as u64;
    // For a small negative number the high half is −1, and as floats it would cancel with the low half, which is never
    // negative.
    match i64::try_from(high) {
        Ok(high) => (i128::from(high) << 64 | i128::from(low)) as f64,
        Err(_) => high as f64 * 2.0_f64.powi(64),
    }
}
