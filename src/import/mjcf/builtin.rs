//! Meshes that MuJoCo generates from parameters (`builtin` of a mesh in MJCF). Scenes use their convex hulls; triangles
//! are generated where the inertia of the mesh is not that of its hull.
//!
//! - **Source**: `mjs_makeMesh` and the generators of `mjCMesh` in MuJoCo 4.
//! - **Departures**: `plate`, `square` and `disc` are flat and have no hull; they are refused, as MuJoCo does for
//!   geoms that collide.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::DVec3;

use super::icosphere;
use super::mesh_asset::Surface;

/// Maximum number of sides of a cone, so that its hull is built in a moment.
const MAX_SIDES: f64 = 10_000.0;

/// Maximum number of vertices of a mesh along one of its directions.
const MAX_RESOLUTION: f64 = 500.0;

/// Maximum number of vertices of a lattice along an axis.
const MAX_LATTICE: f64 = 200.0;

/// Index of the parameter of a lattice that states its dimension: 3, or 2 for a shell.
const DIMENSION_INDEX: usize = 6;

/// Returns the surface of a built-in mesh before it is scaled, or the reason why there is none. `params` are the
/// numbers of the attribute `params`.
pub(super) fn surface(kind: &str, params: &[f64]) -> Result<Surface, String> {
    let vertices = vertices(kind, params)?;
    // The triangles of the other kinds are those of the hull.
    let triangles = match (kind, params) {
        ("supersphere", [count, ..]) => supersphere_triangles(*count as u32),
        ("supertorus", [count, ..]) => supertorus_triangles(*count as u32),
        _ => Vec::new(),
    };
    let has_unknown_triangles = kind != "grid" && params.get(DIMENSION_INDEX) == Some(&2.0);
    Ok(Surface { vertices, triangles, has_unknown_triangles })
}

/// Returns the vertices of a built-in mesh before it is scaled, or the reason why there are none.
fn vertices(kind: &str, params: &[f64]) -> Result<Vec<[f64; 3]>, String> {
    let vertices = match kind {
        "sphere" => sphere_of_params(params),
        "hemisphere" => hemisphere_of_params(params),
        "cone" => cone_of_params(params),
        "supersphere" => supersphere_of_params(params),
        "supertorus" => supertorus_of_params(params),
        "wedge" => wedge_of_params(params),
        "grid" | "box" | "cylinder" | "ellipsoid" => lattice_of_params(kind, params),
        "plate" | "square" | "disc" => return Err(format!("a built-in {kind} is flat: it has no convex hull")),
        _ => None,
    };
    vertices.ok_or_else(|| parameter_error(kind, params))
}

/// Reads the number of subdivisions of a sphere; `None` for other parameters, as the functions below.
fn sphere_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[subdivisions] = params else { return None };
    is_whole_within(subdivisions, 0.0, 4.0).then(|| icosphere::vertices(subdivisions as usize))
}

/// Reads the resolution of a hemisphere.
fn hemisphere_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[resolution] = params else { return None };
    is_whole_within(resolution, 0.0, 10.0).then(|| hemisphere(resolution as usize))
}

/// Reads the number of sides and the upper radius of a cone.
fn cone_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[sides, radius] = params else { return None };
    let is_valid = is_whole_within(sides, 3.0, MAX_SIDES) && (0.0..=1.0).contains(&radius);
    is_valid.then(|| cone(sides as usize, radius))
}

/// Reads the resolution of a superellipsoid and its exponents.
fn supersphere_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[resolution, e, n] = params else { return None };
    let is_valid = is_whole_within(resolution, 3.0, MAX_RESOLUTION) && e >= 0.0 && n >= 0.0;
    is_valid.then(|| supersphere(resolution as usize, e, n))
}

/// Reads the resolution of a torus, the radius of its tube, and its exponents.
fn supertorus_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[resolution, tube_radius, tube_exponent, ring_exponent] = params else { return None };
    let is_valid = is_whole_within(resolution, 3.0, MAX_RESOLUTION)
        && tube_radius > 0.0
        && tube_radius <= 1.0
        && tube_exponent > 0.0
        && ring_exponent > 0.0;
    is_valid.then(|| supertorus(resolution as usize, tube_radius, tube_exponent, ring_exponent))
}

