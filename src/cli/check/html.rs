//! HTML report: one self-contained page, failures first, each with the picture of the step where it fails unless no
//! engine can run the query.

use contact_lens_check::{Case, CaseSummary};
use contact_lens_figures::markup::escape;
use contact_lens_picture::Role;
use contact_lens_picture::marks::theme::{Rgba, Theme, word_color};
use contact_lens_scene::Document;

use super::tally::Tally;
use super::{CheckedScene, answer_text, captured_chart, failure_position, picture};

/// Returns the page with the results of all scenes; `tally` counts them.
pub(super) fn report(checked_scenes: &[CheckedScene], tally: &Tally) -> String {
    let headline = tally.headline();
    let verdict = headline[..1].to_uppercase() + &headline[1..];
    let details = tally.details();
    let extent = tally.extent();
    let state = match tally.worst() {
        Some(CaseSummary::Fails) => "fails",
        Some(CaseSummary::Verified) => "holds",
        _ => "open",
    };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{verdict}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n<h1 class=\"{state}\">{verdict}{details}</h1>\n\
         <p class=\"faint\">{extent}</p>\n<p class=\"faint\">Contact Lens {} checked every query in f64 and f32: its \
         expectations, its certificate (by a separate verifier), and whether both precisions agree.</p>\n",
        style_sheet(),
        env!("CARGO_PKG_VERSION"),
    );
    for checked in checked_scenes {
        match &checked.cases {
            Err(message) => {
                page +=
                    &scene_section("fails", "A scene could not be read", &format!("<code>{}</code>", escape(message)))
            }
            Ok((document, _)) if document.scene.queries.is_empty() => {
                page += &scene_section("open", "A scene has no query", &escape(&checked.name))
            }
            Ok((document, cases)) => {
                cases
                    .iter()
                    .filter(|case| !case.holds())
                    .for_each(|case| page += &failure_section(checked, document, case));
                if !checked.unchecked().is_empty() {
                    page += &scene_section("open", "A scene was not checked completely", &escape(&checked.name));
                }
            }
        }
    }
    page += &captured_charts(checked_scenes);
    page += &cases_table(checked_scenes, CaseSummary::Open, "Queries that did not converge", "…");
    page += &cases_table(checked_scenes, CaseSummary::Computed, "Queries without expectations", "–");
    page += &cases_table(checked_scenes, CaseSummary::Verified, "Queries that pass", "✓");
    page + "</main>\n</body>\n</html>\n"
}

/// Returns a section about a scene as a whole. `state` is the style class of its heading, and `text` is HTML.
fn scene_section(state: &str, head: &str, text: &str) -> String {
    format!("<section>\n<h2 class=\"{state}\">{head}</h2>\n<p>{text}</p>\n</section>\n")
}

/// Returns the section about a failing case, with a picture unless no engine can run the query.
fn failure_section(checked: &CheckedScene, document: &Document, case: &Case) -> String {
    let name = format!("{} › {}", escape(&checked.name), escape(&case.query));
    let mut text = format!("<section>\n<h2 class=\"fails\">✗ {name}</h2>\n");
    text += &format!("<p class=\"faint\">{}: {}</p>\n", escape(&case.scene), escape(&answer_text(case)));
    if !document.scene.note.is_empty() {
        text += &format!("<p>{}</p>\n", escape(&document.scene.note));
    }
    text += "<ul>\n";
    for failure in &case.failures {
        let kind = failure.kind.name();
        let message = escape(&failure.message);
        text += &format!("<li><strong>{kind}</strong> ({}): {message}</li>\n", failure_position(case, failure));
    }
    text += "</ul>\n";
    if let Some(svg) = picture::draw_svg(document, case) {
        text += &format!("<figure>\n{svg}\n</figure>\n");
    }
    let file = escape(&checked.file.display().to_string());
    let query = escape(&case.query);
    text + &format!("<p><code>contact-lens run {file} --query &quot;{query}&quot; --steps</code></p>\n</section>\n")
}

