//! Commands about the open scene and how the window shows it: edits, selection, time, breakpoints, cameras and panels.

use std::sync::Arc;

use contact_lens_check::captured::QueryAgreement;
use contact_lens_picture::{Camera, Key, Role, ViewFrom};
use contact_lens_play::Curve;
use contact_lens_scene::model::{Algorithm, Scene};
use glam::DVec2;

use super::{Jump, Slot, Tool};
use crate::banner::Cause;
use crate::files::edit::Edit;
use crate::help::HelpPage;
use crate::run::breakpoint::Condition;

/// Scenes made from a world's run, and the return to the world.
#[derive(Clone, Debug, PartialEq)]
pub enum WorldCommand {
    /// Open the run of a world as a scene with frames, for queries by other algorithms.
    RecordRun,
    /// Open two bodies of a world in their poses of the current frame, with a query about them.
    OpenPair {
        /// Indices of the bodies in the scene.
        bodies: [usize; 2],
        /// Algorithm of the query.
        algorithm: Algorithm,
    },
    /// Say why two bodies, given by their indices in the scene, have no contact in the current frame.
    WhyNoContact([usize; 2]),
    /// Open the two child shapes that decide a distance, as a scene of their own.
    ClosestParts,
    /// Open a scene made from the world that is shown, and keep the world for [`Self::BackToWorld`].
    OpenFromWorld(Box<Scene>),
    /// Return to the world of the open scene, at the same frame and step.
    BackToWorld,
}

/// A pointer drag on a body of a running world.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyDragCommand {
    /// Grab the body with this index at this point, world frame, meters.
    Grab(usize, DVec2),
    /// Move the pointer of the drag to this point, world frame, meters.
    Pull(DVec2),
    Release,
}

/// Changes of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneCommand {
    Edit(Edit),
    /// End the drag of a field.
    EndGesture,
    /// Cancel the drag and restore the value from before it.
    CancelGesture,
    /// Delete the selected body or frustum, with its queries and joints.
    DeleteSelected,
    /// Add a copy of the selected body or frustum.
    DuplicateSelected,
    /// Undo the last edit.
    Undo,
    /// Redo the last undone edit.
    Redo,
}

/// Selection of queries, bodies, frusta, joints and marks.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectCommand {
    /// Show the query with this index.
    SelectQuery(usize),
    /// Show the fields of a body; `None` clears the selection.
    SelectBody(Option<usize>),
    /// Show the fields of a frustum; `None` clears the selection.
    SelectFrustum(Option<usize>),
    /// Show the fields of a joint; `None` clears the selection.
    SelectJoint(Option<usize>),
    /// Change the handles on the selected body or frustum.
    SetTool(Tool),
    /// Hide or show a body's marks.
    ToggleBody(usize),
    /// The pointer is over this mark; `None` if it is over none.
    Hover(Option<Key>),
}

/// Frames, steps, beats and playback.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeCommand {
    /// Show the frame with this index.
    SetFrame(usize),
    /// Move by this number of frames.
    StepFrames(i32),
    /// Go to the next frame with another result than the current one.
    ToNextChange,
    /// Go to the nearest earlier frame with another result than the current one.
    ToPreviousChange,
    /// Go to the frame with the deepest contact; if no bodies touch, to the frame with the least distance.
    ToDeepest,
    /// Compute the answer of every frame, for a plot.
    Survey,
    /// Answers of all frames, or the reason why there are none.
    Surveyed(Result<Arc<Vec<Curve>>, String>),
    /// Go to the frame with the largest contact impulse.
    ToLargestImpulse,
    /// Agreement of the captured answers of an edition of the scene with the answers computed here.
    AgreementMeasured {
        edition: u64,
        /// One entry per query with captured answers.
        queries: Arc<Vec<QueryAgreement>>,
    },
    /// Go to the query and frame in which a captured answer is farthest from the proven one.
    ToWorstDisagreement,
    /// Go to the next frame in which a captured answer is not the proven one, also of another query.
    ToNextDisagreement,
    /// Play or pause the frames.
    TogglePlayFrames,
    /// Play or pause the beats.
    TogglePlay,
    /// Play or pause: frames where there are several, else beats.
    ToggleTime,
    /// Move along the timeline.
    Jump(Jump),
    /// Go to the next beat at which this condition holds, without a breakpoint.
    RunTo(Condition),
    /// Set the playback speed; 1 shows each beat for the time to read its sentence.
    SetSpeed(f64),
    /// Move by this number of entries through the selectable speeds, from slow to fast.
    ChangeSpeed(i32),
    /// Show the bodies at this time of a motion, seconds.
    SetMoment(f64),
    /// Advance time by this number of seconds.
    Tick(f64),
}

