//! JUnit report for build servers: a suite per scene, and a case per query. Skipped cases are queries without
//! expectations, queries whose answer did not converge, and queries that an interruption left unchecked. A scene that
//! cannot be read is a case with an error.

use std::time::Duration;

use contact_lens_check::{Case, CaseSummary};
use contact_lens_figures::markup::escape;

use super::{CheckedScene, answer_text};

/// Returns the report of all scenes.
pub(super) fn report(checked_scenes: &[CheckedScene]) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"contact-lens check\">\n");
    for checked in checked_scenes {
        append_suite(checked, &mut text);
    }
    text + "</testsuites>\n"
}

/// Appends the suite of one scene.
fn append_suite(checked: &CheckedScene, text: &mut String) {
    let name = escape(&checked.file.display().to_string());
    let cases = match &checked.cases {
        Ok((_, cases)) => cases,
        Err(message) => {
            *text += &format!("  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n");
            *text += &format!("    <testcase classname=\"{name}\" name=\"the scene is read\">\n");
            *text += &format!("      <error message=\"{}\"/>\n    </testcase>\n  </testsuite>\n", escape(message));
            return;
        }
    };
    let failures = cases.iter().filter(|case| !case.holds()).count();
    // A suite without cases would be invisible, so a scene without queries becomes a skipped case.
    let unchecked = checked.unchecked();
    let has_no_query = cases.is_empty() && unchecked.is_empty();
    let not_run = unchecked.len() + usize::from(has_no_query);
    let skipped = cases.iter().filter(|case| reason_to_skip(case).is_some()).count() + not_run;
    let time: Duration = cases.iter().map(|case| case.time).sum();
    let tests = cases.len() + not_run;
    let time = time.as_secs_f64();
    let counts =
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" time=\"{time:.6}\"");
    *text += &format!("  <testsuite name=\"{name}\" {counts}>\n");
    if has_no_query {
        append_skipped_case("the scene has a query", "the scene has no query", &name, text);
    }
    cases.iter().for_each(|case| append_case(case, &name, text));
    for query in unchecked {
        append_skipped_case(&escape(&query.name), "not checked: the check was interrupted", &name, text);
    }
    *text += "  </testsuite>\n";
}

/// Appends a case that was not run to the suite `suite`, with the reason. All arguments are escaped.
fn append_skipped_case(case: &str, reason: &str, suite: &str, text: &mut String) {
    *text += &format!("    <testcase classname=\"{suite}\" name=\"{case}\">\n");
    *text += &format!("      <skipped message=\"{reason}\"/>\n    </testcase>\n");
}

/// Appends a checked query to the suite `suite`: passed, skipped, or with its failures.
fn append_case(case: &Case, suite: &str, text: &mut String) {
    let query = escape(&case.query);
    let time = case.time.as_secs_f64();
    *text += &format!("    <testcase classname=\"{suite}\" name=\"{query}\" time=\"{time:.6}\"");
    if let Some(why) = reason_to_skip(case) {
        *text += &format!(">\n      <skipped message=\"{}: {why}\"/>\n    </testcase>\n", escape(&answer_text(case)));
        return;
    }
    if case.holds() {
        *text += "/>\n";
        return;
    }
    *text += ">\n";
    for failure in &case.failures {
        let kind = failure.kind.name();
        let message = escape(&failure.message);
        let position = super::failure_position(case, failure);
        *text += &format!("      <failure type=\"{kind}\" message=\"{message}\">{position}: {message}</failure>\n");
    }
    *text += "    </testcase>\n";
}

/// Returns the reason why a checked case counts as skipped; `None` for a failing or verified case.
fn reason_to_skip(case: &Case) -> Option<&'static str> {
    match case.summary() {
        CaseSummary::Computed => Some("the query has no expectations"),
        CaseSummary::Open => Some("the answer did not converge"),
        CaseSummary::Fails | CaseSummary::Verified => None,
    }
}
