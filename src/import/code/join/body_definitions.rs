//! Definitions of bodies whose names say which shape they hold: `b3BodyDef pillDef` and `b3Capsule pill`, in a text
//! that does not show how the bodies are made.

use std::ops::Range;

use super::found_bodies::FoundBody;
use super::pose_names::{MAX_NAMED, stem};
use super::store::{Entity, Store};
use crate::code::evaluate::copies::is_definition;
use crate::pose::Pose;

/// Gives shapes the poses of the definitions with their names, if each definition with a pose has the name of one
/// shape. Returns the ranges of the joined definitions, bytes.
pub fn place(store: &Store, found: &mut [FoundBody]) -> Vec<Range<usize>> {
    let all = store.entities.iter().filter(|entity| is_bare(entity)).take(MAX_NAMED);
    let bare: Vec<&Entity> = all.collect();
    if found.len() > MAX_NAMED || bare.is_empty() || !bare.iter().all(|entity| is_definition(entity)) {
        return Vec::new();
    }
    let names: Vec<String> = found.iter().map(|body| stem(&body.name)).collect();
    let mut owners: Vec<usize> = Vec::new();
    for entity in &bare {
        let own = stem(&entity.name);
        let mut same = (0..found.len()).filter(|k| !own.is_empty() && names[*k] == own);
        // A shape with a center of its own has no other pose yet.
        let owner = same.next().filter(|k| found[*k].pose.is_none_or(|pose| pose == Pose::default()));
        match owner.filter(|owner| same.next().is_none() && !owners.contains(owner)) {
            Some(owner) => owners.push(owner),
            None => return Vec::new(),
        }
    }
    for (owner, entity) in owners.iter().zip(&bare) {
        found[*owner].pose = Some(entity.pose());
        found[*owner].used.extend(entity.used.iter().cloned());
    }
    bare.iter().map(|entity| entity.at..entity.at + 1).collect()
}

/// Whether an entity has a pose and no shape.
fn is_bare(entity: &Entity) -> bool {
    !entity.attached && !entity.is_shape && entity.children.is_empty() && entity.is_placed()
}
