//! Interface to the window, which the program passes to the command line.

use crate::picture::png::Pixels;
use crate::play::{WindowOptions, WindowStart};
use crate::scene::model::Scene;

/// Window for the command line. Each function fails with a reason in one sentence.
#[derive(Clone, Copy, Debug)]
pub struct Desktop {
    /// Opens the window; returns when it is closed.
    pub open: fn(WindowStart) -> Result<(), String>,
    /// Draws the window with a scene into an image, without a display.
    pub draw_window: fn(&Scene, &WindowOptions) -> Result<Pixels, String>,
}

impl Desktop {
    /// Placeholder for a program without a window.
    pub const NONE: Self = Self {
        open: |_| Err(String::from("this program was built without a window (feature `app`)")),
        draw_window: |_, _| Err(String::from("--view window: this program was built without a window (feature `app`)")),
    };
}
