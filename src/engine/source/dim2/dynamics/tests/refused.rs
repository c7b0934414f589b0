//! Invalid worlds, each with the name of the invalid field.

use super::*;

fn refusal(change: impl Fn(&mut Body, &mut Joint, &mut Options, &mut Vec2)) -> Option<(Owner, &'static str, Fault)> {
    let mut body = cuboid([0.5, 0.5], [0.0, 0.0]);
    let mut joint = Joint::new(None, 1, JointKind::Point { anchors: Anchors::default() });
    let mut options = Options::default();
    let mut gravity = down();
    change(&mut body, &mut joint, &mut options, &mut gravity);
    let error = Problem::new(gravity, vec![ground(), body], vec![joint], options).err()?;
    assert!(error.to_string().contains(&format!("`{}`", error.field)), "{error}");
    Some((error.owner, error.field, error.fault))
}

#[test]
fn a_number_that_cannot_be_is_refused_by_body_and_field() {
    assert_eq!(refusal(|_, _, _, _| ()), None);
    let of = |field, fault| Some((Owner::Body(1), field, fault));
    for bad in [Real::NAN, Real::INFINITY] {
        assert_eq!(refusal(|body, _, _, _| body.position.y = bad), of("position", Fault::NotFinite));
        assert_eq!(refusal(|body, _, _, _| body.angle = bad), of("angle", Fault::NotFinite));
        assert_eq!(refusal(|body, _, _, _| body.mass = Mass::Density(bad)), of("density", Fault::NotFinite));
        assert_eq!(refusal(|body, _, _, _| body.velocity.x = bad), of("velocity", Fault::NotFinite));
        assert_eq!(refusal(|body, _, _, _| body.torque = bad), of("torque", Fault::NotFinite));
        assert_eq!(refusal(|body, _, _, _| body.friction = bad), of("friction", Fault::NotFinite));
    }
    assert_eq!(refusal(|body, _, _, _| body.mass = Mass::Mass(0.0)), of("mass", Fault::NotPositive));
    assert_eq!(refusal(|body, _, _, _| body.mass = Mass::Mass(2e9)), of("mass", Fault::TooLarge));
    assert_eq!(refusal(|body, _, _, _| body.inertia = Some(-1.0)), of("inertia", Fault::NotPositive));
    assert_eq!(refusal(|body, _, _, _| body.velocity.y = 1.1e6), of("velocity", Fault::TooFast));
    assert_eq!(refusal(|body, _, _, _| body.angular_velocity = -1.1e6), of("angular_velocity", Fault::TooFast));
    assert_eq!(refusal(|body, _, _, _| body.restitution = 1.5), of("restitution", Fault::NotFromZeroToOne));
    assert_eq!(refusal(|body, _, _, _| body.friction = -0.1), of("friction", Fault::Negative));
    let thin = |body: &mut Body| body.shape = Shape::segment([Vec2::ZERO, Vec2::X]).unwrap().into();
    assert_eq!(refusal(|body, _, _, _| (thin(body), body.mass = Mass::Density(1.0)).1), of("density", Fault::NoArea));
    assert_eq!(refusal(|body, _, _, _| thin(body)), None, "a rod with a mass");
    let still = |body: &mut Body| (body.motion, body.torque) = (Motion::Static, 1.0);
    assert_eq!(refusal(|body, joint, _, _| (still(body), joint.b = 0).0), of("torque", Fault::GivenToStatic));
}

#[test]
fn options_are_refused_by_name() {
    let of = |field, fault| Some((Owner::Options, field, fault));
    assert_eq!(refusal(|_, _, options, _| options.time_step = 0.0), of("time_step", Fault::NotPositive));
    assert_eq!(refusal(|_, _, options, _| options.time_step = Real::NAN), of("time_step", Fault::NotFinite));
    assert_eq!(refusal(|_, _, options, _| options.substeps = 0), of("substeps", Fault::BelowOne));
    assert_eq!(refusal(|_, _, options, _| options.solver = cold(0)), of("iterations", Fault::BelowOne));
    assert_eq!(refusal(|_, _, options, _| options.beta = 1.1), of("beta", Fault::NotFromZeroToOne));
    assert_eq!(refusal(|_, _, options, _| options.slop = -1.0), of("slop", Fault::Negative));
    assert_eq!(refusal(|_, _, options, _| options.speculative = -1.0), of("speculative", Fault::Negative));
    let soft = PositionMode::Soft { frequency: -1.0, damping_ratio: 1.0 };
    assert_eq!(refusal(|_, _, options, _| options.position = soft), of("contact_frequency", Fault::Negative));
    let both = |options: &mut Options| {
        options.position = PositionMode::Soft { frequency: 30.0, damping_ratio: 10.0 };
        options.solver = Solver::Direct;
    };
    assert_eq!(refusal(|_, _, options, _| both(options)), of("position", Fault::SoftDirect));
    let gravity = refusal(|_, _, _, gravity| gravity.x = Real::NAN);
    assert_eq!(gravity, Some((Owner::World, "gravity", Fault::NotFinite)));
}

