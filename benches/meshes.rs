//! Triangle meshes against parry3d, in `f64`: building the tree of a mesh of a million triangles, and distances of
//! convex bodies above it.
//!
//! Contact Lens returns the signed distance with its certificate, parry the distance alone. The same terrain is also
//! measured as a height field of Contact Lens, against parry's mesh. The bodies are above the terrain, at distances up
//! to their size.
#![allow(clippy::print_stdout, reason = "a measurement that prints")]

mod double_precision;
mod random;

use std::hint::black_box;
use std::time::Duration;

use contact_lens_benches::clock::{time_per_call, time_per_input};
use contact_lens_benches::ratio::Ratio;
use contact_lens_engine::double::Pose;
use contact_lens_engine::double::dim3::distance::Options;
use contact_lens_engine::double::dim3::parts::{Body, HeightField, Part, Triangles, Workspace};
use contact_lens_engine::double::dim3::shape::{Axis, Shape};
use double_precision::{parry_pose, parry_vector};
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::query::distance;
use parry3d_f64::shape::{SharedShape, TriMesh};
use random::Random;

/// Number of vertices along a side of the terrain: 999 698 triangles.
const SIDE: usize = 708;

/// Side of a cell of the terrain, meters.
const CELL: f64 = 0.1;

/// Where the time of building a tree goes.
const BUILD_PROFILE: &str = "time: 57 % in the bins of the surface area heuristic";

/// Number of bodies of each kind.
const BODIES: usize = 512;

/// Largest difference of the distances of both libraries, meters: parry's GJK converges less far.
const MAX_DIFFERENCE: f64 = 1.0e-4;

/// Heights of the terrain's vertices, meters: hills with random bumps of 2 cm.
fn heights(side: usize) -> Vec<Vec<f64>> {
    let mut random = Random(0x0009_a475);
    let mut height = |i: usize, j: usize| {
        let x = i as f64 * CELL;
        let z = j as f64 * CELL;
        2.0 * (0.2 * x).sin() * (0.17 * z).cos() + 0.3 * (1.3 * x + 0.4 * z).sin() + 0.02 * random.signed()
    };
    (0..side).map(|i| (0..side).map(|j| height(i, j)).collect()).collect()
}

/// Height field of Contact Lens with these heights.
fn height_field(heights: &[Vec<f64>]) -> HeightField {
    HeightField::new(heights, [CELL; 2]).expect("a height field")
}

/// Triangle mesh of the terrain.
struct Mesh {
    vertices: Vec<DVec3>,
    /// Indices of the vertices of each triangle.
    triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Creates the mesh with the vertices and triangles that the height field has.
    fn of_terrain(heights: &[Vec<f64>]) -> Self {
        let field = height_field(heights);
        let side = heights.len() as u32;
        let cells = (0..side - 1).flat_map(|i| (0..side - 1).map(move |j| i * side + j));
        let triangles = cells.flat_map(|here| {
            let next_row = here + side;
            [[here, next_row + 1, next_row], [here, here + 1, next_row + 1]]
        });
        let vertices = (0..side * side).map(|k| field.vertex(k / side, k % side));
        Self { vertices: vertices.collect(), triangles: triangles.collect() }
    }

    /// Builds the mesh of parry, with its tree.
    fn to_parry(&self) -> TriMesh {
        let vertices = self.vertices.iter().copied().map(parry_vector).collect();
        TriMesh::new(vertices, self.triangles.clone()).expect("a mesh")
    }
}

/// Builds a body of Contact Lens from triangles, with its tree.
fn mesh_body(triangles: &Triangles) -> Body {
    Body::new(vec![Part::mesh(triangles.clone())]).expect("a body")
}

/// Convex body above the terrain, for both libraries.
struct ConvexBody {
    ours: Body,
    pose: Pose,
    parry: SharedShape,
    parry_pose: math::Pose,
}

/// Names of the kinds of convex bodies.
const KINDS: [&str; 4] = ["ball", "box", "capsule", "hull of 20 points"];

/// Creates a body of the kind with this index in [`KINDS`], at a random pose 0.5 to 1.3 m above the ground.
fn convex_body(random: &mut Random, kind: usize, heights: &[Vec<f64>]) -> ConvexBody {
    let (shape, parry) = match kind {
        0 => (Shape::sphere(0.3), SharedShape::ball(0.3)),
        1 => (Shape::cuboid(DVec3::new(0.4, 0.2, 0.3)), SharedShape::cuboid(0.4, 0.2, 0.3)),
        2 => (Shape::capsule(0.15, 0.3, Axis::Y), SharedShape::capsule_y(0.3, 0.15)),
        _ => {
            let points: Vec<DVec3> = (0..20).map(|_| random.vector().normalize() * 0.4).collect();
            let parry_points: Vec<_> = points.iter().copied().map(parry_vector).collect();
            (Shape::polytope(&points), SharedShape::convex_hull(&parry_points).expect("a hull"))
        }
    };
    let x = coordinate_on_terrain(random);
    let z = coordinate_on_terrain(random);
    let ground = heights[(x / CELL) as usize][(z / CELL) as usize];
    let pose = Pose::new(DVec3::new(x, ground + 0.9 + 0.4 * random.signed(), z), random.rotation());
    ConvexBody { ours: Body::convex(&shape.expect("a shape")), parry, parry_pose: parry_pose(&pose), pose }
}