/// Returns a section with a chart for each case with captured answers in several frames; empty without such cases.
fn captured_charts(checked_scenes: &[CheckedScene]) -> String {
    let mut charts = String::new();
    for checked in checked_scenes {
        let Ok((_, cases)) = &checked.cases else { continue };
        for (case, chart) in cases.iter().filter_map(|case| Some((case, captured_chart::draw(case)?))) {
            let name = format!("{} › {}", escape(&checked.name), escape(&case.query));
            charts += &format!("<figure>\n<figcaption>{name}</figcaption>\n{chart}</figure>\n");
        }
    }
    if charts.is_empty() {
        return charts;
    }
    format!(
        "<section>\n<h2>Captured distances over the frames</h2>\n<p class=\"faint\">The solid line is the proven \
         distance, the dashed line the captured one. A dot is a captured answer beyond the tolerance; its values \
         appear under the pointer.</p>\n{charts}</section>\n"
    )
}

/// Returns a section with a table of the cases with this summary, each with `mark` before its name; empty without
/// cases.
fn cases_table(checked_scenes: &[CheckedScene], summary: CaseSummary, head: &str, mark: &str) -> String {
    let mut rows = String::new();
    for checked in checked_scenes {
        let Ok((_, cases)) = &checked.cases else { continue };
        for case in cases.iter().filter(|case| case.summary() == summary) {
            let file = escape(&checked.name);
            let query = escape(&case.query);
            let answer = escape(&answer_text(case));
            let microseconds = case.time.as_secs_f64() * 1e6;
            rows += &format!(
                "<tr><td>{mark} {file}</td><td>{query}</td><td>{answer}</td>\
                 <td class=\"number\">{microseconds:.0} µs</td></tr>\n"
            );
        }
    }
    if rows.is_empty() {
        return rows;
    }
    let heads = "<tr><th>scene</th><th>query</th><th>answer</th><th class=\"number\">time</th></tr>";
    format!(
        "<section>\n<h2>{head}</h2>\n<table>\n<thead>{heads}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</section>\n"
    )
}

/// Formats a color for CSS; its opacity is ignored.
fn css_color([r, g, b, _]: Rgba) -> String {
    format!("rgb({r} {g} {b})")
}

/// Returns the colors of a theme as CSS variables.
fn color_variables(theme: Theme) -> String {
    let paper = theme.paper();
    format!(
        "--paper: {}; --pane: {}; --text: {}; --faint: {}; --rule: {}; --fault: {}; \
         --theirs: {};",
        css_color(paper.background),
        css_color(paper.pane),
        css_color(paper.text),
        css_color(paper.faint),
        css_color(paper.hairline),
        css_color(word_color(theme, Role::Fault)),
        css_color(word_color(theme, Role::Theirs)),
    )
}

/// Returns the style sheet of the page.
fn style_sheet() -> String {
    let light = color_variables(Theme::Light);
    let dark = color_variables(Theme::Dark);
    format!(
        ":root {{ color-scheme: light dark; {light} }}\n\
         @media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n\
         body {{ margin: 0; background: var(--paper); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }}\n\
         main {{ max-width: 1080px; margin: 0 auto; padding: 2rem 1.5rem; }}\n\
         h1 {{ font-size: 1.6rem; margin: 0 0 .25rem; }}\nh2 {{ font-size: 1.1rem; margin: 0 0 .5rem; }}\n\
         .fails {{ color: var(--fault); }}\n.faint {{ color: var(--faint); margin: 0 0 .5rem; }}\n\
         section {{ background: var(--pane); border: 1px solid var(--rule); border-radius: 8px; margin: 1rem 0; \
         padding: 1rem 1.25rem; overflow-x: auto; }}\n\
         figure {{ margin: .5rem 0; }}\n\
         figure svg {{ max-width: 100%; height: auto; display: block; overflow: visible; }}\n\
         figure svg text {{ font-family: Inter, \"Helvetica Neue\", Arial, \"Liberation Sans\", sans-serif; }}\n\
         .chart text {{ font-size: 12px; fill: var(--faint); }}\n\
         .chart polyline {{ fill: none; stroke: var(--text); stroke-width: 1.5; }}\n\
         .chart .captured {{ stroke: var(--theirs); stroke-dasharray: 6 4; }}\n\
         .chart .beyond {{ fill: var(--fault); }}\n.chart .axis {{ fill: none; stroke: var(--rule); }}\n\
         code {{ font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }}\n\
         table {{ border-collapse: collapse; width: 100%; font-size: .9rem; }}\n\
         th, td {{ text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--rule); }}\n\
         .number {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }}\n"
    )
}
