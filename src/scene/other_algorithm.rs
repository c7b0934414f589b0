//! Conversion of a query to another algorithm.

use super::deserialize;
use super::model::{Algorithm, Ask, Subjects, SubjectsMut};
use super::schema::expectations_of;

impl Ask {
    /// Returns this query for another algorithm. Options and expectations that both know are kept. A query about a pair
    /// becomes a query about A; a query about one body names it twice.
    #[must_use]
    pub fn asked_of(&self, algorithm: Algorithm) -> Self {
        if self.algorithm() == algorithm {
            return self.clone();
        }
        let mut names = self.subjects().bodies().map(|(_, name)| name);
        let a = names.next().unwrap_or_default();
        let mut plain = algorithm.of(a, names.next().unwrap_or(a));
        if let (Subjects::Bodies(bodies), SubjectsMut::Bodies(all)) = (self.subjects(), plain.subjects_mut()) {
            all.clone_from(bodies);
        }
        if let (Some(old), Some(new)) = (self.options(), plain.options_mut()) {
            new.adopt(old);
        }
        let (Ok(old), Ok(mut new)) = (serde_json::to_value(self), serde_json::to_value(&plain)) else {
            return plain;
        };
        let known = expectations_of(algorithm.id());
        let mut kept = old.get("expect").and_then(serde_json::Value::as_object).cloned().unwrap_or_default();
        kept.retain(|name, _| known.contains(&name.as_str()));
        // A tolerance means nothing without its number, which may have another name in the other query.
        let has_number =
            ["signed_distance", "separation", "t_first", "depth"].iter().any(|number| kept.contains_key(*number));
        kept.retain(|name, _| name != "tolerance" || has_number);
        // The other query may use the name for an expectation of another type.
        for (name, value) in kept {
            let mut with = new.clone();
            with["expect"][name] = value;
            if let Some(ask) = read(&with) {
                plain = ask;
                new = with;
            }
        }
        plain
    }
}

/// Deserializes a query.
fn read(json: &serde_json::Value) -> Option<Ask> {
    deserialize::unchecked(&json.to_string()).ok()
}
