//! JUnit report for build servers: a suite per scene, a case per query. A query without expectations, without a
//! converged answer or left unchecked by an interruption is a skipped case; an unreadable scene is a case with an
//! error.

use std::time::Duration;

use super::{CheckedScene, answer};
use crate::check::{Case, CaseSummary};

/// Returns the report of all scenes.
pub(super) fn report(all: &[CheckedScene]) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"contact-lens check\">\n");
    for judged in all {
        suite(judged, &mut text);
    }
    text + "</testsuites>\n"
}

/// Appends the suite of one scene.
fn suite(judged: &CheckedScene, text: &mut String) {
    let name = escaped(&judged.file.display().to_string());
    let cases = match &judged.cases {
        Ok((_, cases)) => cases,
        Err(message) => {
            *text += &format!("  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n");
            *text += &format!("    <testcase classname=\"{name}\" name=\"the scene is read\">\n");
            *text += &format!("      <error message=\"{}\"/>\n    </testcase>\n  </testsuite>\n", escaped(message));
            return;
        }
    };
    let failures = cases.iter().filter(|case| !case.holds()).count();
    // A suite without cases would be invisible, so a scene without queries becomes a skipped case.
    let unchecked = judged.unchecked();
    let has_no_query = cases.is_empty() && unchecked.is_empty();
    let not_run = unchecked.len() + usize::from(has_no_query);
    let skipped = cases.iter().filter(|case| why_skipped(case).is_some()).count() + not_run;
    let time: Duration = cases.iter().map(|case| case.time).sum();
    let tests = cases.len() + not_run;
    let time = time.as_secs_f64();
    let counts =
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time:.6}\"");
    *text += &format!("  <testsuite name=\"{name}\" {counts}>\n");
    if has_no_query {
        skip("the scene has a query", "the scene has no query", &name, text);
    }
    cases.iter().for_each(|case| append_case(case, &name, text));
    for query in unchecked {
        skip(&escaped(&query.name), "not checked: the check was interrupted", &name, text);
    }
    *text += "  </testsuite>\n";
}

/// Appends a case that was not run, in the suite `suite`; all texts are escaped.
fn skip(case: &str, why: &str, suite: &str, text: &mut String) {
    *text += &format!("    <testcase classname=\"{suite}\" name=\"{case}\">\n");
    *text += &format!("      <skipped message=\"{why}\"/>\n    </testcase>\n");
}

/// Appends a checked query to the suite `suite`: passed, skipped, or with its failures.
fn append_case(case: &Case, suite: &str, text: &mut String) {
    let query = escaped(&case.query);
    let time = case.time.as_secs_f64();
    *text += &format!("    <testcase classname=\"{suite}\" name=\"{query}\" time=\"{time:.6}\"");
    if let Some(why) = why_skipped(case) {
        *text += &format!(">\n      <skipped message=\"{}: {why}\"/>\n    </testcase>\n", escaped(&answer(case)));
        return;
    }
    if case.holds() {
        *text += "/>\n";
        return;
    }
    *text += ">\n";
    for failure in &case.failures {
        let kind = failure.kind.name();
        let message = escaped(&failure.message);
        let place = super::place(case, failure);
        *text += &format!("      <failure type=\"{kind}\" message=\"{message}\">{place}: {message}</failure>\n");
    }
    *text += "    </testcase>\n";
}

/// Returns the reason why a case without failures counts as skipped; `None` for a failing or verified case.
fn why_skipped(case: &Case) -> Option<&'static str> {
    match case.summary() {
        CaseSummary::Computed => Some("only computed"),
        CaseSummary::Open => Some("not converged"),
        CaseSummary::Fails | CaseSummary::Verified => None,
    }
}

/// Escapes text for XML and HTML. Control characters, which XML cannot represent, become `?`.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' => out += "&#10;",
            '\t' => out += "&#9;",
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
