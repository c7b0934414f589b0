//! Figures seen from outside: they are the same from run to run, their parts are where they belong, nothing panics.

mod demo;

use contact_lens::picture::Theme;

/// Writes demo figures for a person to look at: `LOOK=/some/folder cargo test pictures::look -- --ignored`.
#[test]
#[ignore = "writes files for a person to look at"]
fn look() {
    let folder = std::env::var("LOOK").unwrap();
    for theme in Theme::ALL {
        for size in [[1280, 640], [800, 600]] {
            for (name, figure) in [("boxes", demo::boxes(theme, size)), ("penetration", demo::penetration(theme, size))]
            {
                let path = format!("{folder}/{name}-{}-{}", theme.name(), size[0]);
                std::fs::write(format!("{path}.svg"), figure.svg()).unwrap();
                std::fs::write(format!("{path}.png"), figure.png(1.0).unwrap()).unwrap();
            }
        }
    }
}
