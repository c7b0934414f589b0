//! What the command line wants of a window, which it does not know: the program hands it over.

use std::path::PathBuf;

use crate::picture::png::Pixels;
use crate::play::Precision;
use crate::scene::model::Scene;

/// What the window shows first.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// A scene file, or the name of a shipped scene; none shows the first shipped one.
    pub scene: Option<PathBuf>,
    /// Name of the query; none shows the first one.
    pub query: Option<String>,
    /// Frame of a moving scene, from 0; none is the first with something to see.
    pub frame: Option<usize>,
    /// Step, from 0; none is the first.
    pub step: Option<usize>,
    /// Beat within the step, from 0; none is the first.
    pub beat: Option<usize>,
    /// In which precision the engine computes.
    pub precision: Precision,
}

/// What a photograph of the window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Photograph {
    /// Index of the query.
    pub query: usize,
    /// Step, from 0; none is the last.
    pub step: Option<usize>,
    /// Beat within the step, from 0; none is the last.
    pub beat: Option<usize>,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// In which precision the engine computes.
    pub precision: Precision,
    /// Width and height in points.
    pub size: [u32; 2],
    /// Dark or light theme.
    pub dark: bool,
    /// Whether the browser of scenes is open.
    pub browser: bool,
}

/// A window for the command line. Each function says in one sentence why it cannot do its work.
#[derive(Clone, Copy, Debug)]
pub struct Desktop {
    /// Opens the window. Returns when it is closed.
    pub open: fn(Opened) -> Result<(), String>,
    /// Draws the window without a display.
    pub photograph: fn(&Scene, &Photograph) -> Result<Pixels, String>,
}

impl Desktop {
    /// That of a program without a window.
    pub const NONE: Self = Self {
        open: |_| Err(String::from("this program was built without it (feature `app`)")),
        photograph: |_, _| {
            Err(String::from("--view window: this program was built without its window (feature `app`)"))
        },
    };
}
