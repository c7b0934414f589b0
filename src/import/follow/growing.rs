//! Scene of a capture that grows: [`Growing::feed`] gets the bytes that a program has added to its file, and adds their
//! bodies, frames and queries to the scene.
//!
//! **Method.** New lines are parsed in blocks of some hundred, like a whole capture. In front of them are placeholders
//! for the known bodies and for the last frame, so that the new lines may refer to these.

use std::collections::{HashMap, HashSet};

use contact_lens_scene::limits;
use contact_lens_scene::model::{Dimension, Frame, Scene, Subjects};

use crate::Quote;
use crate::capture::late::LateBody;
use crate::capture::{CaptureLines, Head, QueryOrigins, free_name, origin_note};
use crate::draft::{Draft, DraftBody, MOST_QUERIES};
use crate::ledger::shown;

/// Number of lines that are parsed together. A wrong line causes the others of its block to be parsed again, so the
/// block is not larger.
const BLOCK_LINES: usize = 256;

/// Scene while its capture is being followed.
#[derive(Debug)]
pub(super) struct Growing {
    file: String,
    /// Beginning of a line whose end is not written yet.
    partial_line: Vec<u8>,
    /// Number of complete lines.
    line_count: usize,
    head: Head,
    scene: Scene,
    /// JSON of a placeholder for each body, with its name, for parsing new lines.
    placeholders: Vec<String>,
    /// Bodies at their poses in the last frame; empty once the capture contains queries.
    draft_bodies: Vec<DraftBody>,
    /// Indices of the queries about pairs that the engine has answered, or that were generated here.
    pair_queries: HashMap<[String; 2], usize>,
    /// Whether the capture contains queries.
    has_queries: bool,
    /// Bodies whose first frame is not written yet.
    late_bodies: Vec<LateBody>,
}

impl Growing {
    pub(super) fn new(file: String) -> Self {
        let mut scene = Scene::new("Capture", Dimension::Three, Vec::new());
        scene.note = origin_note(&Head::default());
        Self {
            file,
            partial_line: Vec::new(),
            line_count: 0,
            head: Head::default(),
            scene,
            placeholders: Vec::new(),
            draft_bodies: Vec::new(),
            pair_queries: HashMap::new(),
            has_queries: false,
            late_bodies: Vec::new(),
        }
    }

