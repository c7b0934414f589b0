//! Tests of the printed schema against the checker.

use super::*;

/// Number schemas within `schema`.
fn numbers<'a>(schema: &'a Value, found: &mut Vec<&'a Rules>) {
    match schema {
        Value::Array(items) => items.iter().for_each(|item| numbers(item, found)),
        Value::Object(rules) => {
            if names_type(rules, "number") || names_type(rules, "integer") {
                found.push(rules);
            }
            rules.values().for_each(|inner| numbers(inner, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_number_of_the_printed_schema_has_the_limits_of_the_checker() {
    let mut found = Vec::new();
    numbers(schema(), &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for rules in found {
        let maximum = bound(rules, "maximum");
        assert!(maximum.is_some_and(|maximum| maximum <= largest_number(rules)), "{rules:?}");
        let minimum = bound(rules, "minimum").or(bound(rules, "exclusiveMinimum"));
        assert!(minimum.is_some_and(|minimum| minimum >= -largest_number(rules)), "{rules:?}");
    }
}
