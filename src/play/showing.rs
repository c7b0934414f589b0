//! Where in a scene somebody looks: what the command line wants of a window, which it does not know.

use std::path::PathBuf;

use super::Precision;

/// What a window shows first.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// What a picture of a window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowOptions {
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
    /// Pixels a point.
    pub scale: f32,
    /// Dark or light theme.
    pub dark: bool,
    /// With the real code beside the listing.
    pub code: bool,
    /// With the browser of scenes open.
    pub browser: bool,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            query: 0,
            step: None,
            beat: None,
            frame: 0,
            precision: Precision::default(),
            size: [1280, 800],
            scale: 1.0,
            dark: true,
            code: false,
            browser: false,
        }
    }
}
