//! Every role can be told from every other in more than one way, and stands out from its paper.

use contact_lens::picture::theme::{contrast, over, word_colour};
use contact_lens::picture::{Role, Theme};

/// Roles that step back on purpose.
const QUIET: [Role; 1] = [Role::Grid];

#[test]
fn every_ink_stands_out_from_the_paper() {
    for theme in Theme::ALL {
        let paper = theme.paper();
        for role in Role::ALL.into_iter().filter(|role| !QUIET.contains(role)) {
            let ink = theme.ink(role);
            let against = |c| contrast(over(c, paper.pane), paper.pane);
            // a cased line is seen by its casing where its own ink is too near to the paper, and then told by the ink in it
            let cased = ink.casing.map_or(0.0, |casing| against(casing).min(contrast(ink.stroke, casing)));
            let best = against(ink.stroke).max(cased);
            assert!(best >= 3.0, "{role:?} on {theme:?}: {best:.2}");
            let words = contrast(word_colour(theme, role), paper.pane);
            assert!(words >= 3.0, "the words of {role:?} on {theme:?}: {words:.2}");
        }
        assert!(contrast(paper.text, paper.pane) >= 7.0, "text on {theme:?}");
        assert!(contrast(paper.text, paper.background) >= 7.0, "captions on {theme:?}");
        assert!(contrast(paper.faint, paper.pane) >= 4.5, "faint words on {theme:?}");
        for axis in paper.axes {
            assert!(contrast(axis, paper.pane) >= 3.0, "an axis on {theme:?}");
        }
    }
}

#[test]
fn every_role_has_a_second_cue_beside_its_hue() {
    for theme in Theme::ALL {
        for (i, a) in Role::ALL.into_iter().enumerate() {
            for b in Role::ALL.into_iter().skip(i + 1) {
                let (ink_a, ink_b) = (theme.ink(a), theme.ink(b));
                let cues =
                    |ink: contact_lens::picture::Ink| (ink.dash, ink.marker, ink.width.to_bits(), ink.size.to_bits());
                assert_ne!(cues(ink_a), cues(ink_b), "{a:?} and {b:?} on {theme:?} differ in hue alone");
            }
        }
    }
}

#[test]
fn roles_are_listed_once_each() {
    let mut sorted = Role::ALL.to_vec();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), Role::ALL.len());
    let mut words: Vec<_> = Role::ALL.map(Role::meaning).to_vec();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Role::ALL.len(), "two roles are called the same in legends");
}
