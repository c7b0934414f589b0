//! A mesh of a million triangles against parry3d's, f64: the tree built, and convex bodies above it asked how far it is, in one run.
//!
//! Ours is the signed distance with its proof, theirs the distance alone. The bodies are apart from the mesh by up to their size.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod in_f64;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::{least, turns};
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::Pose;
use contact_lens_engine::double::dim3::distance::Options;
use contact_lens_engine::double::dim3::parts::{Body, HeightField, Part, Triangles, Workspace};
use contact_lens_engine::double::dim3::shape::{Axis, Shape};
use glam::DVec3;
use in_f64::{their_pose, their_vector};
use parry3d_f64::math;
use parry3d_f64::query::distance;
use parry3d_f64::shape::{SharedShape, TriMesh};
use random::Random;

/// Vertices along a side of the mesh.
const SIDE: usize = 708;

/// The side of a cell, meters.
const CELL: f64 = 0.1;

/// The heights of hills with stones on them.
fn heights(side: usize) -> Vec<Vec<f64>> {
    let mut random = Random(0x0009_a475);
    let mut height = |i: usize, j: usize| {
        let (x, z) = (i as f64 * CELL, j as f64 * CELL);
        2.0 * (0.2 * x).sin() * (0.17 * z).cos() + 0.3 * (1.3 * x + 0.4 * z).sin() + 0.02 * random.signed()
    };
    (0..side).map(|i| (0..side).map(|j| height(i, j)).collect()).collect()
}

/// Vertices and triangles.
fn terrain(heights: &[Vec<f64>]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let field = HeightField::new(heights, [CELL; 2]).expect("a height field");
    let side = heights.len() as u32;
    let number = |i: u32, j: u32| i * side + j;
    let cells = (0..side - 1).flat_map(|i| (0..side - 1).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let (here, across) = (number(i, j), number(i + 1, j + 1));
        [[here, across, number(i + 1, j)], [here, number(i, j + 1), across]]
    });
    let at = |i: u32, j: u32| field.vertex(i, j);
    ((0..side * side).map(|k| at(k / side, k % side)).collect(), triangles.collect())
}

/// A body for both engines, above the mesh.
struct Above {
    ours: Body,
    theirs: SharedShape,
    pose: Pose,
    their_pose: math::Pose,
}

const KINDS: [&str; 4] = ["ball", "box", "capsule", "hull of 20 points"];

fn above(random: &mut Random, kind: usize, heights: &[Vec<f64>]) -> Above {
    let (shape, theirs) = match kind {
        0 => (Shape::sphere(0.3), SharedShape::ball(0.3)),
        1 => (Shape::cuboid(DVec3::new(0.4, 0.2, 0.3)), SharedShape::cuboid(0.4, 0.2, 0.3)),
        2 => (Shape::capsule(0.15, 0.3, Axis::Y), SharedShape::capsule_y(0.3, 0.15)),
        _ => {
            let points: Vec<DVec3> = (0..20).map(|_| random.vector().normalize() * 0.4).collect();
            let theirs: Vec<_> = points.iter().copied().map(their_vector).collect();
            (Shape::polytope(&points), SharedShape::convex_hull(&theirs).expect("a hull"))
        }
    };
    let inside = |x: f64| (0.5 + 0.48 * x) * CELL * SIDE as f64;
    let [x, z] = [inside(random.signed()), inside(random.signed())];
    let ground = heights[(x / CELL) as usize][(z / CELL) as usize];
    let pose = Pose::new(DVec3::new(x, ground + 0.9 + 0.4 * random.signed(), z), random.turn());
    Above { ours: Body::convex(&shape.expect("a shape")), theirs, their_pose: their_pose(&pose), pose }
}

/// Both meshes, and ours as a height field.
struct Meshes {
    heights: Vec<Vec<f64>>,
    mesh: Body,
    field: Body,
    theirs: TriMesh,
}

fn their_mesh(vertices: &[DVec3], triangles: &[[u32; 3]]) -> TriMesh {
    TriMesh::new(vertices.iter().copied().map(their_vector).collect(), triangles.to_vec()).expect("a mesh")
}

fn our_mesh(triangles: &Triangles) -> Body {
    Body::new(vec![Part::mesh(triangles.clone())]).expect("a body")
}

/// Ours over theirs.
pub fn ratios() -> Vec<Ratio> {
    let heights = heights(SIDE);
    let (vertices, triangles) = terrain(&heights);
    let ours = Triangles::new(vertices.clone(), triangles.clone(), false).expect("triangles");
    let field = || HeightField::new(&heights, [CELL; 2]).expect("a height field");
    let [built, of_field, parry] = turns(
        Duration::from_secs(4),
        [
            &mut || _ = black_box(our_mesh(&ours)),
            &mut || _ = black_box(Body::new(vec![Part::field(field())])),
            &mut || _ = black_box(their_mesh(&vertices, &triangles)),
        ],
    );
    let mut ratios = vec![
        Ratio::new("tree of 1e6 triangles, built", [built, parry]).at_most(1.0),
        Ratio::new("the same as a height field", [of_field, parry]).at_most(1.0),
    ];
    let field = Body::new(vec![Part::field(field())]).expect("a body");
    let meshes = Meshes { mesh: our_mesh(&ours), field, theirs: their_mesh(&vertices, &triangles), heights };
    ratios.extend((0..KINDS.len()).flat_map(|kind| asked(kind, &meshes)));
    ratios
}

fn asked(kind: usize, meshes: &Meshes) -> [Ratio; 2] {
    let mut random = Random(0x0051_9a75 + kind as u64);
    let bodies: Vec<Above> = (0..512).map(|_| above(&mut random, kind, &meshes.heights)).collect();
    let (mut workspace, options, here) = (Workspace::default(), Options::default(), their_pose(&Pose::IDENTITY));
    let mut ours = |mesh: &Body, body: &Above| {
        let found = workspace.distance([mesh, &body.ours], [&Pose::IDENTITY, &body.pose], &options);
        found.answer.and_then(|answer| answer.signed_distance).unwrap_or(f64::NAN)
    };
    let theirs = |body: &Above| {
        distance(&here, &meshes.theirs, &body.their_pose, &*body.theirs).map_or(f64::NAN, |found| found.distance)
    };
    for body in &bodies {
        let (one, other) = (ours(&meshes.mesh, body), theirs(body));
        assert!((one.max(0.0) - other).abs() < 1.0e-4, "{}: {one} and {other}", KINDS[kind]);
        assert!((one - ours(&meshes.field, body)).abs() < 1.0e-12);
    }
    let mut workspaces = [Workspace::default(), Workspace::default()];
    let [of_mesh, of_field] = &mut workspaces;
    let [mesh, field, parry] = least(
        &bodies,
        [
            &mut |body| {
                _ = black_box(of_mesh.distance([&meshes.mesh, &body.ours], [&Pose::IDENTITY, &body.pose], &options))
            },
            &mut |body| {
                _ = black_box(of_field.distance([&meshes.field, &body.ours], [&Pose::IDENTITY, &body.pose], &options))
            },
            &mut |body| _ = black_box(theirs(body)),
        ],
    );
    let name = KINDS[kind];
    [
        Ratio::new(format!("distance of a {name} to 1e6 triangles"), [mesh, parry]).at_most(1.0),
        Ratio::new(format!("distance of a {name}, height field"), [field, parry]).at_most(1.0),
    ]
}

fn main() {
    println!("{}", Ratio::head());
    ratios().iter().for_each(|ratio| println!("{ratio}"));
}
