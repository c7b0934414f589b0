//! Imported files: models of MuJoCo, robots, models inside text, missing shapes.

mod losses;
mod mujoco;
mod robots;
mod texts;

use std::path::{Path, PathBuf};

use contact_lens::import::{self, Imported};
use contact_lens::scene::model::{Body, Scene};
use glam::DVec3;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports")
}

fn read(path: &Path) -> Imported {
    import::files(&[path.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(name: &str, text: &str) -> String {
    import::text(name, text).map(|read| read.scene.bodies.len()).expect_err(name).to_string()
}

fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    scene.bodies.iter().find(|body| body.name == name).unwrap_or_else(|| panic!("no body {name}"))
}

fn near(found: [f64; 3], expected: [f64; 3], tolerance: f64, context: &str) {
    let apart = DVec3::from(found).distance(DVec3::from(expected));
    assert!(apart <= tolerance, "{context}: {found:?}, not {expected:?}");
}