/// Reads the counts of a wedge's grid, its angles, degrees, and its gamma.
fn wedge_of_params(params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let &[columns, rows, width, height, gamma] = params else { return None };
    let has_valid_counts = [columns, rows].into_iter().all(|count| is_whole_within(count, 2.0, MAX_RESOLUTION));
    let has_valid_angles = width > 0.0 && width <= 180.0 && height > 0.0 && height <= 90.0;
    // A grid of 2 × 2 directions has no solid hull.
    let is_valid = has_valid_counts && columns * rows > 4.0 && has_valid_angles && (0.0..=1.0).contains(&gamma);
    is_valid.then(|| wedge([columns, rows].map(|count| count as usize), [width, height], gamma))
}

/// Reads the counts and spacings of a lattice along the axes, and its dimension.
fn lattice_of_params(kind: &str, params: &[f64]) -> Option<Vec<[f64; 3]>> {
    let (&[x, y, z, dx, dy, dz] | &[x, y, z, dx, dy, dz, _]) = params else { return None };
    let dimension = params.get(DIMENSION_INDEX).copied().unwrap_or(3.0);
    let is_shell = dimension == 2.0;
    let has_valid_counts = [x, y, z].into_iter().all(|count| is_whole_within(count, 2.0, MAX_LATTICE));
    let has_valid_spacings = [dx, dy, dz].into_iter().all(|spacing| spacing != 0.0);
    let has_valid_dimension = dimension == 3.0 || is_shell && kind != "grid";
    let is_valid = has_valid_counts && has_valid_spacings && has_valid_dimension;
    is_valid.then(|| lattice(kind, is_shell, [x, y, z].map(|count| count as usize), [dx, dy, dz]))
}

/// Whether a parameter is a whole number from `min` to `max`.
fn is_whole_within(value: f64, min: f64, max: f64) -> bool {
    value.fract() == 0.0 && (min..=max).contains(&value)
}

/// Returns the error message for wrong parameters, which states the parameters that the kind of mesh needs.
fn parameter_error(kind: &str, params: &[f64]) -> String {
    let needs = match kind {
        "sphere" => "one parameter, its subdivisions: 0 to 4",
        "hemisphere" => "one parameter, its resolution: 0 to 10",
        "cone" => "two parameters: a whole number of sides from 3, and a radius from 0 to 1",
        "supersphere" => "three parameters: a whole resolution from 3 to 500, and two exponents from 0",
        "supertorus" => {
            "four parameters: a whole resolution from 3 to 500, a radius to 1, and two exponents, all above 0"
        }
        "wedge" => {
            "five parameters: two whole resolutions from 2 to 500, not both 2, angles to 180 and 90 degrees, and a \
             gamma from 0 to 1"
        }
        "grid" => "three whole counts from 2 to 200, three spacings that are not 0, and optionally the dimension 3",
        "box" | "cylinder" | "ellipsoid" => {
            "three whole counts from 2 to 200, three spacings that are not 0, and optionally the dimension 2 or 3"
        }
        _ => return format!("built-in meshes of kind `{kind}` are not supported"),
    };
    format!("a built-in {kind} needs {needs}; it has {params:?}")
}

/// Returns the vertices of the upper half of the unit sphere, ring by ring from the pole, and the center of its base.
/// Each ring consists of four arcs between the meridians through ±x and ±y.
fn hemisphere(resolution: usize) -> Vec<[f64; 3]> {
    const EQUATOR: [DVec3; 4] = [DVec3::X, DVec3::Y, DVec3::NEG_X, DVec3::NEG_Y];
    let mut points = vec![DVec3::Z];
    for row in 1..=resolution + 1 {
        let factor = row as f64 / (resolution + 1) as f64;
        for side in 0..4 {
            let start = DVec3::Z.lerp(EQUATOR[side], factor);
            let end = DVec3::Z.lerp(EQUATOR[(side + 1) % 4], factor);
            points.extend((0..row).map(|column| start.lerp(end, column as f64 / row as f64).normalize()));
        }
    }
    points.push(DVec3::ZERO);
    points.into_iter().map(|point| point.to_array()).collect()
}

/// Raises the magnitude of a number to a power, and keeps its sign.
fn signed_power(value: f64, exponent: f64) -> f64 {
    value.abs().powf(exponent).copysign(value)
}

