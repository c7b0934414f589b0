//! Where things stand in the window, drawn by egui without a screen.

use contact_lens::app::{Jump, Prefs, SelectCommand, State, TimeCommand, Window, open_in_engine};
use contact_lens::scene::SHIPPED;
use contact_lens::scene::model::Scene;
use egui::epaint::{ClippedShape, Shape};

use super::text::{Box4, Text, alone, together};
use super::{Fault, Kind, fault, is_crowd, sample, some_scenes, walk};

const SIZES: [[f32; 2]; 3] = [[1440.0, 900.0], [1280.0, 800.0], [1024.0, 700.0]];

/// Beats of a query that are looked at each time, of a crowd one.
const MOST: usize = 2;

/// The same of the long walk, of a crowd.
const MOST_OF_ALL: usize = 60;
const MOST_OF_A_CROWD: usize = 3;

/// Letters are no smaller, points.
const LEAST: f32 = 8.9;

/// Each scene in one size, so that a third of them is seen in each.
#[test]
fn windows_have_no_faults() {
    walk("windows", some_scenes().map(|(_, scene)| scene), |scene, tell| {
        let number = SHIPPED.iter().position(|shipped| shipped.name == scene.name).unwrap_or(0);
        look(scene, &SIZES[number % SIZES.len()..][..1], if is_crowd(scene) { 1 } else { MOST }, tell);
    });
}

#[test]
#[ignore = "minutes"]
fn windows_have_no_faults_in_many_beats() {
    walk("windows", SHIPPED, |scene, tell| {
        look(scene, &SIZES, if is_crowd(scene) { MOST_OF_A_CROWD } else { MOST_OF_ALL }, tell);
    });
}

/// Looks at so many beats of each query, in each of these sizes.
fn look(scene: &Scene, sizes: &[[f32; 2]], most: usize, tell: &mut dyn FnMut(String, Vec<Fault>)) {
    for &size in sizes {
        let mut screen = Screen::new(scene.clone(), size);
        for query in 0..scene.queries.len() {
            screen.window.send(SelectCommand::SelectQuery(query));
            let Some(recording) = screen.window.state.recording.clone() else { continue };
            for (step, beat) in sample(&*recording.lesson, most) {
                screen.window.send(TimeCommand::Jump(Jump::To(recording.position(step, beat))));
                let faults = faults(&screen.shapes());
                tell(format!("{} · {}.{} · {}", scene.queries[query].name, step + 1, beat + 1, size[0]), faults);
            }
        }
    }
}

/// A window without a screen.
pub struct Screen {
    pub window: Window,
    ctx: egui::Context,
    size: [f32; 2],
    time: f64,
}

impl Screen {
    pub fn new(scene: Scene, size: [f32; 2]) -> Self {
        let window = Window::new(State::new(scene, None, Prefs::default(), open_in_engine));
        let mut screen = Self { window, ctx: egui::Context::default(), size, time: 0.0 };
        screen.shapes();
        screen
    }

    /// What is drawn once nothing moves any more.
    pub fn shapes(&mut self) -> Vec<ClippedShape> {
        let mut shapes = Vec::new();
        for _ in 0..3 {
            self.time += 1.0;
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, self.size.into())),
                time: Some(self.time),
                ..Default::default()
            };
            let window = &mut self.window;
            shapes = self.ctx.run_ui(input, |ui| window.ui(ui)).shapes;
        }
        shapes
    }
}

/// Everything that is wrong with what is drawn.
pub fn faults(shapes: &[ClippedShape]) -> Vec<Fault> {
    let (mut texts, mut faults) = (Vec::new(), Vec::new());
    for clipped in shapes {
        gather(&clipped.shape, clipped.clip_rect, &mut texts, &mut faults);
    }
    faults.extend(alone(&texts).into_iter().filter(|fault| fault.kind != Kind::Outside));
    // What a list scrolls away above or below is no fault; what is cut at its side is.
    let sideways = texts.iter().map(|text| {
        let ([l, _, r, _], [_, t, _, b]) = (text.ink.0, text.pane.0);
        let seen = text.ink.0[1] < b && text.ink.0[3] > t;
        (text, Text { ink: Box4([l, t, r, b.max(t)]), ..text.clone() }, seen)
    });
    for (text, line, seen) in sideways {
        if seen && !text.scrolls && !line.ink.within(line.pane, 1.5) {
            let (ink, pane) = (text.ink.0.map(f64::round), text.pane.0.map(f64::round));
            faults.push(fault(Kind::Outside, format!("{:?} at {ink:?} of {pane:?}", text.words)));
        }
    }
    faults.extend(together(&texts));
    faults
}

fn gather(shape: &Shape, clip: egui::Rect, texts: &mut Vec<Text>, faults: &mut Vec<Fault>) {
    match shape {
        Shape::Vec(all) => all.iter().for_each(|shape| gather(shape, clip, texts, faults)),
        Shape::Text(text) if !text.galley.text().trim().is_empty() && text.opacity_factor > 0.0 => {
            let words = text.galley.text().to_owned();
            let pane = Box4([clip.left(), clip.top(), clip.right(), clip.bottom()].map(f64::from));
            // The note of a scene shows four lines until it is clicked.
            let note = text.galley.job.wrap.max_rows == 4;
            if text.galley.elided && !note {
                faults.push(fault(Kind::Cut, format!("{words:?} is elide")));
            }
            let sizes = text.galley.job.sections.iter().map(|section| section.format.font_id.size);
            // Low letters of symbols are smaller than those beside them.
            let largest = sizes.fold(0.0_f32, f32::max);
            if largest < LEAST {
                faults.push(fault(Kind::Letters, format!("{words:?} in letters of {largest}")));
            }
            // Tables and listings scroll sideways; a line of a listing is in more than one ink, unless all of it is a comment.
            let font = text.galley.job.sections.first().map(|section| section.format.font_id.clone());
            let of_code = text.galley.job.sections.len() > 1 || words.starts_with("//");
            let scrolls = |font: egui::FontId| {
                let mono = font.family == egui::FontFamily::Monospace;
                mono && (font.size < 12.0 || of_code) || font.size == 11.0
            };
            let scrolls = font.is_some_and(scrolls) || words.starts_with("  ");
            for row in &text.galley.rows {
                let ink = row.rect().translate(text.pos.to_vec2());
                // From the top of capitals to a little below the line.
                let (high, low) = (ink.height() * 0.2, ink.height() * 0.18);
                let ink = Box4([ink.left(), ink.top() + high, ink.right(), ink.bottom() - low].map(f64::from));
                let words: String = row.glyphs.iter().map(|glyph| glyph.chr).collect();
                if text.galley.elided && words.ends_with('…') {
                    continue;
                }
                texts.push(Text { words, ink, pane, of: String::from("the window"), scrolls });
            }
        }
        _ => {}
    }
}
