//! The scenes that ship with the program, embedded: what opens when no file is given, and what menus and tests list.

/// A scene file inside the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The file's name without `.scene.json`: `gjk-box-octahedron`.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

/// Shorthand for one line of the list.
macro_rules! shipped {
    ($name:literal) => {
        Shipped { name: $name, text: include_str!(concat!("../../scenes/", $name, ".scene.json")) }
    };
}

/// Every file of `scenes/`; the first is opened when none is given.
pub const SHIPPED: &[Shipped] = &[
    shipped!("gjk-box-octahedron"),
    shipped!("gjk-absolute-tolerance"),
    shipped!("gjk-affine-inflate"),
    shipped!("gjk-box-sphere"),
    shipped!("gjk-boxes-edge-edge"),
    shipped!("gjk-boxes-face-face-parallel"),
    shipped!("gjk-boxes-vertex-face"),
    shipped!("gjk-capsule-cylinder-rims"),
    shipped!("gjk-catto-bad-direction"),
    shipped!("gjk-catto-collinear-vertices"),
    shipped!("gjk-catto-containment"),
    shipped!("gjk-catto-edge-overlap"),
    shipped!("gjk-catto-interior-edge"),
    shipped!("gjk-catto-non-convex-input"),
    shipped!("gjk-catto-repeated-support"),
    shipped!("gjk-catto-vertex-overlap"),
    shipped!("gjk-coarse-tolerance"),
    shipped!("gjk-cone-tip"),
    shipped!("gjk-deep-overlap"),
    shipped!("gjk-ellipsoids-ratio-100"),
    shipped!("gjk-face-overlap"),
    shipped!("gjk-far-from-origin"),
    shipped!("gjk-iteration-limit"),
    shipped!("gjk-margins"),
    shipped!("gjk-nearly-touching"),
    shipped!("gjk-needle-needle"),
    shipped!("gjk-no-progress"),
    shipped!("gjk-polytopes-200-vertices"),
    shipped!("gjk-real-distance3d-27-hulls"),
    shipped!("gjk-real-dolfinx-3653-point-hull"),
    shipped!("gjk-real-fcl-293-degenerate-simplex"),
    shipped!("gjk-real-jolt-1008-triangle-cylinder"),
    shipped!("gjk-real-jolt-671-box-hovering"),
    shipped!("gjk-real-mujoco-thin-boxes-grazing"),
    shipped!("gjk-real-parry-76-flat-triangle"),
    shipped!("gjk-real-parry-edge-edge-overhang"),
    shipped!("gjk-repeated-support"),
    shipped!("gjk-shallow-overlap"),
    shipped!("gjk-warm-start-moving"),
    shipped!("boolean-gjk-apart"),
    shipped!("boolean-gjk-coplanar-origin"),
    shipped!("boolean-gjk-exact-contact"),
    shipped!("boolean-gjk-tetrahedron"),
    shipped!("boolean-gjk-zero-triple-product"),
    shipped!("isa-gjk-grazing"),
    shipped!("isa-gjk-iteration-limit"),
    shipped!("isa-gjk-moving-stone"),
    shipped!("isa-gjk-overlap"),
    shipped!("isa-gjk-shallow-margins"),
    shipped!("isa-gjk-stops-early"),
    shipped!("isa-gjk-touching-faces"),
    shipped!("epa-asked-of-separate-boxes"),
    shipped!("epa-box-box"),
    shipped!("epa-capsules-crossing"),
    shipped!("epa-concentric-boxes"),
    shipped!("epa-cone-of-sight"),
    shipped!("epa-cylinder-corner"),
    shipped!("epa-ellipsoids"),
    shipped!("epa-flat-triangles"),
    shipped!("epa-iteration-limit"),
    shipped!("epa-horizon-cones-out-of-order"),
    shipped!("epa-horizon-discs-out-of-order"),
    shipped!("epa-horizon-inner-corner"),
    shipped!("epa-horizon-sorted-by-angle"),
    shipped!("epa-sliver"),
    shipped!("epa-stalled"),
    shipped!("epa-tetrahedra"),
    shipped!("planar-boolean-gjk-circle"),
    shipped!("planar-boolean-gjk-endings"),
    shipped!("planar-boolean-gjk-triangles"),
    shipped!("planar-boolean-gjk-zero-product"),
    shipped!("distance-in-and-out"),
    shipped!("distance-shallow"),
    shipped!("distance-touching"),
    shipped!("distance-deep"),
    shipped!("distance-refinement"),
    shipped!("distance-curved-apart"),
    shipped!("distance-capsules-crossing"),
    shipped!("distance-limit"),
    shipped!("distance-real-drake-convex-coplanar"),
    shipped!("distance-real-fcl-319-barely-apart"),
    shipped!("distance-real-fcl-322-box-cylinder"),
    shipped!("distance-real-jolt-triangles-in-contact"),
    shipped!("distance-real-libccd-25-stacked-cubes"),
    shipped!("distance-real-mjwarp-cylinder-box"),
    shipped!("distance-real-mujoco-2206-sphere-in-box"),
    shipped!("distance-real-newton-3773-cylinder-triangle"),
    shipped!("distance-real-parry-157-frusta"),
    shipped!("planar-distance"),
    shipped!("planar-epa-deep"),
    shipped!("planar-epa-flat"),
    shipped!("planar-epa-starts"),
    shipped!("planar-epa-triangles"),
    shipped!("planar-gjk-bad-direction"),
    shipped!("planar-gjk-collinear"),
    shipped!("planar-gjk-endings"),
    shipped!("planar-gjk-non-convex-input"),
    shipped!("planar-gjk-polygons"),
    shipped!("planar-warm-start"),
    shipped!("simplex-catto-wire"),
    shipped!("simplex-collinear-triangle"),
    shipped!("simplex-duplicate-corner"),
    shipped!("simplex-flat-around-q"),
    shipped!("simplex-foot-on-a-border"),
    shipped!("simplex-inside-tetrahedron"),
    shipped!("simplex-johnson-refuted"),
    shipped!("simplex-point-segment"),
    shipped!("simplex-point-tetrahedron"),
    shipped!("simplex-point-triangle"),
    shipped!("simplex-point-triangle-obtuse"),
    shipped!("support-affine"),
    shipped!("support-box"),
    shipped!("support-capsule"),
    shipped!("support-cone"),
    shipped!("support-cylinder"),
    shipped!("support-ellipsoid"),
    shipped!("support-inflate"),
    shipped!("support-no-direction"),
    shipped!("support-polytope"),
    shipped!("support-segment"),
    shipped!("support-sphere"),
    shipped!("support-triangle"),
];

/// The scene that is opened when none is given.
pub fn welcome() -> Shipped {
    SHIPPED[0]
}

/// The shipped scene of that name, with or without its ending.
pub fn shipped(name: &str) -> Option<Shipped> {
    let name = name.strip_suffix(".scene.json").unwrap_or(name);
    SHIPPED.iter().copied().find(|scene| scene.name == name)
}
