//! Names of edits in the menu entries of undo and redo, such as: the shape of “crate”.

use contact_lens_scene::model::{Query, Scene};

use super::Edit;

/// Name of an edit in a few words; `before` is the scene before it.
pub(crate) fn undo_name(edit: &Edit, before: &Scene) -> String {
    match edit {
        Edit::Name(_) => String::from("the title"),
        Edit::Note(_) => String::from("the note"),
        Edit::Shape(i, _) => format!("the shape{}", of_body(before, *i)),
        Edit::Margin(i, _) => format!("the margin{}", of_body(before, *i)),
        Edit::RenameBody(i, _) => format!("the name{}", of_body(before, *i)),
        Edit::Pose { body, .. } => format!("the pose{}", of_body(before, *body)),
        Edit::AddBody(_) => String::from("a new body"),
        Edit::RemoveBody(i) => format!("the removal{}", of_body(before, *i)),
        Edit::Gravity(_) => String::from("gravity"),
        Edit::Dynamics(i, ..) => format!("the motion{}", of_body(before, *i)),
        Edit::Joint(..) => String::from("a joint"),
        Edit::AddJoint(_) => String::from("a new joint"),
        Edit::RemoveJoint(_) => String::from("the removal of a joint"),
        Edit::Pull(_) => String::from("a drag of a body"),
        Edit::Query(i, after) => before.queries.get(*i).map_or_else(String::new, |query| change_of_query(query, after)),
        Edit::AddQuery(_) => String::from("a new query"),
        Edit::RemoveQuery(i) => format!("the removal of the query{}", query_name(before, *i)),
        Edit::SwapBodies(i) => format!("the bodies of the query{}", query_name(before, *i)),
        Edit::Frustum(i, _) => format!("the frustum{}", frustum_name(before, *i)),
        Edit::RenameFrustum(i, _) => format!("the name of the frustum{}", frustum_name(before, *i)),
        Edit::AddFrustum(_) => String::from("a new frustum"),
        Edit::RemoveFrustum(i) => format!("the removal of the frustum{}", frustum_name(before, *i)),
    }
}

/// Text ` of “name”` with the name of a body; empty when the index is out of range.
fn of_body(scene: &Scene, index: usize) -> String {
    scene.bodies.get(index).map_or_else(String::new, |body| format!(" of “{}”", body.name))
}

/// Name of a query in quotes, with a leading space; empty when the index is out of range.
fn query_name(scene: &Scene, index: usize) -> String {
    scene.queries.get(index).map_or_else(String::new, |query| format!(" “{}”", query.name))
}

/// Name of a frustum in quotes, with a leading space; empty when the index is out of range.
fn frustum_name(scene: &Scene, index: usize) -> String {
    scene.frusta.get(index).map_or_else(String::new, |frustum| format!(" “{}”", frustum.name))
}

/// Name of the change of a query: of its name, else of its expectations, else of the query.
fn change_of_query(before: &Query, after: &Query) -> String {
    let name = &before.name;
    if *name != after.name {
        format!("the name of the query “{name}”")
    } else if without_expectation(before) == without_expectation(after) {
        format!("the expectations of the query “{name}”")
    } else {
        format!("the query “{name}”")
    }
}

/// The query without its expectations.
fn without_expectation(query: &Query) -> Query {
    let mut query = query.clone();
    query.ask.expect_nothing();
    query
}
