//! List of the scenes that ship inside the program, and of the meshes to which these scenes refer.

/// Scene file inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// File name without `.scene.json`: `gjk-box-octahedron`.
    pub name: &'static str,
    /// Text of the file.
    pub text: &'static str,
}

/// Expands to the list of the scenes with these names, each with the text of its file in `scenes/`.
macro_rules! include_scenes {
    ($($name:literal)*) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("scenes/", $name, ".scene.json")) }),*]
    };
}

/// All scene files of `scenes/`; the first opens when no file is given.
pub const SHIPPED: &[Shipped] = include_scenes! {
    "planar-minkowski-triangles"
    "gjk-box-octahedron" "gjk-absolute-tolerance" "gjk-affine-inflate" "gjk-box-sphere" "gjk-boxes-edge-edge"
    "gjk-boxes-face-face-parallel" "gjk-boxes-vertex-face" "gjk-capsule-cylinder-rims" "gjk-catto-bad-direction"
    "gjk-catto-collinear-vertices" "gjk-catto-containment" "gjk-catto-edge-overlap" "gjk-catto-interior-edge"
    "gjk-catto-non-convex-input" "gjk-catto-repeated-support" "gjk-catto-vertex-overlap" "gjk-coarse-tolerance"
    "gjk-cone-tip" "gjk-deep-overlap" "gjk-ellipsoids-ratio-100" "gjk-face-overlap" "gjk-far-from-origin"
    "gjk-iteration-limit" "gjk-margins" "gjk-nearly-touching" "gjk-needle-needle" "gjk-no-progress"
    "gjk-polytopes-200-vertices" "gjk-real-distance3d-27-hulls" "gjk-real-dolfinx-3653-point-hull"
    "gjk-real-fcl-293-degenerate-simplex" "gjk-real-jolt-1008-triangle-cylinder" "gjk-real-jolt-671-box-hovering"
    "gjk-real-mujoco-thin-boxes-grazing" "gjk-real-parry-76-flat-triangle" "gjk-real-parry-edge-edge-overhang"
    "gjk-repeated-support" "gjk-shallow-overlap" "gjk-warm-start-moving"
    "boolean-gjk-apart" "boolean-gjk-coplanar-origin" "boolean-gjk-exact-contact" "boolean-gjk-tetrahedron"
    "boolean-gjk-zero-triple-product"
    "isa-gjk-grazing" "isa-gjk-iteration-limit" "isa-gjk-moving-stone" "isa-gjk-one-center" "isa-gjk-overlap"
    "isa-gjk-shallow-margins" "isa-gjk-stops-early" "isa-gjk-touching-faces"
    "epa-asked-of-separate-boxes" "epa-box-box" "epa-capsules-crossing" "epa-concentric-boxes" "epa-cone-of-sight"
    "epa-cylinder-corner" "epa-ellipsoids" "epa-flat-triangles" "epa-iteration-limit" "epa-horizon-cones-out-of-order"
    "epa-horizon-discs-out-of-order" "epa-horizon-inner-corner" "epa-horizon-sorted-by-angle" "epa-sliver" "epa-stalled"
    "epa-tetrahedra"
    "planar-boolean-gjk-circle" "planar-boolean-gjk-endings" "planar-boolean-gjk-triangles"
    "planar-boolean-gjk-zero-product"
    "distance-in-and-out" "distance-shallow" "distance-touching" "distance-deep" "distance-refinement"
    "distance-formula-capsules" "distance-formula-sphere-box" "distance-formula-sphere-triangle"
    "distance-curved-apart" "distance-capsules-crossing" "distance-rims" "distance-over-a-disc" "distance-mesh-hollow"
    "distance-limit" "distance-real-drake-convex-coplanar" "distance-real-fcl-319-barely-apart"
    "distance-real-fcl-322-box-cylinder" "distance-real-jolt-triangles-in-contact"
    "distance-real-libccd-25-stacked-cubes" "distance-real-mjwarp-cylinder-box"
    "distance-real-mujoco-2206-sphere-in-box" "distance-real-newton-3773-cylinder-triangle"
    "distance-real-parry-157-frusta"
    "planar-distance"
    "planar-epa-deep" "planar-epa-flat" "planar-epa-starts" "planar-epa-triangles"
    "planar-gjk-bad-direction" "planar-gjk-collinear" "planar-gjk-endings" "planar-gjk-non-convex-input"
    "planar-gjk-polygons"
    "planar-warm-start"
    "simplex-catto-wire" "simplex-collinear-triangle" "simplex-duplicate-corner" "simplex-flat-around-q"
    "simplex-foot-on-a-border" "simplex-inside-tetrahedron" "simplex-johnson-refuted" "simplex-point-segment"
    "simplex-point-tetrahedron" "simplex-point-triangle" "simplex-point-triangle-obtuse"
    "planar-graham" "planar-graham-degenerate"
    "planar-jarvis" "planar-jarvis-degenerate"
    "ray-box" "ray-edge" "ray-capsule-misses" "ray-terrain" "ray-one-sided" "ray-tangent" "ray-real-physx-429-cone"
    "planar-ray-polygon" "planar-ray-compound"
    "quickhull-points" "quickhull-mesh-anvil"
    "hierarchy-cone" "hierarchy-degenerate" "hierarchy-stone"
    "manifold-box-on-box" "manifold-edge-edge" "manifold-hexagonal-prism" "manifold-round" "manifold-over-frames"
    "manifold-capsules-nearly-parallel"
    "planar-manifold-boxes"
    "minkowski-tetra-box" "minkowski-parallel-boxes" "minkowski-thin"
    "quickhull-coplanar" "quickhull-degenerate" "quickhull-real-jolt-nearly-flat"
    "sat-boxes-edge-edge" "sat-boxes-overlap" "sat-boxes-touching" "sat-box-triangle" "sat-pruning" "sat-coplanar"
    "sat-last-line-first"
    "planar-minkowski-thin"
    "planar-sat-polygons" "planar-sat-rectangles" "planar-sat-segments" "planar-sat-last-line-first"
    "sweep-and-prune-fourteen-boxes" "sweep-and-prune-touching" "sweep-and-prune-points" "sweep-and-prune-one-height"
    "sweep-and-prune-turning-bodies" "sweep-and-prune-crowd"
    "planar-sweep-and-prune"
    "cull-twelve-boxes" "cull-false-positives" "cull-touching" "cull-direct3d-opengl" "cull-reversed-infinite"
    "cull-other-shapes" "cull-coherence" "cull-real-acts-1478-no-corner-inside" "cull-real-bevy-20703-no-far-plane"
    "cull-real-threejs-spheres"
    "support-affine" "support-box" "support-capsule" "support-cone" "support-cylinder" "support-ellipsoid"
    "support-inflate" "support-no-direction" "support-polytope" "support-segment" "support-sphere" "support-triangle"
    "world-accumulated-clamp" "world-warm-start" "world-column" "world-half-plane" "world-pyramid" "world-colors"
    "world-mass-ratio" "world-chain" "world-overlap" "world-friction-cone" "world-hinges" "world-pendulum"
    "world-bounce" "world-mouse" "world-motor" "world-rope" "world-diverges" "world-too-many-rows"
    "audit-bullet-slide" "audit-normal-flipped" "audit-restitution-twice" "audit-no-claim"
    "audit-find-the-false-step"
    "epa-real-parry-157-hull-of-a-light"
    "gjk-real-parry-396-capsule-in-cylinder" "gjk-real-parry-396-cylinder-above"
    "sat-real-parry-zero-gap-on-one-axis"
    "gjk-real-parry-70-capsule-in-large-box"
    "distance-real-parry-315-touching-cubes"
    "epa-real-parry-315-cubes-overlapping"
    "planar-distance-real-parry-378-capsule-on-a-box"
    "planar-epa-real-ncollide-181-rectangle-and-wall"
    "gjk-real-fcl-390-cylinder-and-plate" "gjk-real-fcl-319-first-report"
    "epa-real-fcl-415-robot-cell" "epa-real-fcl-398-plate-in-block"
    "manifold-real-fcl-398-plate-on-block" "manifold-real-drake-21673-boxes-about-one-center"
    "sat-real-fcl-495-kissing-cubes" "sat-real-fcl-495-cubes-of-a-centimeter"
    "manifold-real-fcl-495-cubes-of-ten-meters"
    "sat-real-fcl-495-cubes-of-a-kilometer"
    "manifold-real-fcl-493-half-meter-cubes"
    "sat-real-fcl-493-apart-by-epsilon"
    "epa-real-fcl-399-boxes-of-one-height"
    "distance-real-fcl-408-sphere-on-a-box" "distance-real-drake-prism-of-six"
    "epa-real-drake-prism-of-seven"
    "sat-real-drake-prism-of-four"
    "epa-real-drake-another-prism-of-six"
    "distance-real-drake-prism-of-five" "distance-real-drake-prisms-barely-overlapping"
    "sat-real-fcl-edge-on-a-face"
    "epa-real-fcl-disabled-rotation" "epa-real-libccd-separate-along-x"
    "sat-real-libccd-separate-along-z"
    "epa-real-libccd-one-center-two-answers"
    "distance-real-jolt-triangle-beside-capsule" "distance-real-jolt-large-triangle-before-capsule"
    "gjk-real-jolt-940-capsule-before-wall" "gjk-real-jolt-671-other-angles"
    "epa-real-jolt-two-equal-spheres" "epa-real-jolt-spheres-nearly-concentric"
    "manifold-real-jolt-touching-spheres"
    "distance-real-jolt-1379-sphere-in-box"
    "manifold-real-coal-144-boxes-side-by-side" "manifold-real-coal-tetrahedra-along-an-edge"
    "manifold-real-fcl-cube-on-its-edge" "manifold-real-mujoco-stack-turned-cubes"
    "manifold-real-mujoco-stack-34-mm-deep" "manifold-real-mujoco-stack-3-mm-deep"
    "manifold-real-mujoco-plates-eight-contacts" "manifold-real-mujoco-cube-over-an-edge"
    "manifold-real-mujoco-small-cubes-deep" "manifold-real-mujoco-small-cubes-shallow"
    "epa-real-mujoco-small-cubes-on-an-edge"
    "distance-real-mujoco-small-cube-on-a-table"
    "epa-real-mujoco-a-nanometer-deep"
    "manifold-real-mujoco-cube-on-a-wide-floor" "manifold-real-mujoco-3476-thin-plates"
    "manifold-real-mujoco-millimeter-boxes" "manifold-real-mujoco-edge-contact" "manifold-real-mujoco-edge-or-face"
    "manifold-real-mujoco-cubes-a-billionth-of-a-radian" "manifold-real-mujoco-cubes-a-millionth-of-a-radian"
    "manifold-real-mujoco-cubes-a-ten-thousandth-of-a-radian"
    "sat-real-mujoco-cubes-a-hundredth-of-a-radian"
    "manifold-real-mujoco-2471-margin"
    "distance-real-mjwarp-cylinders-side-by-side"
    "planar-gjk-real-box2d-short-edge" "planar-gjk-real-sat-js-44-clockwise"
    "planar-manifold-real-cute-headers-366-no-points"
    "quickhull-real-jolt-set-1-square" "quickhull-real-jolt-set-2-point-in-a-triangle"
    "quickhull-real-jolt-set-3-pyramid" "quickhull-real-jolt-set-6-spindle" "quickhull-real-jolt-set-7-pebble"
    "quickhull-real-jolt-set-10-really-small" "quickhull-real-jolt-set-11-nearly-coplanar"
    "quickhull-real-jolt-set-12-acute-angle" "quickhull-real-jolt-edge-case-of-eight"
    "quickhull-real-jolt-edge-case-of-twenty" "quickhull-real-opengjk-54-symmetric"
    "planar-graham-real-box2d-296-almost-a-line"
    "simplex-real-jolt-nearly-collinear-triangle" "simplex-real-reactphysics3d-24-flat-tetrahedron"
    "cull-real-bevy-spheres" "cull-real-bevy-box-inside"
    "sweep-and-prune-real-parry-961-points"
    "planar-sweep-and-prune-real-rapier-349-border"
    "world-real-physx-21-heavy-on-top" "world-real-genesis-893-cube-on-cube" "world-real-dart-3273-drift"
    "world-real-matter-613-creep-on-a-slope" "world-real-matter-667-jitter" "world-real-rapier-934-on-its-edge"
    "world-real-avian-1056-marble" "world-real-gz-1099-no-force" "world-real-genesis-3115-sliding-cube"
    "world-real-newton-3943-light-and-heavy" "world-real-rapier-97-gains-height" "world-real-rapier-974-no-bounce"
    "world-real-bullet-1530-half-the-height" "world-real-avian-594-strong-gravity"
    "world-real-jolt-1286-box-that-climbs" "world-real-godot-52550-growing-bounces" "world-real-newton-1137-rebound"
    "world-real-jolt-1390-heavy-on-light" "world-real-godot-50002-chain" "world-real-box2d-341-ghost-edge"
    "world-real-avian-990-deflected" "world-real-matter-5-through-a-wall" "world-real-avian-801-impulse-at-rest"
    "world-real-avian-788-last-sub-step" "world-real-box2d-497-no-impulse-on-impact"
    "world-real-mujoco-1743-impact-of-a-box" "world-real-gz-3349-not-the-same-twice"
    "cast-boxes" "cast-curved" "cast-long-wall" "cast-nearly-parallel" "cast-at-rest" "cast-misses" "cast-rotation"
    "planar-cast-rotation"
    "halfspace-distance" "halfspace-cast" "halfspace-contacts"
    "planar-halfspace"
    "halfspace-two" "halfspace-parts"
    "planar-halfspace-two"
    "cast-one-plane" "cast-far-and-slow" "cast-iteration-limit"
    "planar-cast-rectangles" "planar-cast-endings" "planar-cast-round" "planar-cast-from-afar"
    "planar-cast-real-parry-410-capsule-and-slope" "planar-cast-real-ncollide-214-head-on"
    "cast-real-parry-106-ball-on-a-box"
    "planar-cast-real-collision-rs-111-circle-beside-wall"
    "cast-real-jolt-flat-quad-in-contact" "cast-real-physx-610-sweep-of-cubes"
    "planar-cast-real-box2d-short-edge-cast"
    "cast-real-jolt-2103-cylinder-on-a-dome" "cast-real-physx-429-ray-at-a-cone"
    "parts-compound" "parts-two-compounds" "parts-triangle-mesh" "parts-height-field" "parts-one-sided" "parts-none-met"
    "parts-not-converged" "parts-plane" "parts-flight" "parts-flight-turning" "parts-flight-none-met"
    "parts-plane-flight" "parts-contacts" "parts-contacts-compounds"
    "cast-bilateral"
    "planar-cast-bilateral"
};

/// Mesh file inside the program, to which shipped scenes refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedMesh {
    /// File name in `scenes/`.
    pub file: &'static str,
    /// Content of the file.
    pub bytes: &'static [u8],
}

/// All mesh files of `scenes/`.
pub const MESHES: &[ShippedMesh] = &[
    ShippedMesh { file: "anvil.obj", bytes: include_bytes!("scenes/anvil.obj") },
    ShippedMesh { file: "channel.obj", bytes: include_bytes!("scenes/channel.obj") },
];

/// The scene that opens when no file is given.
pub fn welcome() -> Shipped {
    SHIPPED[0]
}

/// The shipped scene called `name`, with or without `.scene.json`; `None` if there is none.
pub fn shipped(name: &str) -> Option<Shipped> {
    index_of(name).map(|index| SHIPPED[index])
}

/// Index in [`SHIPPED`] of the scene called `name`, with or without `.scene.json`; `None` if there is none.
pub fn index_of(name: &str) -> Option<usize> {
    let name = name.strip_suffix(".scene.json").unwrap_or(name);
    SHIPPED.iter().position(|scene| scene.name == name)
}
