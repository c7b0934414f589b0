//! Tests of the printed schema against the checker, the rules and the parser.

use super::*;
use crate::scene::parse;

/// Number schema of the model, with its printed counterpart.
struct Numbers<'a> {
    own: &'a Rules,
    printed: &'a Rules,
}

/// Collects the number schemas within a schema of the model and its printed counterpart.
fn numbers<'a>(own: &'a Value, printed: &'a Value, found: &mut Vec<Numbers<'a>>) {
    match (own, printed) {
        (Value::Array(own), Value::Array(printed)) => {
            own.iter().zip(printed).for_each(|(own, printed)| numbers(own, printed, found));
        }
        (Value::Object(own), Value::Object(printed)) => {
            if names_type(own, "number") || names_type(own, "integer") {
                found.push(Numbers { own, printed });
            }
            for (word, inner) in own {
                match printed.get(word) {
                    Some(shown) => numbers(inner, shown, found),
                    // A bound may be printed as another one; everything else is printed under its own word.
                    None => assert!(inner.is_number(), "{word} is not printed"),
                }
            }
        }
        _ => {}
    }
}

/// Whether the checker accepts a number with these rules.
fn accepts(rules: &Rules, number: f64) -> bool {
    let node = Node { at: 0, end: 0, kind: Kind::Number(number) };
    check_range(&node, number, rules, &Path::Top).is_ok()
}

#[test]
fn every_number_of_the_printed_schema_has_the_limits_of_the_checker() {
    let mut found = Vec::new();
    numbers(&SCHEMA, schema(), &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for Numbers { own, printed } in found {
        let low = number_limit(printed, "minimum");
        let above = number_limit(printed, "exclusiveMinimum");
        let high = number_limit(printed, "maximum");
        let below = number_limit(printed, "exclusiveMaximum");
        assert!(low.or(above).is_some() && high.or(below).is_some(), "{printed:?}");
        if let Some(low) = low {
            assert!(accepts(own, low) && !accepts(own, low.next_down()), "{low} {own:?}");
        }
        // Excluded bounds that the model does not state are rules; the next test is about them.
        if let Some(above) = above.filter(|_| own.contains_key("exclusiveMinimum")) {
            assert!(accepts(own, above.next_up()) && !accepts(own, above), "{above} {own:?}");
        }
        if let Some(high) = high {
            assert!(accepts(own, high) && !accepts(own, high.next_up()), "{high} {own:?}");
        }
    }
}

/// The scene with one body of this shape and with `more` fields.
fn scene(shape: &str, more: &str) -> String {
    format!(
        "{{\"version\": 1, \"name\": \"x\", \"bodies\": [{{\"name\": \"a\", \"shape\": {shape}}}], \"queries\": []{more}}}"
    )
}

#[test]
fn limits_that_the_rules_apply_are_printed() {
    const BALL: &str = "{\"type\": \"sphere\", \"radius\": 1}";
    let frustum = |angle: f64| {
        let form = format!("\"eye\": [0, 0, 0], \"fov_y\": {angle}, \"aspect\": 1, \"near\": 1");
        scene(BALL, &format!(", \"frusta\": [{{\"name\": \"f\", {form}}}]"))
    };
    let field = |row: &str, side: f64| {
        scene(&format!("{{\"type\": \"height_field\", \"heights\": [{row}, {row}], \"cell\": [{side}, 1]}}"), "")
    };
    let mass = |mass: f64| scene(BALL, &format!(", \"recorded\": {{\"masses\": {{\"a\": {mass}}}}}"));
    let is_read = |text: String| parse("", text.as_bytes()).is_ok();
    let text = schema().to_string();
    assert!([1e-9, 180_f64.next_down()].iter().all(|angle| is_read(frustum(*angle))));
    assert!([-1.0, 0.0, 180.0, 360.0].iter().all(|angle| !is_read(frustum(*angle))));
    assert!(text.contains("\"exclusiveMaximum\":180.0"));
    assert!(is_read(field("[0, 0]", 1e-9)) && !is_read(field("[0, 0]", 0.0)) && !is_read(field("[0]", 1.0)));
    assert!(is_read(mass(1e-9)) && !is_read(mass(0.0)));
    let mut fields = Vec::new();
    collect_fields(schema(), &mut fields);
    let of = |name: &str| fields.iter().find(|(own, _)| *own == name).map(|(_, schema)| *schema).unwrap();
    assert_eq!(of("cell")["items"]["exclusiveMinimum"], 0.0);
    assert_eq!(of("heights")["items"]["minItems"], 2);
    assert_eq!(of("masses")["additionalProperties"]["exclusiveMinimum"], 0.0);
    let cameras = |count: usize| {
        let all = (0..count)
            .map(|i| format!("\"{i}\": {{\"target\": [0, 0, 0], \"distance\": 1, \"azimuth\": 0, \"elevation\": 0}}"));
        scene(BALL, &format!(", \"cameras\": {{{}}}", all.collect::<Vec<_>>().join(", ")))
    };
    assert_eq!(of("masses")["maxProperties"], limits::FIELDS);
    assert!(is_read(cameras(limits::FIELDS)) && !is_read(cameras(limits::FIELDS + 1)));
}

/// Collects the fields of all objects within a schema.
fn collect_fields<'a>(schema: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| collect_fields(item, found)),
        Value::Object(rules) => {
            let fields = rules.get("properties").and_then(Value::as_object);
            found.extend(fields.into_iter().flatten().map(|(name, field)| (name.as_str(), field)));
            rules.values().for_each(|inner| collect_fields(inner, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
