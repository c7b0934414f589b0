//! Ours over theirs, of every bench beside a peer, as one table with the bars: the benches' own pairs, both engines taking turns.
//! About a minute. With words, as in `-- casts worlds`, only the parts with one of them in their title.
#![allow(clippy::print_stdout, dead_code, reason = "a measurement that prints; the benches have more to say")]

#[path = "axes.rs"]
mod axes;
#[path = "cast.rs"]
mod cast;
#[path = "gjk.rs"]
mod gjk;
#[path = "hulls.rs"]
mod hulls;
#[path = "manifold.rs"]
mod manifold;
#[path = "pairs.rs"]
mod pairs;
#[path = "parts.rs"]
mod parts;
#[path = "suite/main.rs"]
mod suite;
#[path = "world.rs"]
mod world;

use std::time::Instant;

use contact_lens_benches::ratio::Ratio;

/// The ratios of a part.
type Ratios = fn() -> Vec<Ratio>;

/// The largest clouds of points.
const MOST: usize = 100_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let titles: [(&str, Ratios); 10] = [
        ("narrow phase, all public cases, beside parry", suite::ratios),
        ("distance by GJK, f32, beside parry3d", gjk::ratios),
        ("separating axes, f64, beside parry3d", axes::ratios),
        ("contact manifolds, f64, beside parry3d", manifold::ratios),
        ("casts, f64, beside parry3d", cast::ratios),
        ("hulls, f64, beside parry3d", || hulls::ratios(MOST)),
        ("distances of hulls, f64, beside parry3d", || hulls::distance_ratios(MOST)),
        ("meshes of a million triangles, f64, beside parry3d", parts::ratios),
        ("pairs of boxes, a frame, f32, beside parry3d", pairs::ratios),
        ("worlds, a frame, f32, beside rapier2d", world::ratios),
    ];
    let begun = Instant::now();
    let (mut held, mut bars) = (0, 0);
    println!("{}", Ratio::head());
    for (title, ratios) in titles {
        if !words.is_empty() && !words.iter().any(|word| title.contains(word.as_str())) {
            continue;
        }
        println!("\n{title}");
        for ratio in ratios() {
            println!("{ratio}");
            held += usize::from(ratio.holds() == Some(true));
            bars += usize::from(ratio.holds().is_some());
        }
    }
    println!("\n{held} of {bars} bars hold; {:.0} s", begun.elapsed().as_secs_f64());
}
