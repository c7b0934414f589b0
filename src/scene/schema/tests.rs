//! Tests of the printed schema against the checker, the rules and the parser.

use super::*;
use crate::parse;

/// Number schema of the model, with its printed counterpart.
struct Numbers<'a> {
    model: &'a Rules,
    printed: &'a Rules,
}

/// Collects the number schemas within a schema of the model and its printed counterpart.
fn collect_numbers<'a>(model: &'a Value, printed: &'a Value, collected: &mut Vec<Numbers<'a>>) {
    match (model, printed) {
        (Value::Array(model), Value::Array(printed)) => {
            model.iter().zip(printed).for_each(|(model, printed)| collect_numbers(model, printed, collected));
        }
        (Value::Object(model), Value::Object(printed)) => {
            if names_type(model, "number") || names_type(model, "integer") {
                collected.push(Numbers { model, printed });
            }
            for (word, inner) in model {
                match printed.get(word) {
                    Some(shown) => collect_numbers(inner, shown, collected),
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
    let node = Node { start: 0, end: 0, kind: Kind::Number(number) };
    check_range(&node, number, rules, &Path::Top).is_ok()
}

#[test]
fn every_number_of_the_printed_schema_has_the_limits_of_the_checker() {
    let mut collected = Vec::new();
    collect_numbers(&SCHEMA, schema(), &mut collected);
    assert!(collected.len() > 100, "{}", collected.len());
    for Numbers { model, printed } in collected {
        let low = number_limit(printed, "minimum");
        let above = number_limit(printed, "exclusiveMinimum");
        let high = number_limit(printed, "maximum");
        let below = number_limit(printed, "exclusiveMaximum");
        assert!(low.or(above).is_some() && high.or(below).is_some(), "{printed:?}");
        if let Some(low) = low {
            assert!(accepts(model, low) && !accepts(model, low.next_down()), "{low} {model:?}");
        }
        // Excluded bounds that the model does not state are rules; the next test is about them.
        if let Some(above) = above.filter(|_| model.contains_key("exclusiveMinimum")) {
            assert!(accepts(model, above.next_up()) && !accepts(model, above), "{above} {model:?}");
        }
        if let Some(high) = high {
            assert!(accepts(model, high) && !accepts(model, high.next_up()), "{high} {model:?}");
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
    let field_named = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|(_, schema)| *schema).unwrap();
    assert_eq!(field_named("cell")["items"]["exclusiveMinimum"], 0.0);
    assert_eq!(field_named("heights")["items"]["minItems"], 2);
    assert_eq!(field_named("masses")["additionalProperties"]["exclusiveMinimum"], 0.0);
    let cameras = |count: usize| {
        let camera_fields = (0..count)
            .map(|i| format!("\"{i}\": {{\"target\": [0, 0, 0], \"distance\": 1, \"azimuth\": 0, \"elevation\": 0}}"));
        scene(BALL, &format!(", \"cameras\": {{{}}}", camera_fields.collect::<Vec<_>>().join(", ")))
    };
    assert_eq!(field_named("masses")["maxProperties"], limits::FIELDS);
    assert!(is_read(cameras(limits::FIELDS)) && !is_read(cameras(limits::FIELDS + 1)));
}

/// Collects the fields of all objects within a schema.
fn collect_fields<'a>(schema: &'a Value, collected: &mut Vec<(&'a str, &'a Value)>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| collect_fields(item, collected)),
        Value::Object(rules) => {
            let fields = rules.get("properties").and_then(Value::as_object);
            collected.extend(fields.into_iter().flatten().map(|(name, field)| (name.as_str(), field)));
            rules.values().for_each(|inner| collect_fields(inner, collected));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
