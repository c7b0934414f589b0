//! Names of edits, for undo and redo.

use super::Edit;
use crate::scene::model::{Query, Scene};

/// Name of an edit in a few words; `before` is the scene before it.
pub(in crate::app) fn words(edit: &Edit, before: &Scene) -> String {
    let body = |i: usize| before.bodies.get(i).map_or_else(String::new, |body| format!(" of “{}”", body.name));
    let query = |i: usize| before.queries.get(i).map_or_else(String::new, |query| format!(" “{}”", query.name));
    let frustum = |i: usize| before.frusta.get(i).map_or_else(String::new, |frustum| format!(" “{}”", frustum.name));
    match edit {
        Edit::Name(_) => String::from("the title"),
        Edit::Note(_) => String::from("the note"),
        Edit::Shape(i, _) => format!("the shape{}", body(*i)),
        Edit::Margin(i, _) => format!("the margin{}", body(*i)),
        Edit::RenameBody(i, _) => format!("the name{}", body(*i)),
        Edit::Pose { body: i, .. } => format!("the pose{}", body(*i)),
        Edit::AddBody(_) => String::from("a new body"),
        Edit::RemoveBody(i) => format!("the removal{}", body(*i)),
        Edit::Gravity(_) => String::from("gravity"),
        Edit::Dynamics(i, ..) => format!("the motion{}", body(*i)),
        Edit::Joint(..) => String::from("a joint"),
        Edit::AddJoint(_) => String::from("a new joint"),
        Edit::RemoveJoint(_) => String::from("the removal of a joint"),
        Edit::Pull(_) => String::from("a pull of the hand"),
        Edit::Query(i, after) => before.queries.get(*i).map_or_else(String::new, |query| of_query(query, after)),
        Edit::AddQuery(_) => String::from("a new query"),
        Edit::RemoveQuery(i) => format!("the removal of the query{}", query(*i)),
        Edit::SwapBodies(i) => format!("the bodies of the query{}", query(*i)),
        Edit::Frustum(i, _) => format!("the frustum{}", frustum(*i)),
        Edit::RenameFrustum(i, _) => format!("the name of the frustum{}", frustum(*i)),
        Edit::AddFrustum(_) => String::from("a new frustum"),
        Edit::RemoveFrustum(i) => format!("the removal of the frustum{}", frustum(*i)),
    }
}

fn of_query(before: &Query, after: &Query) -> String {
    let silent = |query: &Query| {
        let mut query = query.clone();
        query.ask.expect_nothing();
        query
    };
    match () {
        () if before.name != after.name => format!("the name of the query “{}”", before.name),
        () if silent(before) == silent(after) => format!("what the query “{}” expects", before.name),
        () => format!("the query “{}”", before.name),
    }
}
