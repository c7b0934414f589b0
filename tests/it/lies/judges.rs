//! A table a judge: the scenes that are asked, and the lies that its own page says it cannot refute.

use contact_lens::answer::Finding;
use contact_lens::scene::model::Algorithm;

use super::Table;

#[test]
fn about_separation() {
    let table = Table {
        scenes: &[
            "sat-boxes-overlap",
            "sat-boxes-edge-edge",
            "sat-boxes-touching",
            "sat-coplanar",
            "sat-last-line-first",
            "planar-sat-polygons",
            "planar-sat-rectangles",
            "planar-sat-segments",
        ],
        algorithm: |algorithm| algorithm == Algorithm::Sat,
        read: |finding| match finding {
            Finding::Separation(found) => Some(found),
            _ => None,
        },
        hand: Finding::Separation,
        free: &[
            ("line", ""),
            ("skipped", ""),
            ("ties", ""),
            ("axis", ""),
            ("tied", ""),
            ("normal the other way", "sat-coplanar"),
            ("normal.y with the other sign", "sat-coplanar"),
            ("normal the other way", "planar-sat-segments"),
        ],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_manifolds() {
    let table = Table {
        scenes: &[
            "manifold-box-on-box",
            "manifold-edge-edge",
            "manifold-round",
            "manifold-over-frames",
            "planar-manifold-boxes",
        ],
        algorithm: |algorithm| algorithm == Algorithm::Manifold,
        read: |finding| match finding {
            Finding::Manifold(found) => Some(found),
            _ => None,
        },
        hand: Finding::Manifold,
        free: &[
            ("single flipped", ""),
            ("band smaller", ""),
            ("band larger", ""),
            ("separation smaller", "planar-manifold-boxes › apart"),
            ("separation", "manifold-edge-edge › apart"),
            ("points[] dropped", ""),
            ("points[] swapped", ""),
            ("points[].id", ""),
            ("points[].why", ""),
            ("reference.face", ""),
            ("reduced", ""),
            ("area_kept", ""),
            ("changes", ""),
        ],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_classes() {
    let table = Table {
        scenes: &[
            "cull-twelve-boxes",
            "cull-false-positives",
            "cull-other-shapes",
            "cull-coherence",
            "cull-touching",
            "cull-reversed-infinite",
        ],
        algorithm: |algorithm| algorithm == Algorithm::Cull,
        read: |finding| match finding {
            Finding::Classes(found) => Some(found),
            _ => None,
        },
        hand: Finding::Classes,
        free: &[("tested", "cull-coherence")],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_differences() {
    let table = Table {
        scenes: &[
            "minkowski-parallel-boxes",
            "minkowski-tetra-box",
            "minkowski-thin",
            "planar-minkowski-thin",
            "planar-minkowski-triangles",
        ],
        algorithm: |algorithm| algorithm == Algorithm::Minkowski,
        read: |finding| match finding {
            Finding::Difference(found) => Some(found),
            _ => None,
        },
        hand: Finding::Difference,
        free: &[("faces[] swapped", "minkowski"), ("faces[].features", "")],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_farthest_corners() {
    let table = Table {
        scenes: &["hierarchy-cone", "hierarchy-degenerate", "hierarchy-stone"],
        algorithm: |algorithm| algorithm == Algorithm::Hierarchy,
        read: |finding| match finding {
            Finding::Farthest(found) => Some(found),
            _ => None,
        },
        hand: Finding::Farthest,
        free: &[("levels", ""), ("visited", ""), ("point", "hierarchy-degenerate › across it")],
        least: 100,
    };
    table.holds();
}

#[test]
fn about_rays() {
    let table = Table {
        scenes: &[
            "ray-box",
            "ray-capsule-misses",
            "ray-edge",
            "ray-real-physx-429-cone",
            "ray-terrain",
            "planar-ray-compound",
            "planar-ray-polygon",
        ],
        algorithm: |algorithm| algorithm == Algorithm::Ray,
        read: |finding| match finding {
            Finding::Ray(found) => Some(found),
            _ => None,
        },
        hand: Finding::Ray,
        // Before and after the point of contact, a tangent ray is as close to the body as rounding.
        free: &[
            ("queries", ""),
            ("normal turned about z", "ray-edge"),
            ("lower larger", "planar-ray-compound › tangent"),
            ("lower smaller", "planar-ray-compound › tangent"),
        ],
        least: 300,
    };
    table.holds();
}

#[test]
fn about_hulls() {
    let table = Table {
        scenes: &[
            "quickhull-points",
            "quickhull-degenerate",
            "quickhull-coplanar",
            "quickhull-mesh-anvil",
            "planar-graham",
            "planar-graham-degenerate",
        ],
        algorithm: Algorithm::is_hull,
        read: |finding| match finding {
            Finding::Hull(found) => Some(found),
            _ => None,
        },
        hand: Finding::Hull,
        free: &[("measure.faces[] swapped", ""), ("vertices[] swapped", "planar-graham-degenerate › ")],
        least: 500,
    };
    table.holds();
}

#[test]
fn about_pairs_of_boxes() {
    let table = Table {
        scenes: &["sweep-and-prune-fourteen-boxes", "sweep-and-prune-touching", "planar-sweep-and-prune"],
        algorithm: |algorithm| algorithm == Algorithm::SweepAndPrune,
        read: |finding| match finding {
            Finding::Pairs(found) => Some(found),
            _ => None,
        },
        hand: Finding::Pairs,
        free: &[],
        least: 500,
    };
    table.holds();
}

#[test]
fn about_first_contact() {
    let table = Table {
        scenes: &["cast-boxes", "cast-at-rest", "cast-curved", "planar-cast-rectangles", "planar-cast-endings"],
        algorithm: |algorithm| algorithm == Algorithm::Cast,
        read: |finding| match finding {
            Finding::FirstContact(found) => Some(found),
            _ => None,
        },
        hand: Finding::FirstContact,
        free: &[
            ("lower smaller", ""),
            ("upper larger", ""),
            ("lower larger", "planar-cast-endings"),
            ("normal", "planar-cast-endings › grazing"),
            ("normal", "planar-cast-endings › limit"),
            ("t_last smaller", "cast-at-rest › sliding"),
        ],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_first_contact_of_bodies_that_turn() {
    let table = Table {
        scenes: &["cast-rotation", "cast-bilateral", "planar-cast-bilateral"],
        algorithm: |algorithm| algorithm == Algorithm::Cast,
        read: |finding| match finding {
            Finding::FirstContact(found) => Some(found),
            _ => None,
        },
        hand: Finding::FirstContact,
        free: &[
            ("lower smaller", ""),
            ("gap", "cast-bilateral › at rest"),
            ("lower larger", "cast-bilateral › limit"),
            ("lower larger", "cast-rotation › limit"),
            ("normal", "cast-bilateral › limit"),
            ("normal", "cast-rotation › limit"),
            ("normal", "planar-cast-bilateral › as the motion ends"),
            // By less than the hundredths that the judge allows.
            ("normal turned", "cast-bilateral"),
            ("normal turned", "cast-rotation"),
            ("normal turned", "planar-cast-bilateral › bar on ground"),
            ("normal.y", "cast-bilateral › both turn"),
            ("normal.y", "cast-rotation › both turn"),
            ("normal.z", "cast-bilateral › moves apart"),
            ("normal.z", "cast-rotation › moves apart"),
        ],
        least: 500,
    };
    table.holds();
}

#[test]
fn about_distances() {
    let table = Table {
        scenes: &[
            "gjk-box-octahedron",
            "gjk-margins",
            "distance-shallow",
            "distance-curved-apart",
            "epa-box-box",
            "planar-distance",
            "planar-gjk-endings",
        ],
        algorithm: |algorithm| matches!(algorithm, Algorithm::Gjk | Algorithm::Distance | Algorithm::Epa),
        read: |finding| match finding {
            Finding::Distance(found) => Some(found),
            _ => None,
        },
        hand: Finding::Distance,
        free: &[
            ("proof.tolerance larger", ""),
            ("", "planar-distance › one iteration only"),
            ("normal", "planar-gjk-endings › on "),
            ("status called NotConverged", "planar-gjk-endings › on "),
            ("normal", "planar-distance › on one line"),
            ("witness_a", "planar-distance › the cores overlap"),
        ],
        least: 1000,
    };
    table.holds();
}

#[test]
fn about_overlaps() {
    let table = Table {
        scenes: &[
            "isa-gjk-overlap",
            "isa-gjk-stops-early",
            "boolean-gjk-tetrahedron",
            "boolean-gjk-apart",
            "planar-boolean-gjk-endings",
        ],
        algorithm: |algorithm| matches!(algorithm, Algorithm::IsaGjk | Algorithm::BooleanGjk),
        read: |finding| match finding {
            Finding::Overlap(found) => Some(found),
            _ => None,
        },
        hand: Finding::Overlap,
        free: &[
            ("witness", ""),
            ("normal left out", ""),
            ("normal turned", ""),
            ("normal.z with the other sign", "isa-gjk-stops-early"),
            ("status called", "planar-boolean-gjk-endings"),
            ("proof.lower smaller", ""),
            ("proof.upper", ""),
        ],
        least: 300,
    };
    table.holds();
}

#[test]
fn about_support_points() {
    let table = Table {
        scenes: &["support-box", "support-cone", "support-sphere", "support-triangle"],
        algorithm: |algorithm| algorithm == Algorithm::Support,
        read: |finding| match finding {
            Finding::Support(found) => Some(found),
            _ => None,
        },
        hand: Finding::Support,
        free: &[],
        least: 300,
    };
    table.holds();
}

#[test]
fn about_the_distance_to_a_half_space() {
    let table = Table {
        scenes: &["halfspace-distance", "planar-halfspace"],
        algorithm: |algorithm| algorithm == Algorithm::Distance,
        read: |finding| match finding {
            Finding::Distance(found) => Some(found),
            _ => None,
        },
        hand: Finding::Distance,
        free: &[("proof.tolerance larger", "")],
        least: 200,
    };
    table.holds();
}

#[test]
fn about_two_half_spaces() {
    let table = Table {
        scenes: &["halfspace-two", "planar-halfspace-two"],
        algorithm: |algorithm| algorithm == Algorithm::Distance,
        read: |finding| Some(finding),
        hand: |finding| finding,
        free: &[("proof.tolerance larger", "")],
        least: 200,
    };
    table.holds();
}

#[test]
fn about_a_cast_against_a_half_space() {
    let table = Table {
        scenes: &["halfspace-cast", "planar-halfspace"],
        algorithm: |algorithm| algorithm == Algorithm::Cast,
        read: |finding| match finding {
            Finding::FirstContact(found) => Some(found),
            _ => None,
        },
        hand: Finding::FirstContact,
        free: &[("lower smaller", "halfspace-cast › as the motion ends")],
        least: 300,
    };
    table.holds();
}

#[test]
fn about_contacts_on_a_half_space() {
    let table = Table {
        scenes: &["halfspace-contacts", "planar-halfspace"],
        algorithm: |algorithm| algorithm == Algorithm::Manifold,
        read: |finding| match finding {
            Finding::Manifold(found) => Some(found),
            _ => None,
        },
        hand: Finding::Manifold,
        free: &[
            ("single flipped", ""),
            ("points[] dropped", ""),
            ("points[] swapped", ""),
            ("points[].id", ""),
            ("points[].why", ""),
            ("reduced", ""),
            ("changes", ""),
        ],
        least: 300,
    };
    table.holds();
}

#[test]
fn about_bodies_that_turn() {
    let table = Table {
        scenes: &["cast-rotation", "planar-cast-rotation"],
        algorithm: |algorithm| algorithm == Algorithm::Cast,
        read: |finding| match finding {
            Finding::FirstContact(found) => Some(found),
            _ => None,
        },
        hand: Finding::FirstContact,
        free: &[
            ("lower", "cast-rotation › limit"),
            ("normal turned about z", "cast-rotation › both turn"),
            ("normal.y with the other sign", "cast-rotation › both turn"),
            ("normal turned across", "planar-cast-rotation › bar on ground"),
            ("normal", "cast-rotation › limit"),
            ("normal", "cast-rotation › moves apart"),
            ("normal", "cast-rotation › passes by"),
            ("normal", "cast-rotation › too late"),
            ("lower", "planar-cast-rotation › as the motion ends"),
            ("normal", "planar-cast-rotation › as the motion ends"),
        ],
        least: 300,
    };
    table.holds();
}
