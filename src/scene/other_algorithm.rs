//! Conversion of a query to another algorithm, when the user picks one in the app. Options and expectations that both
//! algorithms have are kept.

use super::deserialize;
use super::model::{Algorithm, Ask, Subjects, SubjectsMut};
use super::schema::expectations_of;

impl Ask {
    /// Returns this query for another algorithm. Options and expectations that both know are kept. For an algorithm
    /// about one body, a query about a pair keeps A; for one about a pair, a query about one body names this body
    /// twice.
    #[must_use]
    pub fn converted_to(&self, algorithm: Algorithm) -> Self {
        if self.algorithm() == algorithm {
            return self.clone();
        }
        let mut names = self.subjects().bodies().map(|(_, name)| name);
        let a = names.next().unwrap_or_default();
        let mut converted = algorithm.of(a, names.next().unwrap_or(a));
        if let (Subjects::Bodies(bodies), SubjectsMut::Bodies(new_bodies)) = (self.subjects(), converted.subjects_mut())
        {
            new_bodies.clone_from(bodies);
        }
        if let (Some(old), Some(new)) = (self.options(), converted.options_mut()) {
            new.copy_shared_fields(old);
        }
        let (Ok(old), Ok(mut new)) = (serde_json::to_value(self), serde_json::to_value(&converted)) else {
            return converted;
        };
        let known_names = expectations_of(algorithm.id());
        let mut expectations = old.get("expect").and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
        expectations.retain(|name, _| known_names.contains(&name.as_str()));
        // A tolerance has no effect without its number, which may have another name in the other query.
        let has_number = ["signed_distance", "separation", "t_first", "t", "depth"]
            .iter()
            .any(|number| expectations.contains_key(*number));
        expectations.retain(|name, _| name != "tolerance" || has_number);
        // The other query may use the name for an expectation of another type, so each is tried by itself.
        for (name, value) in expectations {
            let mut extended = new.clone();
            extended["expect"][name] = value;
            if let Some(ask) = deserialize_query(&extended) {
                converted = ask;
                new = extended;
            }
        }
        converted
    }
}

/// Deserializes a query; `None` if a value has the wrong type.
fn deserialize_query(json: &serde_json::Value) -> Option<Ask> {
    deserialize::unchecked(&json.to_string()).ok()
}