/// Returns the vertices of a superellipsoid of radius 1 whose meridians have exponent `n` and whose parallels have
/// exponent `e`: the south pole, rings of `resolution` vertices, and the north pole.
fn supersphere(resolution: usize, e: f64, n: f64) -> Vec<[f64; 3]> {
    let mut points = vec![[0.0, 0.0, -1.0]];
    for ring in 1..resolution {
        let latitude = PI * ring as f64 / resolution as f64 - FRAC_PI_2;
        let ring_radius = signed_power(latitude.cos(), n);
        for column in 0..resolution {
            let longitude = TAU * column as f64 / resolution as f64 - PI;
            let x = ring_radius * signed_power(longitude.cos(), e);
            let y = ring_radius * signed_power(longitude.sin(), e);
            points.push([x, y, signed_power(latitude.sin(), n)]);
        }
    }
    points.push([0.0, 0.0, 1.0]);
    points
}

/// Returns the triangles of [`supersphere`], as indices of its vertices.
fn supersphere_triangles(resolution: u32) -> Vec<[u32; 3]> {
    let last = 1 + (resolution - 1) * resolution;
    let mut triangles = Vec::new();
    for ring in 0..resolution - 1 {
        for column in 0..resolution {
            let next_column = (column + 1) % resolution;
            let a = 1 + ring * resolution + column;
            let b = 1 + ring * resolution + next_column;
            if ring == 0 {
                triangles.push([0, b, a]);
            }
            if ring == resolution - 2 {
                triangles.push([a, b, last]);
            } else {
                triangles.extend([[a, b, a + resolution], [b, b + resolution, a + resolution]]);
            }
        }
    }
    triangles
}

/// Returns the point of the unit circle at an angle, radians, with the magnitudes of both coordinates raised to a
/// power.
fn on_supercircle(angle: f64, exponent: f64) -> [f64; 2] {
    [signed_power(angle.cos(), exponent), signed_power(angle.sin(), exponent)]
}

/// Returns the vertices of a supertorus about z, whose ring has radius 1 and whose tube has the given radius; exponents
/// of 1 are those of a round torus.
fn supertorus(resolution: usize, tube_radius: f64, tube_exponent: f64, ring_exponent: f64) -> Vec<[f64; 3]> {
    let mut points = Vec::with_capacity(resolution * resolution);
    for section in 0..resolution {
        let [x, y] = on_supercircle(TAU * section as f64 / resolution as f64, ring_exponent);
        for vertex in 0..resolution {
            let [out, z] = on_supercircle(TAU * vertex as f64 / resolution as f64, tube_exponent);
            let axis_distance = 1.0 + tube_radius * out;
            points.push([axis_distance * x, axis_distance * y, tube_radius * z]);
        }
    }
    points
}

/// Returns the triangles of [`supertorus`], as indices of its vertices.
fn supertorus_triangles(resolution: u32) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    for section in 0..resolution {
        let start = section * resolution;
        let next_start = ((section + 1) % resolution) * resolution;
        for vertex in 0..resolution {
            let next = (vertex + 1) % resolution;
            triangles.push([start + vertex, next_start + vertex, start + next]);
            triangles.push([next_start + vertex, next_start + next, start + next]);
        }
    }
    triangles
}

/// Returns the vertices of a grid of directions around −z on the unit sphere. `counts` and `angles`, degrees, are those
/// of longitude and latitude; `gamma` from 0 to 1 makes the grid denser in the middle.
fn wedge(counts: [usize; 2], angles: [f64; 2], gamma: f64) -> Vec<[f64; 3]> {
    let mut points = Vec::with_capacity(counts[0] * counts[1]);
    for column in 0..counts[0] {
        let (x, z) = cell_angle(counts[0], column, angles[0], gamma).sin_cos();
        for row in 0..counts[1] {
            let (y, cos_latitude) = cell_angle(counts[1], row, angles[1], gamma).sin_cos();
            points.push([cos_latitude * x, y, -cos_latitude * z]);
        }
    }
    points
}

/// Returns the vertices on the surface of a box lattice with these counts and spacings along the axes.
///
/// - **Cylinder, ellipsoid**: the vertices are moved onto the unit cylinder or sphere before they are stretched.
/// - **Shells** (dimension 2): the inner vertices of the upper face are omitted, as in MuJoCo 4.0.
fn lattice(kind: &str, is_shell: bool, counts: [usize; 3], spacings: [f64; 3]) -> Vec<[f64; 3]> {
    let half = [0, 1, 2].map(|axis| 0.5 * spacings[axis] * (counts[axis] - 1) as f64);
    let mut points = Vec::new();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            for k in 0..counts[2] {
                let index = [i, j, k];
                let is_inner = [0, 1, 2].map(|axis| index[axis] != 0 && index[axis] != counts[axis] - 1);
                let is_omitted_layer = is_inner[2] || is_shell && k != 0;
                if is_inner[0] && is_inner[1] && is_omitted_layer {
                    continue;
                }
                let [x, y, z] = [0, 1, 2].map(|axis| 2.0 * index[axis] as f64 / (counts[axis] - 1) as f64 - 1.0);
                let [x, y, z] = match kind {
                    "cylinder" if x != 0.0 || y != 0.0 => {
                        let factor = x.abs().max(y.abs()) / x.hypot(y);
                        [x * factor, y * factor, z]
                    }
                    "ellipsoid" => DVec3::new(x, y, z).normalize().to_array(),
                    _ => [x, y, z],
                };
                points.push([x * half[0], y * half[1], z * half[2]]);
            }
        }
    }
    points
}

