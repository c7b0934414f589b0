//! Sine, cosine and the angle of a direction in plain arithmetic, with the same bits on every machine.
//!
//! - **Source**: the kernels of fdlibm (`k_sin`, `k_cos`, `s_atan`), whose error is below one unit in the last place of
//!   `f64`, and the argument reduction of Cody and Waite. Both precisions compute in `f64`.

use super::prelude::*;

/// `π/2` as a sum of three numbers; the first two have enough trailing zeros for exact multiples up to 2²⁰.
const HALF_PI: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];

/// Largest angle that is reduced by [`HALF_PI`] alone, radians: somewhat less than 2²⁰ times π/2. Larger angles are
/// first reduced modulo the rounded 2π, whose error is smaller than that of the rounded angle itself.
const MAX_REDUCED_ANGLE: f64 = 1.5e6;

/// Returns `(cos θ, sin θ)`; NaN for infinity and NaN.
pub fn rotation(angle: Real) -> Vec2 {
    let (sin, cos) = sin_cos(angle as f64);
    Vec2::new(cos as Real, sin as Real)
}

/// Returns `(sin θ, cos θ)`; NaN for infinity and NaN.
fn sin_cos(angle: f64) -> (f64, f64) {
    let angle = if angle.abs() > MAX_REDUCED_ANGLE { angle % std::f64::consts::TAU } else { angle };
    let quarters = (angle * std::f64::consts::FRAC_2_PI).round_ties_even();
    let reduced = ((angle - quarters * HALF_PI[0]) - quarters * HALF_PI[1]) - quarters * HALF_PI[2];
    let sin = sine(reduced);
    let cos = cosine(reduced);
    match quarters as i64 & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Returns the sine for `|x| ≤ π/4` and slightly more.
fn sine(x: f64) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    let z = x * x;
    x + x * z * (S[0] + z * (S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])))))
}

/// Returns the cosine for `|x| ≤ π/4` and slightly more.
fn cosine(x: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let z = x * x;
    let tail = z * z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    let half = 0.5 * z;
    let rounded = 1.0 - half;
    // The rounding error of `rounded` is exactly `(1 − rounded) − half`.
    rounded + ((1.0 - rounded) - half + tail)
}

/// Returns the angle of a direction of any length, in [−π, π]; 0 for the zero vector.
pub fn angle(direction: Vec2) -> Real {
    angle_of(f64::from(direction.x), f64::from(direction.y)) as Real
}

/// Returns the angle of a direction in `f64`, in [−π, π]; 0 for the zero vector. It is −π if `y` is negative but
/// negligible next to a negative `x`.
pub fn angle_of(x: f64, y: f64) -> f64 {
    let long = x.abs().max(y.abs());
    let short = x.abs().min(y.abs());
    if !(long > 0.0) {
        return 0.0;
    }
    let octant = arc_tangent(short / long);
    let in_quadrant = if y.abs() > x.abs() { std::f64::consts::FRAC_PI_2 - octant } else { octant };
    let in_half_plane = if x < 0.0 { std::f64::consts::PI - in_quadrant } else { in_quadrant };
    if y < 0.0 { -in_half_plane } else { in_half_plane }
}

/// Returns the arc tangent for 0 ≤ x ≤ 1.
fn arc_tangent(x: f64) -> f64 {
    const A: [f64; 11] = [
        3.333_333_333_333_293e-1,
        -1.999_999_999_987_648_3e-1,
        1.428_571_427_250_346_6e-1,
        -1.111_111_040_546_235_6e-1,
        9.090_887_133_436_507e-2,
        -7.691_876_205_044_83e-2,
        6.661_073_137_387_531e-2,
        -5.833_570_133_790_573_5e-2,
        4.976_877_994_615_932e-2,
        -3.653_157_274_421_691_6e-2,
        1.628_582_011_536_578_2e-2,
    ];
    // Expanded about 0, ½ or 1, so that the argument of the series is at most 7/16 in magnitude.
    let (angle_of_center, x) = if x < 0.4375 {
        (0.0, x)
    } else if x < 0.6875 {
        (4.636_476_090_008_061e-1, (2.0 * x - 1.0) / (2.0 + x))
    } else {
        (std::f64::consts::FRAC_PI_4, (x - 1.0) / (x + 1.0))
    };
    let z = x * x;
    let series = A.iter().rev().fold(0.0, |sum, a| a + z * sum);
    angle_of_center + (x - x * z * series)
}
