//! Figures of all sub-steps of a run in one layout, for an animation or a page that shows one after the other.

use std::io::{Read, Seek, Write};

use contact_lens_lesson::{Beat, BeatIndex, Choice};
use contact_lens_picture::gif::{Animation, AnimationFormat, Pace};
use contact_lens_picture::{Figure, FigureError};

use super::{CommonLayout, Panes, RunFigures};

impl RunFigures<'_> {
    /// Returns all sub-steps of the run, in order.
    pub fn substeps(&self) -> Vec<BeatIndex> {
        let steps = 0..self.lesson.steps();
        steps.flat_map(|step| (0..self.lesson.outline(step).len()).map(move |beat| BeatIndex { step, beat })).collect()
    }

    /// Returns the layout of the figures of all sub-steps.
    pub fn common_to_substeps(&self) -> CommonLayout {
        self.common_to(self.substeps().into_iter())
    }

    /// Draws a sub-step in the layout `common`. `beats` are the sub-steps of its step.
    pub fn draw_in_sequence(&self, index: BeatIndex, beats: &[Beat], common: &CommonLayout) -> Figure {
        let figure = self.draw_beat_from(index, beats, self.lesson);
        self.with_focus_cameras(self.with_cameras(figure, common, Panes::All), &beats[index.beat], common)
    }

    /// Draws a quiz question of a step: the data known before the answer, with the candidates. `beats` are the
    /// sub-steps of the step; the question is about the one of index `choice.beat`.
    pub fn draw_question(&self, step: usize, beats: &[Beat], choice: &Choice, common: &CommonLayout) -> Figure {
        let beat = choice.beat.min(beats.len() - 1);
        let mut asked = beats.to_vec();
        if beat > 0 {
            asked[beat].pictures = beats[beat - 1].pictures.clone();
        }
        for (view, picture) in choice.pictures.iter() {
            *asked[beat].pictures.edit(view) = picture.clone();
        }
        self.draw_in_sequence(BeatIndex { step, beat }, &asked, common)
    }

    /// Writes every sub-step of every step as an animation to `out`. `storage` holds the frames until all are drawn;
    /// `report` is called with the number of frames drawn so far.
    pub fn write_animation<K, E>(
        &self,
        format: AnimationFormat,
        pace: Pace,
        storage: K,
        out: impl Write,
        report: impl Fn(usize),
    ) -> Result<(), E>
    where
        K: Read + Write + Seek,
        E: From<FigureError>,
    {
        let indices = self.substeps();
        let common = self.common_to_substeps();
        let animation = Animation { format, scale: 1.0, pace, count: indices.len(), kept: storage };
        animation.write(
            out,
            |i| Ok(self.draw_in_sequence(indices[i], &self.lesson.beats(indices[i].step), &common)),
            report,
        )
    }
}
