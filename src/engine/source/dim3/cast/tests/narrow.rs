//! Tests the width of time brackets: little more than rounding errors, or the requested width.

use super::*;

/// Bracket widths along the path of 400 scenes, in `EPS` times the size, in ascending order.
fn widths(dice: &mut Dice, mut bodies: impl FnMut(&mut Dice) -> [Recipe; 2]) -> Vec<f64> {
    let mut widths = Vec::new();
    for _ in 0..400 {
        let bodies = bodies(dice);
        let scene = scene(dice, bodies);
        for answer in scene.answers_to(Options { relative: 0.0, ..Options::default() }) {
            if answer.1.outcome == Outcome::Hit {
                widths.push(scene.check(&answer) / f64::from(EPS));
            }
        }
    }
    widths.sort_by(f64::total_cmp);
    widths
}

#[test]
fn brackets_are_about_as_narrow_as_rounding_allows() {
    let mut dice = Dice::new(79);
    let cornered = widths(&mut dice, |dice| [polytope(dice), polytope(dice)]);
    let round = widths(&mut dice, |dice| [curved(dice), curved(dice)]);
    // In `f64` the pair frame is computed in its own precision, and its error is most of the width.
    let single = EPS > 1.0e-10;
    let [half, most] = if single { [72.0, 144.0] } else { [128.0, 256.0] };
    // In `f64` the search on curved bodies that nearly pass each other ends before rounding errors are reached.
    let grazing = if single { most } else { 4096.0 };
    for (name, widths, most) in [("cornered", cornered, most), ("curved", round, grazing)] {
        let at = |fraction: f64| widths[(fraction * widths.len() as f64) as usize];
        assert!(widths.len() > 150 && at(0.5) < half && at(0.9) < most, "{name} {} {}", at(0.5), at(0.9));
    }
}

/// A larger requested width takes fewer steps, and the bracket still contains the first contact.
#[test]
fn a_wider_requested_bracket_takes_fewer_steps() {
    let mut dice = Dice::new(80);
    let mut steps = [0, 0];
    let mut hits = 0;
    for _ in 0..400 {
        let bodies = [curved(&mut dice), curved(&mut dice)];
        let scene = scene(&mut dice, bodies);
        let answers =
            [1.0e-3, 0.0].map(|relative| scene.answers_to(Options { relative, ..Options::default() }).remove(0));
        let [wide, narrow] = &answers;
        assert_eq!(wide.1.outcome.hit(), narrow.1.outcome.hit(), "{wide:?} {narrow:?}");
        if wide.1.outcome != Outcome::Hit || narrow.1.outcome != Outcome::Hit {
            continue;
        }
        hits += 1;
        let [(wide, most), (narrow, least)] =
            answers.each_ref().map(|(_, answer)| ([answer.lower, answer.upper.unwrap()], answer.iterations));
        steps = [steps[0] + most, steps[1] + least];
        assert!(wide[0] <= narrow[1] && narrow[0] <= wide[1], "{wide:?} {narrow:?} of one contact");
        assert!(wide[1] - wide[0] <= 1.001e-3 * wide[1] || wide[1] - wide[0] <= narrow[1] - narrow[0], "{wide:?}");
        let n = answers[0].1.normal.unwrap();
        let [a, b] = answers[0].1.witness.unwrap();
        let relative_velocity = scene.velocities[1] - scene.velocities[0];
        assert!(
            (n.length() - 1.0).abs() < 8.0 * EPS && (a - b).length() <= 1.1e-3 * relative_velocity.length() * wide[1],
            "{answers:?}"
        );
    }
    assert!(hits > 80 && steps[0] < steps[1] * 3 / 4, "{hits} hits, {steps:?}");
}
