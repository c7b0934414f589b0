//! Checks of captured steps: they are for space, and an `audit` query is about one of them.

use super::{FieldError, fail};
use crate::model::{Ask, Dimension, Scene};

/// Names of the stages that a query may expect to be broken.
const STAGES: [&str; 9] =
    ["data", "shapes", "filters", "broad phase", "narrow phase", "rows", "solve", "velocity", "pose"];

/// Fails if a scene of the plane has captured steps.
pub(super) fn check(scene: &Scene) -> Result<(), FieldError> {
    if scene.dimension == Dimension::Two && !scene.steps.is_empty() {
        return fail("steps", "is only for 3D scenes");
    }
    Ok(())
}

/// Checks that the step of an `audit` query exists if the scene has steps, and that the stage that it expects does.
pub(super) fn check_query(scene: &Scene, ask: &Ask, query_index: usize) -> Result<(), FieldError> {
    let Ask::Audit { step, expect } = ask else { return Ok(()) };
    let count = scene.steps.len();
    // A query without any step is refused when it is opened, like one about a frustum that the scene lacks.
    if count > 0 && *step as usize >= count {
        let message = match count {
            1 => String::from("must be 0: the scene has 1 captured step"),
            count => format!("must be from 0 to {}: the scene has {count} captured steps", count - 1),
        };
        return fail(format!("queries[{query_index}].step"), message);
    }
    let Some(first) = &expect.first else { return Ok(()) };
    if !STAGES.contains(&first.stage.as_str()) {
        let hint = crate::suggestion(&first.stage, STAGES);
        let message = format!("`{}` is not a stage{hint}", crate::path::shortened(&first.stage));
        return fail(format!("queries[{query_index}].expect.first.stage"), message);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse;

    /// A scene with one captured step and this query.
    fn error_of(query: &str) -> Option<String> {
        let text = format!(
            r#"{{"version": 1, "name": "step", "steps": [{{"time_step": 0.01}}], "queries": [{{"name": "audit", {query}}}],
                "bodies": [{{"name": "ball", "shape": {{"type": "sphere", "radius": 1}}}}]}}"#
        );
        parse("test", text.as_bytes()).err().map(|error| error.message)
    }

    #[test]
    fn an_audit_is_about_an_existing_step_and_a_known_stage() {
        assert_eq!(error_of(r#""algorithm": "audit""#), None);
        let expecting = r#""algorithm": "audit", "expect": {"verdict": "broken", "first": {"stage": "narow phase"}}"#;
        assert!(error_of(expecting).unwrap().contains("did you mean `narrow phase`"));
        assert!(error_of(r#""algorithm": "audit", "step": 1"#).unwrap().contains("must be 0"));
    }
}
