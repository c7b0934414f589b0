//! Every role can be told from every other in more than one way, and stands out from its paper.

use contact_lens::lesson::EndingKind;
use contact_lens::picture::marks::theme::{contrast, over, word_color};
use contact_lens::picture::{Role, Theme};
use contact_lens::play;
use contact_lens::scene;

/// Roles that step back on purpose.
const QUIET: [Role; 1] = [Role::Grid];

#[test]
fn every_ink_stands_out_from_the_paper() {
    let mut weak = Vec::new();
    for theme in Theme::ALL {
        let paper = theme.paper();
        for role in Role::ALL.into_iter().filter(|role| !QUIET.contains(role)) {
            let ink = theme.ink(role);
            let against = |c| contrast(over(c, paper.pane), paper.pane);
            // a cased line is seen by its casing where its own ink is too near to the paper, and then told by the ink in it
            let cased = ink.casing.map_or(0.0, |casing| against(casing).min(contrast(ink.stroke, casing)));
            let best = against(ink.stroke).max(cased);
            assert!(best >= 3.0, "{role:?} on {theme:?}: {best:.2}");
            let words = contrast(word_color(theme, role), paper.pane);
            if words < 4.5 {
                weak.push(format!("the words of {role:?} on {theme:?}: {words:.2}"));
            }
        }
        assert!(contrast(paper.text, paper.pane) >= 7.0, "text on {theme:?}");
        assert!(contrast(paper.text, paper.background) >= 7.0, "captions on {theme:?}");
        assert!(contrast(paper.faint, paper.pane) >= 4.5, "faint words on {theme:?}");
        for axis in paper.axes {
            assert!(contrast(axis, paper.pane) >= 3.0, "an axis on {theme:?}");
        }
    }
    assert!(weak.is_empty(), "{weak:?}");
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

/// What people call a color: its hue in degrees, or that it has none.
fn color_word(color: [u8; 4]) -> &'static str {
    let [r, g, b] = [0, 1, 2].map(|i| f64::from(color[i]) / 255.0);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let spread = most - least;
    if spread < 0.12 {
        return if most > 0.8 {
            "white"
        } else if most < 0.2 {
            "black"
        } else {
            "gray"
        };
    }
    let hue = match most {
        m if m == r => 60.0 * ((g - b) / spread).rem_euclid(6.0),
        m if m == g => 60.0 * ((b - r) / spread + 2.0),
        _ => 60.0 * ((r - g) / spread + 4.0),
    };
    match hue {
        h if h < 12.0 => "red",
        h if h < 46.0 => "orange",
        h if h < 70.0 => "yellow",
        h if h < 180.0 => "green",
        h if h < 250.0 => "blue",
        h if h < 290.0 => "violet",
        h if h < 345.0 => "pink",
        _ => "red",
    }
}

/// Colors that scene notes name, and what has to have them. A note that names another fails below.
const NAMED: [(&str, &str, Role); 1] = [("epa-box-box", "green face is the nearest", Role::Closest)];

#[test]
fn colors_that_scene_notes_name_are_those_of_the_theme() {
    const WORDS: [&str; 11] =
        ["red", "orange", "yellow", "green", "blue", "violet", "purple", "pink", "white", "black", "gray"];
    for (scene, words, role) in NAMED {
        let note = scene::shipped(scene).unwrap().text;
        assert!(note.contains(words), "{scene} no longer says {words:?}");
        let color = words.split(' ').next().unwrap();
        for theme in Theme::ALL {
            let ink = theme.ink(role);
            assert_eq!(color_word(ink.stroke), color, "{scene}: {words:?} on {theme:?}");
            assert_eq!(color_word(ink.fill), color, "{scene}: {words:?} on {theme:?}");
        }
    }
    for shipped in scene::SHIPPED {
        let note = scene::parse(shipped.name, shipped.text.as_bytes()).unwrap().note.to_lowercase();
        let known: Vec<&str> = NAMED.iter().filter(|named| named.0 == shipped.name).map(|named| named.1).collect();
        for word in note.split(|c: char| !c.is_alphanumeric()).filter(|word| WORDS.contains(word)) {
            assert!(known.iter().any(|words| words.starts_with(word)), "{}: is it {word}?", shipped.name);
        }
    }
    assert_eq!(color_word([0, 114, 178, 255]), "blue");
}

/// One ink for the upper bound and one for the lower, in every lesson, and marks that are told apart without color.
#[test]
fn every_lesson_plots_its_bounds_in_the_same_two_inks() {
    let mut held = 0;
    for card in play::cards() {
        for series in card.series {
            let role = match series.name {
                "upper bound" => Role::Upper,
                "lower bound" => Role::Lower,
                name => {
                    assert!(!name.contains("upper") && !name.contains("lower"), "{}: {name}", card.id);
                    continue;
                }
            };
            assert_eq!(series.role, role, "{}: the {}", card.id, series.name);
            held += 1;
        }
    }
    assert_eq!(held, 12, "six lessons have bounds");
    for theme in Theme::ALL {
        let [upper, lower] = [Role::Upper, Role::Lower].map(|role| theme.ink(role));
        assert!(upper.dash.is_empty() && !lower.dash.is_empty() && upper.marker != lower.marker, "{theme:?}");
        let differ = |role: Role| theme.ink(role).stroke != upper.stroke && theme.ink(role).stroke != lower.stroke;
        assert!(Role::ALL.into_iter().filter(|role| ![Role::Upper, Role::Lower].contains(role)).all(differ));
    }
}

#[test]
fn an_ending_is_told_by_ink_and_by_mark() {
    for (i, one) in EndingKind::ALL.into_iter().enumerate() {
        for other in EndingKind::ALL.into_iter().skip(i + 1) {
            assert_ne!(one.marker(), other.marker(), "{one:?} and {other:?}");
            assert_ne!(one.sign(), other.sign(), "{one:?} and {other:?}");
            for theme in Theme::ALL {
                assert_ne!(theme.ink(one.role()).stroke, theme.ink(other.role()).stroke, "{one:?} and {other:?}");
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
