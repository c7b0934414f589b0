//! Macro that forwards `Lesson` methods to a wrapped lesson.

/// Implements those methods of [`Lesson`](crate::lesson::Lesson) that no wrapper changes, by calls on the field
/// `lesson`. Each wrapper implements `beats`, `verdict`, `role_names` and `strip` itself.
macro_rules! delegate_to_lesson {
    () => {
        fn card(&self) -> &'static crate::lesson::Card {
            self.lesson.card()
        }

        fn steps(&self) -> usize {
            self.lesson.steps()
        }

        fn outline(&self, step: usize) -> Vec<crate::lesson::Beat> {
            self.lesson.outline(step)
        }

        fn corners(&self, step: usize) -> Vec<glam::DVec3> {
            self.lesson.corners(step)
        }

        fn backdrop(&self) -> std::sync::Arc<crate::lesson::Backdrop> {
            self.lesson.backdrop()
        }

        fn moments(&self) -> Option<crate::lesson::Moments> {
            self.lesson.moments()
        }

        fn at_moment(&self, t: f64) -> crate::lesson::Pictures {
            self.lesson.at_moment(t)
        }

        fn linked(&self, step: usize, key: &str) -> crate::lesson::Pictures {
            self.lesson.linked(step, key)
        }

        fn step_about(&self, key: &str) -> Option<usize> {
            self.lesson.step_about(key)
        }

        fn choices(&self, step: usize) -> Vec<crate::lesson::Choice> {
            self.lesson.choices(step)
        }

        fn hint(&self, key: &crate::picture::Key) -> Option<crate::lesson::Hint> {
            self.lesson.hint(key)
        }

        fn levels(&self) -> &[crate::lesson::Level] {
            self.lesson.levels()
        }

        fn most_levels(&self) -> usize {
            self.lesson.most_levels()
        }

        fn camera(&self, view: &crate::lesson::View) -> crate::picture::Camera {
            self.lesson.camera(view)
        }
    };
}
pub(in crate::play) use delegate_to_lesson;