/// Random x or z on the terrain, meters, not near its border.
fn coordinate_on_terrain(random: &mut Random) -> f64 {
    (0.5 + 0.48 * random.signed()) * CELL * SIDE as f64
}

/// The terrain in all its forms.
struct Terrain {
    heights: Vec<Vec<f64>>,
    mesh: Body,
    field: Body,
    parry: TriMesh,
}

/// Measures all tasks: two of building a tree, and two distances for each kind of body.
pub fn ratios() -> Vec<Ratio> {
    let heights = heights(SIDE);
    let mesh = Mesh::of_terrain(&heights);
    let triangles = Triangles::new(mesh.vertices.clone(), mesh.triangles.clone(), false).expect("triangles");
    let [build_mesh, build_field, build_parry] = time_per_call(
        Duration::from_secs(4),
        [
            &mut || _ = black_box(mesh_body(&triangles)),
            &mut || _ = black_box(Body::new(vec![Part::field(height_field(&heights))])),
            &mut || _ = black_box(mesh.to_parry()),
        ],
    );
    let mut ratios = vec![
        Ratio::new("tree of 1e6 triangles, built", [build_mesh, build_parry]).at_most(1.0).with_profile(BUILD_PROFILE),
        Ratio::new("the same as a height field", [build_field, build_parry]).at_most(1.0).with_profile(BUILD_PROFILE),
    ];
    let field = Body::new(vec![Part::field(height_field(&heights))]).expect("a body");
    let terrain = Terrain { mesh: mesh_body(&triangles), field, parry: mesh.to_parry(), heights };
    ratios.extend((0..KINDS.len()).flat_map(|kind| distance_ratios(kind, &terrain)));
    ratios
}

/// Distance of a body from the terrain by Contact Lens, meters; negative if they overlap.
fn our_distance(workspace: &mut Workspace, terrain: &Body, body: &ConvexBody) -> f64 {
    let found = workspace.distance([terrain, &body.ours], [&Pose::IDENTITY, &body.pose], &Options::default());
    found.answer.and_then(|answer| answer.signed_distance).unwrap_or(f64::NAN)
}

/// Distance of a body from the terrain by parry, meters; 0 if they overlap.
fn parry_distance(terrain: &TriMesh, body: &ConvexBody) -> f64 {
    let origin = parry_pose(&Pose::IDENTITY);
    distance(&origin, terrain, &body.parry_pose, &*body.parry).map_or(f64::NAN, |found| found.distance)
}

/// Measures the distances of one kind of body from the mesh and from the height field, after a check that all agree.
fn distance_ratios(kind: usize, terrain: &Terrain) -> [Ratio; 2] {
    let mut random = Random(0x0051_9a75 + kind as u64);
    let bodies: Vec<ConvexBody> = (0..BODIES).map(|_| convex_body(&mut random, kind, &terrain.heights)).collect();
    let mut workspace = Workspace::default();
    for body in &bodies {
        let ours = our_distance(&mut workspace, &terrain.mesh, body);
        let parry = parry_distance(&terrain.parry, body);
        assert!((ours.max(0.0) - parry).abs() < MAX_DIFFERENCE, "{}: {ours} and {parry}", KINDS[kind]);
        assert!((ours - our_distance(&mut workspace, &terrain.field, body)).abs() < 1.0e-12);
    }
    let mut mesh_workspace = Workspace::default();
    let mut field_workspace = Workspace::default();
    let [mesh, field, parry] = time_per_input(
        &bodies,
        [
            &mut |body| _ = black_box(our_distance(&mut mesh_workspace, &terrain.mesh, body)),
            &mut |body| _ = black_box(our_distance(&mut field_workspace, &terrain.field, body)),
            &mut |body| _ = black_box(parry_distance(&terrain.parry, body)),
        ],
    );
    let name = KINDS[kind];
    [
        Ratio::new(format!("distance of a {name} to 1e6 triangles"), [mesh, parry]).at_most(1.0),
        Ratio::new(format!("distance of a {name}, height field"), [field, parry]).at_most(1.0),
    ]
}

fn main() {
    println!("{}", Ratio::header());
    ratios().iter().for_each(|ratio| println!("{ratio}"));
}
