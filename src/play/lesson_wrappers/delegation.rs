//! Macro that forwards `Lesson` methods to a wrapped lesson.

/// Implements those methods of [`Lesson`](contact_lens_lesson::Lesson) that no wrapper changes, by calls on the field
/// `lesson`. Each wrapper implements `beats`, `verdict`, `role_names` and `strip` itself.
macro_rules! delegate_to_lesson {
    () => {
        fn card(&self) -> &'static contact_lens_lesson::Card {
            self.lesson.card()
        }

        fn steps(&self) -> usize {
            self.lesson.steps()
        }

        fn outline(&self, step: usize) -> Vec<contact_lens_lesson::Beat> {
            self.lesson.outline(step)
        }

        fn corners(&self, step: usize) -> Vec<glam::DVec3> {
            self.lesson.corners(step)
        }

        fn backdrop(&self) -> std::sync::Arc<contact_lens_lesson::Backdrop> {
            self.lesson.backdrop()
        }

        fn moments(&self) -> Option<contact_lens_lesson::Moments> {
            self.lesson.moments()
        }

        fn at_moment(&self, t: f64) -> contact_lens_lesson::Pictures {
            self.lesson.at_moment(t)
        }

        fn linked(&self, step: usize, key: &str) -> contact_lens_lesson::Pictures {
            self.lesson.linked(step, key)
        }

        fn step_about(&self, key: &str) -> Option<usize> {
            self.lesson.step_about(key)
        }

        fn opening_step(&self) -> usize {
            self.lesson.opening_step()
        }

        fn choices(&self, step: usize) -> Vec<contact_lens_lesson::Choice> {
            self.lesson.choices(step)
        }

        fn hint(&self, key: &contact_lens_picture::Key) -> Option<contact_lens_lesson::Hint> {
            self.lesson.hint(key)
        }

        fn velocity_changes(&self, body: &str) -> Option<contact_lens_lesson::VelocityChanges> {
            self.lesson.velocity_changes(body)
        }

        fn levels(&self) -> &[contact_lens_lesson::Level] {
            self.lesson.levels()
        }

        fn most_levels(&self) -> usize {
            self.lesson.most_levels()
        }

        fn camera(&self, view: &contact_lens_lesson::View) -> contact_lens_picture::Camera {
            self.lesson.camera(view)
        }
    };
}
pub(crate) use delegate_to_lesson;
