//! Reads the public case files. The bench of the suite reads them with this same file.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// A shape and its pose, as the file writes them.
#[derive(Deserialize)]
pub struct Placed {
    pub shape: serde_json::Value,
    pub position: Vec<f64>,
    pub rotation: Vec<f64>,
}

/// The trusted answer.
#[derive(Deserialize)]
#[allow(dead_code, reason = "each reader looks at a part of it")]
pub struct Reference {
    pub signed_distance: f64,
    pub tolerance: f64,
}

/// One line of a case file.
#[derive(Deserialize)]
#[allow(dead_code, reason = "each reader looks at a part of it")]
pub struct Case {
    pub id: String,
    pub family: String,
    /// Cases with the same number are frames of one motion, in order.
    pub sequence: Option<u32>,
    pub dim: u32,
    pub a: Placed,
    pub b: Placed,
    pub size: f64,
    pub reference: Reference,
}

/// All cases in the order of their files; none, with a note, where the folder is absent.
pub fn read() -> Vec<Case> {
    let named = std::env::var_os("CONTACT_LENS_CASES").map(PathBuf::from);
    // Beside the checkout; the benches' package lies a folder deeper than that of the tests.
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let around = || here.ancestors().skip(1).map(|folder| folder.join("shared/cases")).find(|folder| folder.is_dir());
    let folder = named.clone().or_else(around).unwrap_or_else(|| here.join("../shared/cases"));
    let Ok(files) = std::fs::read_dir(&folder) else {
        assert!(named.is_none(), "CONTACT_LENS_CASES names no folder");
        eprintln!("skipped: no case files at {}; CONTACT_LENS_CASES may name their folder", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = files.map(|f| f.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "jsonl"));
    paths.sort();
    let lines = |p: &PathBuf| {
        let text = std::fs::read_to_string(p).unwrap();
        text.lines().map(|l| serde_json::from_str(l).unwrap()).collect::<Vec<Case>>()
    };
    paths.iter().flat_map(lines).collect()
}
