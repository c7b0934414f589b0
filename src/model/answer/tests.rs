//! Exact JSON of each kind of finding: names of fields, their order, and numbers.

use std::sync::Arc;

use glam::{DVec2, DVec3};

use super::*;

fn text(finding: &Finding) -> String {
    serde_json::to_string(finding).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_pair_is_written_with_its_bracket() {
    let found = PairFinding {
        status: PairStatus::TouchingOrOverlapping,
        signed_distance: None,
        normal: Some(DVec3::X),
        witness_a: DVec3::new(0.5, 0.0, -1.0),
        witness_b: DVec3::ZERO,
        proof: Proof { lower: -0.25, upper: 0.0, tolerance: f64::INFINITY },
    };
    let form = r#"{"signed_distance":null,"normal":[1.0,0.0,0.0],"witness_a":[0.5,0.0,-1.0],"witness_b":[0.0,0.0,0.0],"lower":-0.25,"upper":0.0,"tolerance":"inf"}"#;
    for finding in [Finding::Distance, Finding::Overlap, Finding::Support].map(|kind| kind(found.clone())) {
        assert_eq!(text(&finding), form);
        assert_eq!((finding.status(), finding.proof_extent()), ("touching or overlapping", ProofExtent::InPart));
        assert_eq!((finding.normal(), finding.bracket()), (Some(DVec3::X), Some([-0.25, 0.0])));
        assert_eq!(finding.headline(), None, "no distance is known");
    }
}

#[test]
fn a_separation_is_written_with_its_line() {
    let finding = Finding::Separation(SeparationFinding {
        status: PairStatus::Separated,
        separation: Some(1.5),
        lower: 1.25,
        upper: None,
        normal: Some(DVec3::Y),
        line: Some(String::from("a1")),
        lines: 6,
        skipped: 2,
        ties: vec![String::from("b1")],
        axis: Some(AxisOrigin { kind: "face_a", features: [vec![0, 1, 2], Vec::new()] }),
        tied: Vec::new(),
    });
    assert_eq!(
        text(&finding),
        r#"{"separation":1.5,"lower":1.25,"upper":null,"normal":[0.0,1.0,0.0],"line":"a1","lines":6,"skipped":2,"ties":["b1"]}"#
    );
    assert_eq!((finding.status(), finding.bracket()), ("separated", Some([1.25, f64::INFINITY])));
}

#[test]
fn a_first_contact_is_written_with_its_points_by_body() {
    let hit = ContactFinding {
        hit: Some(true),
        status: "hit",
        t_first: Some(0.5),
        lower: 0.5,
        upper: Some(0.5),
        t_last: None,
        t_max: 1.0,
        at_start: false,
        normal: Some(DVec3::X),
        witness: Some([DVec3::X, DVec3::Z]),
        gap: None,
    };
    assert_eq!(
        text(&Finding::FirstContact(hit.clone())),
        r#"{"hit":true,"t_first":0.5,"lower":0.5,"upper":0.5,"t_last":null,"normal":[1.0,0.0,0.0],"witness_a":[1.0,0.0,0.0],"witness_b":[0.0,0.0,1.0],"gap":null}"#
    );
    let grazing = ContactFinding { hit: None, t_first: None, upper: None, normal: None, witness: None, ..hit };
    assert_eq!(
        text(&Finding::FirstContact(grazing)),
        r#"{"hit":null,"t_first":null,"lower":0.5,"upper":null,"t_last":null,"normal":null,"witness_a":null,"witness_b":null,"gap":null}"#
    );
}

#[test]
fn a_manifold_is_written_with_its_points() {
    let point =
        FoundPoint { on_a: DVec3::X, on_b: DVec3::ZERO, depth: 0.125, id: String::from("a1.b2"), why: "corner of b" };
    let list = |name: &str| vec![String::from(name)];
    let touching = ManifoldFinding {
        status: "face contact",
        sound: true,
        normal: Some(DVec3::Y),
        points: vec![point],
        margin: 0.5,
        reference: Some(ReferenceFace { body: String::from("box"), face: 2 }),
        separation: -0.125,
        bias_paid: 0.0,
        band: 0.25,
        single: false,
        reduced: 1,
        area_kept: Some(0.75),
        changes: Some(PointChanges { kept: list("p"), dropped: Vec::new(), added: list("q") }),
    };
    assert_eq!(
        text(&Finding::Manifold(touching.clone())),
        r#"{"normal":[0.0,1.0,0.0],"points":[{"on_a":[1.0,0.0,0.0],"on_b":[0.0,0.0,0.0],"depth":0.125,"id":"a1.b2","why":"corner of b"}],"reference":{"body":"box","face":2},"separation":-0.125,"bias_paid":0.0,"reduced":1,"area_kept":0.75,"kept":["p"],"dropped":[],"added":["q"]}"#
    );
    let apart = ManifoldFinding {
        normal: None,
        points: Vec::new(),
        reference: None,
        area_kept: None,
        changes: None,
        ..touching
    };
    assert_eq!(
        text(&Finding::Manifold(apart)),
        r#"{"normal":null,"points":[],"reference":null,"separation":-0.125,"bias_paid":0.0,"reduced":1,"area_kept":null,"kept":null,"dropped":null,"added":null}"#
    );
}

#[test]
fn a_hull_is_written_with_what_its_space_measures() {
    let planar = HullMeasure::Planar { area: 0.5, perimeter: 3.5 };
    let hull = HullFinding { dimension: 2, vertices: vec![0, 2, 1], measure: planar, mesh_volume: None };
    assert_eq!(text(&Finding::Hull(hull)), r#"{"dimension":2,"vertices":[0,2,1],"area":0.5,"perimeter":3.5}"#);
    let measure = HullMeasure::Spatial { faces: vec![vec![0, 1, 2]], volume: 0.25, area: 2.0 };
    let solid = HullFinding { dimension: 3, vertices: vec![0, 1, 2, 3], measure, mesh_volume: Some(0.125) };
    assert_eq!(
        text(&Finding::Hull(solid.clone())),
        r#"{"dimension":3,"vertices":[0,1,2,3],"faces":[[0,1,2]],"volume":0.25,"area":2.0,"mesh_volume":0.125}"#
    );
    let of_points = text(&Finding::Hull(HullFinding { mesh_volume: None, ..solid }));
    assert!(!of_points.contains("mesh_volume"), "{of_points}");
}

#[test]
fn a_difference_is_written_with_its_tally() {
    let face = DifferenceFace { kind: FaceKind::Both, features: [vec![0, 1], vec![2, 3]], corners: vec![0, 1] };
    let planar = DifferenceFinding {
        planar: true,
        dimension: 1,
        pairs: vec![[0, 0], [1, 0]],
        points: vec![DVec3::ZERO, DVec3::X],
        faces: vec![face],
        size: 0.5,
    };
    let form = |size| {
        format!(
            r#"{{"dimension":1,"pairs":[[0,0],[1,0]],"vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0]],"faces":[[0,1]],"of_a":0,"of_b":0,"of_both":1,"of_edges":0,"{size}":0.5}}"#
        )
    };
    assert_eq!(text(&Finding::Difference(planar.clone())), form("area"));
    assert_eq!(text(&Finding::Difference(DifferenceFinding { planar: false, ..planar })), form("volume"));
}

#[test]
fn a_farthest_point_is_written_with_its_search() {
    let found = FarthestFinding {
        point: 4,
        value: 1.5,
        direction: DVec3::X,
        visited: 7,
        vertices: 20,
        levels: 3,
        proven: false,
    };
    let finding = Finding::Farthest(found);
    assert_eq!(
        text(&finding),
        r#"{"point":4,"value":1.5,"direction":[1.0,0.0,0.0],"visited":7,"vertices":20,"levels":3}"#
    );
    assert_eq!((finding.status(), finding.proof_extent()), ("not proven", ProofExtent::Open));
}

#[test]
fn pairs_are_written_by_name() {
    let finding = Finding::Pairs(PairsFinding {
        names: ["left", "right"].map(String::from).into(),
        axes: 3,
        boxes: Arc::new([None, None]),
        previous_boxes: Arc::new([None, None]),
        pairs: vec![[0, 1]],
        began: vec![[0, 1]],
        ended: Vec::new(),
        swaps: vec![1, 0, 0],
    });
    assert_eq!(text(&finding), r#"{"pairs":[["left","right"]],"began":[["left","right"]],"ended":[],"swaps":[1,0,0]}"#);
}

#[test]
fn classes_are_written_by_body() {
    let of = |name: &str, class| Classified { name: name.to_owned(), class, rounding: 1e-9 };
    let finding = Finding::Classes(ClassesFinding {
        bodies: vec![
            of("far", BodyClass::Outside(5)),
            of("corner", BodyClass::FalsePositive { weights: [0.0; 6], gap: 0.5 }),
            of("near", BodyClass::Inside),
        ],
        planes: [None; 6],
        tested: 13,
    });
    assert_eq!(
        text(&finding),
        r#"{"bodies":[{"name":"far","class":"outside","plane":5,"gap":null},{"name":"corner","class":"crossing","plane":null,"gap":0.5},{"name":"near","class":"inside","plane":null,"gap":null}],"planes_tested":13}"#
    );
}

#[test]
fn a_world_is_written_by_name_and_nothing_of_one_that_broke_down() {
    let point = PointState {
        position: DVec2::X,
        depth: 0.25,
        id: String::from("e1"),
        normal_impulse: 2.0,
        tangent_impulse: -1.0,
    };
    let world = WorldFinding {
        names: ["ground", "box"].map(String::from).into(),
        joint_names: [String::from("hinge")].into(),
        frame: 3,
        time: 0.5,
        bodies: vec![BodyState::default(), BodyState { position: DVec2::Y, angle: 0.5, ..BodyState::default() }],
        contacts: vec![ContactState { a: 0, b: 1, normal: DVec2::Y, friction: 0.75, points: vec![point] }],
        joints: vec![JointState { error: vec![0.0], impulse: vec![1.0], limits: 0 }],
        kinetic: 1.0,
        potential: 2.0,
        linear: DVec2::X,
        angular: 0.5,
        diverged: None,
    };
    let bodies = r#"[{"name":"ground","position":[0.0,0.0],"angle":0.0,"velocity":[0.0,0.0],"angular_velocity":0.0},{"name":"box","position":[0.0,1.0],"angle":0.5,"velocity":[0.0,0.0],"angular_velocity":0.0}]"#;
    let contacts = r#"[{"a":"ground","b":"box","normal":[0.0,1.0],"friction":0.75,"points":[{"position":[1.0,0.0],"depth":0.25,"id":"e1","normal_impulse":2.0,"tangent_impulse":-1.0}]}]"#;
    let joints = r#"[{"name":"hinge","error":[0.0],"impulse":[1.0]}]"#;
    let sums = r#""energy":{"kinetic":1.0,"potential":2.0},"momentum":{"linear":[1.0,0.0],"angular":0.5}"#;
    assert_eq!(
        text(&Finding::World(Box::new(world.clone()))),
        format!(r#"{{"frame":3,"time":0.5,"bodies":{bodies},"contacts":{contacts},"joints":{joints},{sums}}}"#)
    );
    let told = |world: &WorldFinding, name: &str| {
        let facts = Finding::World(Box::new(world.clone())).facts();
        facts.into_iter().find(|fact| fact.name == name).map(|fact| fact.value.text)
    };
    let rest = WorldFinding { kinetic: 1e-64, potential: 0.0, linear: DVec2::X * 1e-33, ..world.clone() };
    for name in ["energy", "kinetic energy", "momentum x"] {
        assert_eq!(told(&rest, name).as_deref(), Some("0 within rounding"), "{name} of what lies still");
    }
    let mut moves = rest;
    moves.bodies[1].velocity = DVec2::X;
    assert_eq!(told(&moves, "kinetic energy").as_deref(), Some("1e\u{2212}64"), "it moves");
    let broken = WorldFinding { diverged: Some(Diverged { frame: 2, body: Some(1) }), ..world };
    assert_eq!(text(&Finding::World(Box::new(broken))), "{}");
}