/// Breakpoints of the timeline.
#[derive(Clone, Debug, PartialEq)]
pub enum BreakCommand {
    /// Add a breakpoint with this condition, or remove it.
    ToggleBreak(Condition),
    /// Add or remove a breakpoint at this line of the listing; `None` is the current line.
    BreakHere(Option<&'static str>),
    /// Enable or disable the breakpoint with this index.
    SwitchBreak(usize),
    /// Remove the breakpoint with this index.
    RemoveBreak(usize),
    ClearBreaks,
}

/// Cameras, and the view that keys act on.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    /// Set the camera of the view with this id.
    Camera(&'static str, Camera),
    /// Set the width and height of the view with this id, points.
    Size(&'static str, DVec2),
    /// Let keys act on the view with this id.
    Focus(&'static str),
    /// Bring the mark under the pointer into view, else the selected body, else the marks of the beat.
    FrameSelection,
    /// Bring everything into view, in all views.
    FrameAll,
    /// Look along an axis.
    View(ViewFrom),
    /// Switch between perspective and parallel projection.
    ToggleProjection,
    /// Show or hide the layer of this role in a view.
    ToggleLayer(&'static str, Role),
    /// Show only the layer of this role in a view; if it is the only one already, show those that are shown by default.
    LayerAlone(&'static str, Role),
    /// Show all layers of all views that are shown by default.
    ShowLayers,
}

/// Messages, panels, and the look of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowCommand {
    /// An operation outside of the window failed, with this error message.
    Failed(Cause, String),
    /// An operation outside of the window succeeded, with this message.
    Note(Cause, String),
    /// Discard the edits and run the pending command.
    Discard,
    Quit,
    /// Switch between the dark and the light theme.
    ToggleTheme,
    /// Show or hide the labels in the views.
    ToggleLabels,
    /// Show or hide the insets of the views.
    ToggleInsets,
    /// Show or hide the legend in the views.
    ToggleLegend,
    /// Show or hide the optional views of a lesson.
    ToggleAllViews,
    /// Show or hide the source code next to the listing.
    ToggleCode,
    /// Let a pane fill the window, or restore it. `None` restores any filled pane, or else fills the window with the
    /// view that keys act on.
    ToggleFilled(Option<Slot>),
    /// Enter or leave presentation mode: full screen, large type.
    TogglePresentation,
    /// Change the type size by this number of steps; 0 restores the default.
    SizeType(i32),
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Open or close the command palette.
    TogglePalette,
    /// Open or close the browser of shipped scenes.
    ToggleBrowser,
    /// Show or close the first screen, with the three ways to begin.
    ToggleFirstScreen,
    /// Open or close the field that goes to a step or a frame.
    ToggleGoTo,
    /// Switch the start page between the first screen and the welcome scene.
    ToggleStartPage,
    /// Open this page of the help, or close it when it is open.
    ToggleHelp(HelpPage),
    /// Close the palette, the help, the browser and all dialogs; without any, the first that is open of: the last
    /// message, the comparison, the filled pane, presentation mode.
    Dismiss,
    DismissBanner(u64),
    /// Restore the default layout.
    ResetLayout,
}
