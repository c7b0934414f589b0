//! Functions of the window that the command line calls. The program passes them in, since it may be built without a
//! window.

use contact_lens_picture::png::Pixels;
use contact_lens_play::{WindowOptions, WindowStart};
use contact_lens_scene::model::Scene;

/// Functions that open or draw the window. Each fails with the reason in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Desktop {
    /// Opens the window, and returns when it is closed.
    pub open: fn(WindowStart) -> Result<(), String>,
    /// Draws the window with a scene open; needs no display.
    pub draw_window: fn(&Scene, &WindowOptions) -> Result<Pixels, String>,
}

impl Desktop {
    /// Functions of a program without a window, which always fail.
    pub const NONE: Self = Self {
        open: |_| Err(String::from("this program was built without a window (feature `app`)")),
        draw_window: |_, _| Err(String::from("--view window: this program was built without a window (feature `app`)")),
    };
}