#[test]
fn joints_are_refused_by_name() {
    let of = |field, fault| Some((Owner::Joint(0), field, fault));
    let kind = |kind: JointKind| refusal(move |_, joint, _, _| joint.kind = kind.clone());
    assert_eq!(refusal(|_, joint, _, _| joint.a = Some(7)), of("a", Fault::NoSuchBody));
    assert_eq!(refusal(|_, joint, _, _| joint.b = 7), of("b", Fault::NoSuchBody));
    assert_eq!(refusal(|_, joint, _, _| joint.a = Some(1)), of("b", Fault::SameBody));
    assert_eq!(refusal(|_, joint, _, _| joint.b = 0), of("b", Fault::NoDynamicBody));
    let anchors = Anchors { a: Some(vector([f64::NAN, 0.0])), b: None };
    assert_eq!(kind(JointKind::Point { anchors }), of("anchor_a", Fault::NotFinite));
    let distance = |length| JointKind::Distance { anchors: Anchors::default(), length };
    assert_eq!(kind(distance(ValueConstraint::Initial)), of("length", Fault::NoLength));
    assert_eq!(kind(distance(ValueConstraint::Fixed(0.0))), of("length", Fault::NotPositive));
    let limits = |lower: f64, upper: f64| Limits { lower: Some(lower as Real), upper: Some(upper as Real) };
    assert_eq!(kind(distance(ValueConstraint::Within(limits(-1.0, 1.0)))), of("lower", Fault::Negative));
    assert_eq!(
        kind(JointKind::Angle { angle: ValueConstraint::Within(limits(1.0, -1.0)) }),
        of("lower", Fault::Inverted)
    );
    let line = JointKind::Line { anchors: Anchors::default(), axis: Vec2::ZERO, limits: Limits::default() };
    assert_eq!(kind(line), of("axis", Fault::NoDirection));
    assert_eq!(kind(JointKind::Motor { speed: 1.0, max_torque: -1.0 }), of("max_torque", Fault::Negative));
    let mouse = JointKind::Mouse { anchor_b: Vec2::ZERO, target: Vec2::NAN, max_force: 1.0, grasp: Grasp::default() };
    assert_eq!(kind(mouse), of("target", Fault::NotFinite));
    for (from, track, field) in
        [(0, None, ("from", Fault::BelowOne)), (1, Some(Vec2::NAN), ("track", Fault::NotFinite))]
    {
        let grasp = Grasp { from, track: track.map(|target| [target].into()) };
        let mouse = JointKind::Mouse { anchor_b: Vec2::ZERO, target: Vec2::ZERO, max_force: 1.0, grasp };
        assert_eq!(kind(mouse), of(field.0, field.1));
    }
    let spring = |softness| refusal(move |_, joint, _, _| joint.softness = Some(softness));
    assert_eq!(spring(Softness { frequency: -1.0, damping_ratio: 0.0 }), of("frequency", Fault::Negative));
    assert_eq!(spring(Softness { frequency: 1.0, damping_ratio: Real::NAN }), of("damping_ratio", Fault::NotFinite));
    // A point mass does not rotate, so nothing can hold its angle.
    let point = |body: &mut Body| body.shape = Shape::circle(0.0).unwrap().into();
    let angle = JointKind::Angle { angle: ValueConstraint::Initial };
    assert_eq!(
        refusal(|body, joint, _, _| (point(body), joint.kind = angle.clone()).0),
        of("b", Fault::NoRotatingBody)
    );
}
