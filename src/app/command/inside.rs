//! What happens within the window: to the scene, to time, to cameras and panels.

use std::sync::Arc;

use glam::DVec2;

use super::{Jump, Slot, Tool};
use crate::app::banner::Cause;
use crate::app::breakpoint::Condition;
use crate::app::edit::Edit;
use crate::app::help::HelpPage;
use crate::picture::{Camera, Key, Role, ViewFrom};
use crate::play::Curve;
use crate::scene::model::{Algorithm, Scene};

/// From a world to a scene that is made of it, and back.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldCommand {
    /// Open the run of a world as a scene with frames, in which other questions can be asked.
    RecordRun,
    /// Open two bodies of a world as they met in the frame that is shown, by index, with a question about them.
    AskAboutPair([usize; 2], Algorithm),
    /// Open the two parts that decide a distance, as a scene of their own.
    ClosestParts,
    /// Open a scene that was made of the world that is shown: there is a way back.
    ShowOfWorld(Box<Scene>),
    /// Back to the world of which the open scene was made, at the same frame and step.
    BackToWorld,
}

/// A hand on a body of a world that runs.
#[derive(Clone, Debug, PartialEq)]
pub enum HandCommand {
    /// Take hold of the body with this index, at this place of its world, meters.
    Grab(usize, DVec2),
    /// The hand is there now.
    Pull(DVec2),
    /// Take the hand off.
    LetGo,
}

/// Changes of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneCommand {
    /// Change the scene.
    Edit(Edit),
    /// The field was let go.
    EndGesture,
    /// The drag is broken off: the value of before comes back.
    CancelGesture,
    /// Delete the selected body or frustum, with the queries that ask about it.
    DeleteSelected,
    /// Another body or frustum like the selected one.
    DuplicateSelected,
    /// Take the last edit back.
    Undo,
    /// Do it again.
    Redo,
}

/// What of the scene is chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    /// Show another query.
    SelectQuery(usize),
    /// Show the fields of a body.
    SelectBody(Option<usize>),
    /// Show the fields of a frustum.
    SelectFrustum(Option<usize>),
    /// Show the fields of a joint.
    SelectJoint(Option<usize>),
    /// Other handles on the selected body or frustum.
    SetTool(Tool),
    /// Hide or show a body's marks.
    ToggleBody(usize),
    /// What the pointer is over.
    Hover(Option<Key>),
}

/// Through time.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeCommand {
    /// Show another frame of a moving scene.
    SetFrame(usize),
    /// The next or previous frame.
    TurnFrame(i32),
    /// To the next frame that went another way than this one (true), or to the last such one before it.
    ToChange(bool),
    /// To the frame with the deepest contact.
    ToDeepest,
    /// Find out the answer of every frame, for a plot.
    Survey,
    /// The answers of all frames, or why there are none.
    Surveyed(Result<Arc<Vec<Curve>>, String>),
    /// To the frame with the largest impulse at a contact.
    ToLargestImpulse,
    /// Let the frames run, or hold them.
    ToggleFilm,
    /// Play or pause.
    TogglePlay,
    /// Play or pause: the frames where there are several, the beats where there is one.
    ToggleTime,
    /// Move through time.
    Jump(Jump),
    /// To the next beat at which this holds, once.
    RunTo(Condition),
    /// Beats a second.
    SetSpeed(f64),
    /// One notch faster (+1) or slower (−1).
    TurnSpeed(i32),
    /// Show what is where at this moment of a motion, seconds.
    SetMoment(f64),
    /// So many seconds have passed.
    Tick(f64),
}

/// Where time stops.
#[derive(Clone, Debug, PartialEq)]
pub enum BreakCommand {
    /// Stop whenever this holds, or no longer.
    ToggleBreak(Condition),
    /// Stop at this line of the listing, or no longer: the one lit now when none is named.
    BreakHere(Option<&'static str>),
    /// Switch the breakpoint with this index off, or on again.
    SwitchBreak(usize),
    /// Forget the breakpoint with this index.
    RemoveBreak(usize),
    /// Forget all of them.
    ClearBreaks,
}

/// Cameras, and the view that keys act on.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// A camera was moved by hand.
    Camera(&'static str, Camera),
    /// A view has another width and height, points.
    Size(&'static str, DVec2),
    /// The id of the view that keys act on.
    Focus(&'static str),
    /// Bring the selection into view.
    FrameSelection,
    /// Bring everything into view, in all views.
    FrameAll,
    /// Look along an axis.
    View(ViewFrom),
    /// Perspective or parallel projection.
    ToggleProjection,
    /// Switch what the legend of a view calls so off, or on again.
    ToggleLayer(&'static str, Role),
    /// Show that alone in the view; where it is alone already, all.
    LayerAlone(&'static str, Role),
    /// Show all layers of all views.
    ShowLayers,
}

/// Messages, panels, and how the window looks.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowCommand {
    /// Something outside went wrong.
    Failed(Cause, String),
    /// Something outside went well.
    Note(Cause, String),
    /// Throw the edits away and do what was asked before.
    Discard,
    /// Close the window.
    Quit,
    /// Dark or light.
    ToggleTheme,
    /// Show or hide the words in the views.
    ToggleLabels,
    /// Show or hide the legend in the views.
    ToggleLegend,
    /// Show or hide the views that a lesson shows on demand alone.
    ToggleAllViews,
    /// Show or hide the real code beside the listing.
    ToggleCode,
    /// Let a pane fill the window, or put it back: the view that keys act on when none is named.
    ToggleFilled(Option<Slot>),
    /// Full screen in large type, or back.
    TogglePresentation,
    /// So many sizes of type larger, or smaller; 0 is as on the first day.
    SizeType(i32),
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Open or close the command palette.
    TogglePalette,
    /// Open or close the browser of shipped scenes.
    ToggleBrowser,
    /// Open or close the field that goes to a step or a frame.
    ToggleGoTo,
    /// Open the browser at the start, or the welcome scene alone.
    ToggleStartPage,
    /// Open this page of the help, or close it where it is open.
    ToggleHelp(HelpPage),
    /// Close whatever lies on top.
    Dismiss,
    /// Close one banner.
    DismissBanner(u64),
    /// The panels as they were on the first day.
    ResetLayout,
}