/// Returns the angle at the middle of a cell of a wedge's grid, radians. The grid of `count` cells ranges from −`limit`
/// to `limit`, degrees.
fn cell_angle(count: usize, cell: usize, limit: f64, gamma: f64) -> f64 {
    let low = edge_angle(count, cell, limit, gamma);
    let high = edge_angle(count, cell + 1, limit, gamma);
    0.5 * (low + high)
}

/// Returns the angle at an edge between two cells of a wedge's grid, radians.
fn edge_angle(count: usize, edge: usize, limit: f64, gamma: f64) -> f64 {
    let x = 2.0 * edge as f64 / count as f64 - 1.0;
    (gamma * x.powi(5) + (1.0 - gamma) * x) * limit.to_radians()
}

/// Returns the vertices of a regular polygon of radius 1 at z = −1, and of one with this radius at z = 1; for radius 0,
/// the second polygon is its center.
fn cone(sides: usize, radius: f64) -> Vec<[f64; 3]> {
    let base = ring(sides, 1.0, -1.0);
    if radius > 0.0 { base.chain(ring(sides, radius, 1.0)).collect() } else { base.chain([[0.0, 0.0, 1.0]]).collect() }
}

/// Returns the vertices of a regular polygon around the z axis at height `z`.
fn ring(sides: usize, radius: f64, z: f64) -> impl Iterator<Item = [f64; 3]> {
    (0..sides).map(move |index| {
        let angle = TAU * index as f64 / sides as f64;
        [radius * angle.cos(), radius * angle.sin(), z]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subdivisions_have_the_counts_that_mujoco_says() {
        for (count, vertices) in [(0, 12), (1, 42), (2, 162), (3, 642)] {
            assert_eq!(icosphere::vertices(count).len(), vertices, "{count}");
        }
        // Vertices that MuJoCo 4.0 makes.
        let expected = [-0.809016994, 0.5, 0.309016994];
        assert!(icosphere::vertices(1).iter().any(|point| (0..3).all(|k| (point[k] - expected[k]).abs() < 1e-9)));
        assert_eq!(cone(4, 0.5).len(), 8);
        assert_eq!(cone(3, 0.0)[3], [0.0, 0.0, 1.0]);
    }

    #[test]
    fn wrong_parameters_are_refused() {
        for (kind, params) in [("sphere", &[5.0][..]), ("sphere", &[]), ("cone", &[2.0, 0.5]), ("cone", &[3.5, 0.5])] {
            assert!(vertices(kind, params).is_err(), "{kind} {params:?}");
        }
        for (kind, params, part) in [
            ("hemisphere", &[11.0][..], "0 to 10"),
            ("supersphere", &[2.0, 1.0, 1.0], "from 3 to 500"),
            ("supersphere", &[1e9, 1.0, 1.0], "from 3 to 500"),
            ("supertorus", &[8.0, 0.0, 1.0, 1.0], "a radius to 1"),
            ("wedge", &[1.0], "five parameters"),
            ("wedge", &[4.0, 4.0, 181.0, 90.0, 0.0], "180 and 90 degrees"),
            ("plate", &[4.0, 4.0], "flat"),
            ("disc", &[4.0, 4.0, 1.0, 1.0, 1.0, 1.0], "flat"),
            ("grid", &[4.0, 4.0, 2.0, 1.0, 1.0, 1.0, 2.0], "dimension 3"),
            ("box", &[4.0, 4.0, 1.0, 1.0, 1.0, 1.0], "from 2 to 200"),
            ("prism", &[5.0], "`prism` are not supported"),
        ] {
            let why = vertices(kind, params).unwrap_err();
            assert!(why.contains(part), "{kind} {params:?}: {why}");
        }
    }
}
