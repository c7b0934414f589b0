//! Tests that colliders, poses and answers survive JSON, and that invalid ones are rejected.

use super::*;

#[test]
fn colliders_poses_and_answers_survive_json() {
    for [(a, pose_a), (b, pose_b)] in pairs(140, 1.0) {
        let text = serde_json::to_string(&(&a, &pose_a, &b, &pose_b)).unwrap();
        let (c, pose_c, d, pose_d): (Collider, Pose, Collider, Pose) = serde_json::from_str(&text).unwrap();
        assert_eq!((pose_a, pose_b), (pose_c, pose_d));
        assert_eq!((a.kind(), b.kind()), (c.kind(), d.kind()));
        let found = crate::dim3::collider::distance(&a, &pose_a, &b, &pose_b);
        assert_eq!(crate::dim3::collider::distance(&c, &pose_c, &d, &pose_d), found);
        let Ok(found) = found else { continue };
        let again: PairDistance = serde_json::from_str(&serde_json::to_string(&found).unwrap()).unwrap();
        assert_eq!(again, found);
        let hit = cast(&a, &pose_a, &b, &pose_b, [Vec3::X, -Vec3::Y], 1.0).unwrap();
        let again: FirstContact = serde_json::from_str(&serde_json::to_string(&hit).unwrap()).unwrap();
        assert_eq!(again, hit);
        let points = contacts(&a, &pose_a, &b, &pose_b, 0.1).unwrap();
        let again: Vec<PartContacts> = serde_json::from_str(&serde_json::to_string(&points).unwrap()).unwrap();
        assert_eq!(again, points);
    }
}

#[test]
fn the_form_is_readable_and_checked() {
    let ball = Collider::ball(0.5).unwrap();
    assert_eq!(serde_json::to_string(&ball).unwrap(), r#"{"convex":{"type":"sphere","radius":0.5}}"#);
    let pose = serde_json::to_string(&Pose::IDENTITY).unwrap();
    assert_eq!(pose, r#"{"position":[0.0,0.0,0.0],"rotation":[0.0,0.0,0.0,1.0]}"#);
    for invalid in [
        r#"{"convex":{"type":"sphere","radius":-0.5}}"#,
        r#"{"convex":{"type":"sphere","radius":0.5,"color":1}}"#,
        r#"{"half_space":{"normal":[0,0,0],"offset":1}}"#,
        r#"{"parts":[]}"#,
    ] {
        assert!(serde_json::from_str::<Collider>(invalid).is_err(), "{invalid}");
    }
    assert!(serde_json::from_str::<Pose>(r#"{"position":[0,0,0],"rotation":[0,0,0,0]}"#).is_err());
    let twice: Pose = serde_json::from_str(r#"{"position":[0,0,0],"rotation":[0,0,0,2]}"#).unwrap();
    assert_eq!(twice, Pose::IDENTITY);
}