    /// Returns the scene of all lines that were read.
    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Reads added bytes of the capture. Returns whether the scene has changed, and quotes of the lines that were
    /// skipped.
    pub(super) fn feed(&mut self, added: &[u8]) -> (bool, Vec<Quote>) {
        self.partial_line.extend(added);
        let line_end = self.partial_line.iter().rposition(|byte| *byte == b'\n').map_or(0, |offset| offset + 1);
        let partial_line = self.partial_line.split_off(line_end);
        let text = std::mem::replace(&mut self.partial_line, partial_line);
        let mut changed = false;
        let mut skipped = Vec::new();
        let mut lines = Vec::new();
        for bytes in text.split_inclusive(|byte| *byte == b'\n') {
            self.line_count += 1;
            match std::str::from_utf8(bytes) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => lines.push((self.line_count, line)),
                Err(_) => {
                    skipped.push(self.quote(self.line_count, &String::from_utf8_lossy(bytes), "is not UTF-8 text"))
                }
            }
        }
        for lines in lines.chunks(BLOCK_LINES) {
            changed |= self.add_lines(lines.to_vec(), &mut skipped);
        }
        if self.partial_line.len() as u64 > limits::FILE_BYTES {
            // A quote shows only the start of the line.
            let start = String::from_utf8_lossy(&self.partial_line[..1_000]).into_owned();
            let why = format!("this line is longer than {} MiB, the limit of an import", limits::FILE_BYTES >> 20);
            skipped.push(self.quote(self.line_count + 1, &start, why));
            self.partial_line.clear();
        }
        skipped.sort_by_key(|quote| quote.lines.first().copied());
        (changed, skipped)
    }

    /// Returns a quote of a line, by its number from 1.
    fn quote(&self, line: usize, text: &str, why: impl Into<String>) -> Quote {
        Quote { file: self.file.clone(), lines: vec![line], text: shown(text), why: why.into() }
    }

    /// Adds lines, each with its number from 1, to the scene; wrong lines are quoted in `skipped`. Returns whether the
    /// scene has changed.
    fn add_lines(&mut self, mut lines: Vec<(usize, &str)>, skipped: &mut Vec<Quote>) -> bool {
        loop {
            let mut parsed = CaptureLines::after(self.head.clone(), &self.placeholders, !self.scene.frames.is_empty());
            lines.retain(|(number, line)| match parsed.add_line(*number, line) {
                Ok(()) => true,
                Err(error) => {
                    skipped.push(self.quote(*number, line, error.message));
                    false
                }
            });
            if lines.is_empty() {
                return false;
            }
            self.head = parsed.head.clone();
            if parsed.is_head_alone() {
                skipped.extend(parsed.quotes(&self.file));
                self.apply_head();
                return true;
            }
            let new_scene = parsed.scene(&self.file);
            let origins = parsed.query_origins();
            let frames_before = self.scene.frames.len();
            match new_scene {
                Ok(new_scene) => {
                    skipped.extend(parsed.quotes(&self.file));
                    let late_bodies = parsed.late_bodies().to_vec();
                    self.add_scene(new_scene, origins, skipped);
                    self.place_late_bodies(frames_before, late_bodies);
                    return true;
                }
                Err(error) => {
                    let wrong_index = lines.iter().position(|(number, _)| *number == error.line);
                    match wrong_index.or((lines.len() == 1).then_some(0)) {
                        Some(index) => {
                            let (number, line) = lines.remove(index);
                            // The index in the path refers to the parsed text, not to the capture.
                            let field = error.path.split_once("].").map_or("", |(_, field)| field);
                            let colon = if field.is_empty() { "" } else { ": " };
                            skipped.push(self.quote(number, line, format!("{field}{colon}{}", error.message)));
                        }
                        // The wrong line is unknown, so each is parsed alone.
                        None => {
                            let mut is_changed = false;
                            lines.into_iter().for_each(|line| is_changed |= self.add_lines(vec![line], skipped));
                            return is_changed;
                        }
                    }
                }
            }
        }
    }

    /// Makes bodies whose lines come after frames absent in these frames. `frames_before` is the number of frames
    /// before the lines just read; one placeholder represented them all, so that the frames of `new_bodies` count from
    /// it.
    fn place_late_bodies(&mut self, frames_before: usize, new_bodies: Vec<LateBody>) {
        let offset = frames_before.saturating_sub(1);
        for new_body in new_bodies {
            let late_body = LateBody { frame: new_body.frame + offset, ..new_body };
            if late_body.hide(&mut self.scene) {
                self.late_bodies.push(late_body);
            }
        }
        let scene = &mut self.scene;
        self.late_bodies.retain(|late_body| !late_body.show(scene));
    }

    /// Applies the first line to the scene: its name, dimension, up axis, recorded values and note.
    fn apply_head(&mut self) {
        if let Some(name) = self.head.name.as_ref().filter(|name| !name.trim().is_empty()) {
            self.scene.name = name.chars().filter(|c| !c.is_control()).take(200).collect();
        }
        self.scene.dimension = if self.head.dimension == Some(2) { Dimension::Two } else { Dimension::Three };
        self.scene.up = self.head.upward();
        self.scene.recorded.clone_from(&self.head.recorded);
        self.scene.note = origin_note(&self.head);
    }

    /// Adds the new bodies, frames and queries of a scene made of the known bodies, the last frame and the new lines.
    fn add_scene(&mut self, new_scene: Scene, origins: QueryOrigins, skipped: &mut Vec<Quote>) {
        self.apply_head();
        let known_count = self.placeholders.len();
        for body in new_scene.bodies.iter().skip(known_count) {
            self.placeholders.push(placeholder(&body.name, new_scene.dimension));
            self.draft_bodies.push(DraftBody {
                body: body.clone(),
                rigid: self.draft_bodies.len() + 1,
                collision_bits: [1, 1],
            });
            self.scene.bodies.push(body.clone());
        }
        let frames_before = self.scene.frames.len();
        let placeholder_frames = usize::from(!self.scene.frames.is_empty());
        let frames: Vec<Frame> = new_scene.frames.iter().skip(placeholder_frames).cloned().collect();
        frames.iter().for_each(|frame| self.scene.frames.push(frame.clone()));
        let mut names: HashSet<String> = self.scene.queries.iter().map(|query| query.name.clone()).collect();
        for (index, mut query) in new_scene.queries.into_iter().enumerate() {
            self.has_queries = true;
            // Queries about answered pairs come after the queries of the capture.
            let pair_index = index.checked_sub(origins.lines.len());
            let Some(pair) = pair_index.map(|pair_index| origins.pairs[pair_index].clone()) else {
                if names.insert(query.name.clone()) {
                    self.scene.queries.push(query);
                } else {
                    skipped.push(self.quote(origins.lines[index], &query.name, "another query has this name"));
                }
                continue;
            };
            for theirs in &mut query.theirs {
                theirs.frame += frames_before.saturating_sub(1) as u32;
            }
            match self.pair_queries.get(&pair) {
                Some(known) => self.scene.queries[*known].theirs.extend(query.theirs),
                None => {
                    query.name = free_name(&mut names, query.name);
                    self.pair_queries.insert(pair, self.scene.queries.len());
                    self.scene.queries.push(query);
                }
            }
        }
        if self.has_queries {
            self.draft_bodies.clear();
        } else {
            self.add_near_pair_queries(frames);
        }
    }

    /// Adds queries about pairs that come near each other in new frames, unless the capture contains queries.
    fn add_near_pair_queries(&mut self, frames: Vec<Frame>) {
        if self.draft_bodies.len() < 2 {
            return;
        }
        let bodies = std::mem::take(&mut self.draft_bodies);
        let plane = self.scene.dimension == Dimension::Two;
        let mut draft = Draft::from_bodies(bodies, frames, plane);
        for query in draft.near_pair_queries(self.scene.queries.is_empty()) {
            let Subjects::Pair(pair) = query.ask.subjects() else { continue };
            let pair = pair.map(str::to_owned);
            if self.pair_queries.contains_key(&pair) || self.scene.queries.len() >= MOST_QUERIES {
                continue;
            }
            self.pair_queries.insert(pair, self.scene.queries.len());
            self.scene.queries.push(query);
        }
        draft.apply_last_frame();
        self.draft_bodies = draft.bodies;
    }
}

/// Returns the JSON of a body with this name and an arbitrary shape, which represents a known body when new lines are
/// parsed.
fn placeholder(name: &str, dimension: Dimension) -> String {
    let shape = if dimension == Dimension::Two { "circle" } else { "sphere" };
    format!("{{\"name\": {}, \"shape\": {{\"type\": \"{shape}\", \"radius\": 1}}}}", serde_json::json!(name))
}
