//! Tests that a choice's listed name is the one that files use, and that a field is read, written, and described in the
//! schema by its row.

use super::*;

fn spelled<C: Choice + serde::Serialize + std::fmt::Debug>() {
    assert!(C::NAMED.len() > 1);
    for &Named { name, label, variant: choice } in C::NAMED {
        assert!(!label.is_empty(), "{choice:?}");
        assert_eq!(serde_json::to_value(choice).ok(), Some(name.into()), "{choice:?}");
        assert_eq!((choice.name(), C::from_name(name)), (name, Some(choice)));
    }
    assert_eq!(C::from_name("nothing of the kind"), None);
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
    spelled::<SolveOrder>();
    spelled::<WorldSolver>();
    spelled::<PositionMode>();
}

/// A valid value that is not the field's default.
fn sample(about: &FieldInfo, slot: &dyn Slot) -> Value {
    match slot.kind() {
        Kind::Number => Value::Number(about.initial / 3.0),
        Kind::Count => Value::Count(7),
        Kind::Flag => Value::Flag(about.default != Some(Value::Flag(true))),
        Kind::Vector => Value::Vector([-0.0, 0.25, 1e-300]),
        Kind::Planar => Value::Planar([-0.0, 0.25]),
        // The last choice is never the default.
        Kind::Choice => Value::Choice(slot.choices()[slot.choices().len() - 1][0]),
    }
}

/// Checks that each field alone round-trips and is in the schema with its range.
fn agrees<T>()
where
    T: Options + PartialEq + Clone + std::fmt::Debug + serde::Serialize + schemars::JsonSchema,
    T: for<'de> serde::Deserialize<'de>,
{
    let schema = serde_json::Value::from(schemars::schema_for!(T));
    assert_eq!(schema["properties"].as_object().map_or(0, |fields| fields.len()), T::FIELDS.len());
    assert_eq!(serde_json::to_string(&T::default()).expect("JSON"), "{}", "defaults are left out");
    for field @ Field { about, .. } in T::FIELDS {
        let mut options = T::default();
        let value = sample(about, (field.slot)(&options));
        assert!((field.slot_mut)(&mut options).set(Some(value)), "{about:?}");
        let text = serde_json::to_string(&options).expect("JSON");
        assert_eq!(serde_json::from_str::<T>(&text).expect("the options"), options, "{text}");
        assert_eq!((field.slot)(&options).get(), Some(value), "{text}");
        let property = &schema["properties"][about.name];
        assert_eq!(property["description"], about.sentence());
        let whole = about.doc.len() + about.unit.map_or(0, |unit| unit.name.len() + 2);
        assert_eq!(about.sentence().len(), whole, "the unit stands once: {}", about.sentence());
        let least = if about.range.open { "exclusiveMinimum" } else { "minimum" };
        let is_number = matches!(value, Value::Number(_) | Value::Count(_) | Value::Planar(_));
        let bounded = if let Value::Planar(_) = value { &property["items"] } else { property };
        for (word, bound) in [(least, about.range.least), ("maximum", about.range.most)] {
            let there = bounded[word].as_f64();
            assert_eq!(there.filter(|_| is_number), Some(bound).filter(|at| is_number && at.is_finite()), "{about:?}");
        }
        // An absent choice is the algorithm's own.
        let mut first_options = T::default();
        let is_chosen = (field.slot)(&first_options).get().is_some();
        if let Some([first, _]) = (field.slot)(&options).choices().first().filter(|_| is_chosen) {
            assert!((field.slot_mut)(&mut first_options).set(Some(Value::Choice(first))));
            assert_eq!(first_options, T::default(), "panels and help take the first name for the default");
        }
        // A value of another kind is rejected and changes nothing.
        let other = if is_number { Value::Flag(true) } else { Value::Number(0.5) };
        assert!(!(field.slot_mut)(&mut options).set(Some(other)), "{about:?}");
        assert_eq!((field.slot)(&options).get(), Some(value));
        assert!((field.slot_mut)(&mut options).set(None));
        assert_eq!(options, T::default());
    }
    assert!(serde_json::from_str::<T>(r#"{"nothing of the kind": 1}"#).is_err());
}

/// Options defined outside of the engine.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pushed {
    force: Option<[f64; 2]>,
}

impl Options for Pushed {
    const FIELDS: &'static [Field<Self>] = &[crate::option_row!(force, "Force", "On the center; none if absent.")
        .unit(Unit::NEWTONS)
        .number(Range::FRACTION, 0.0)];
}

crate::options_in_files!(Pushed);

#[test]
fn each_field_of_an_option_comes_back_and_is_in_the_schema() {
    agrees::<BooleanGjkOptions>();
    agrees::<CastOptions>();
    agrees::<CullOptions>();
    agrees::<DistanceOptions>();
    agrees::<EpaOptions>();
    agrees::<GjkOptions>();
    agrees::<HierarchyOptions>();
    agrees::<IsaGjkOptions>();
    agrees::<ManifoldOptions>();
    agrees::<RayOptions>();
    agrees::<SatOptions>();
    agrees::<SupportOptions>();
    agrees::<WorldOptions>();
    agrees::<Pushed>();
}

#[test]
fn a_default_lies_within_its_range() {
    for field @ Field { about, .. } in WorldOptions::FIELDS {
        let number = field.number_of(&WorldOptions::default());
        assert!(about.range.contains(number) && about.range.contains(about.initial), "{about:?}");
    }
    assert!(!Range::POSITIVE.contains(0.0) && !Range::SIZE.contains(f64::NAN) && !Range::FRACTION.contains(1.5));
    let plain = WorldOptions::default();
    assert_eq!((plain.steps(), plain.substeps(), plain.iterations(), plain.warm_start()), (120, 1, 10, true));
}

#[test]
fn what_means_nothing_beside_the_rest_is_told() {
    let wrong = |options: &dyn AnyOptions, dimension| options.first_conflict(dimension).map(|(name, _)| name);
    let plane = Dimension::Two;
    assert_eq!(wrong(&WorldOptions::default(), plane), None);
    let direct = WorldOptions { solver: WorldSolver::Direct, ..WorldOptions::default() };
    assert_eq!(wrong(&direct, plane), None);
    assert_eq!(wrong(&WorldOptions { iterations: Some(3), ..direct.clone() }, plane), Some("iterations"));
    assert_eq!(wrong(&WorldOptions { position: PositionMode::Soft, ..direct }, plane), Some("position"));
    let springs = WorldOptions { contact_frequency: Some(9.0), ..WorldOptions::default() };
    assert_eq!(wrong(&springs, plane), Some("contact_frequency"));
    assert_eq!(wrong(&WorldOptions { position: PositionMode::Soft, ..springs }, plane), None);
    let edges = ManifoldOptions { reference: ContactReference::EdgePair, ..ManifoldOptions::default() };
    assert_eq!((wrong(&edges, plane), wrong(&edges, Dimension::Three)), (Some("reference"), None));
    let nowhere = GjkOptions { direction: Some([0.0; 3]), ..GjkOptions::default() };
    assert_eq!(wrong(&nowhere, plane), Some("direction"));
    assert_eq!(wrong(&SupportOptions { direction: Some([0.0; 3]) }, plane), None);
    let mut cast: CastOptions = CastOptions::default();
    let all: &mut dyn AnyOptions = &mut cast;
    all.copy_shared_fields(&DistanceOptions {
        method: Method::Epa,
        max_iterations: Some(9),
        ..DistanceOptions::default()
    });
    assert_eq!(cast, CastOptions { max_iterations: Some(9), ..CastOptions::default() }, "`epa` casts nothing");
}
