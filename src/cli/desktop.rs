//! What the command line wants of a window, which it does not know: the program hands it over.

use crate::picture::png::Pixels;
use crate::play::{Opened, WindowOptions};
use crate::scene::model::Scene;

/// A window for the command line. Each function says in one sentence why it cannot do its work.
#[derive(Clone, Copy, Debug)]
pub struct Desktop {
    /// Opens the window. Returns when it is closed.
    pub open: fn(Opened) -> Result<(), String>,
    /// Draws the window without a display.
    pub photograph: fn(&Scene, &WindowOptions) -> Result<Pixels, String>,
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
