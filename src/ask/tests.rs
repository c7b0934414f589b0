//! A choice has one name: that under which it is listed is the one that files spell.

use super::*;

fn spelled<C: Choice + serde::Serialize + std::fmt::Debug>() {
    assert!(C::NAMED.len() > 1);
    for &Named { name, label, choice } in C::NAMED {
        assert!(!label.is_empty(), "{choice:?}");
        assert_eq!(serde_json::to_value(choice).ok(), Some(name.into()), "{choice:?}");
        assert_eq!((choice.name(), C::of(name)), (name, Some(choice)));
    }
    assert_eq!(C::of("nothing of the kind"), None);
}

#[test]
fn names_are_those_of_files() {
    spelled::<Solver>();
    spelled::<Method>();
    spelled::<Search>();
    spelled::<Horizon>();
    spelled::<CastMethod>();
    spelled::<ContactReference>();
    spelled::<Stop>();
    spelled::<EdgePairs>();
    spelled::<MatrixLayout>();
    spelled::<DepthRange>();
    spelled::<Axis>();
    spelled::<Motion>();
    spelled::<Clamp>();
    spelled::<WorldSolver>();
    spelled::<PositionMode>();
}
