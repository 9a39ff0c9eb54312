//! A page of one answer in HTML: no network, no scripts needed to read it, everything within.
//!
//! Heading, board, tables that copy into a spreadsheet, charts, how it was found (the notes), the rules with their sources,
//! the command that gives it again, and the answer as JSON. Functions of a bias have a slider, which evaluates them in the page.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::drawing::scene::Scene;
use super::drawing::{self, chart::chart};
use super::failure::Failure;
use super::json::{self, Numbers};
use super::report::AnyReport;
use super::rules;
use super::sheet::people::{Align, Plain};
use super::sheet::{Sheet, Style};

/// Charts are drawn of this many tables, the first ones.
const MOST_CHARTS: usize = 4;

const LOOK: &str = "\
body{margin:0 auto;max-width:60rem;padding:1.2rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}\
h1{font-size:1.35rem}h2{font-size:1.1rem;margin-top:2rem}svg{max-width:100%;height:auto}figure{margin:1rem 0}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:left}\
td.n,th.n{text-align:right}.s{overflow-x:auto}pre{background:color-mix(in srgb,var(--ink) 7%,var(--paper));padding:.7rem;overflow-x:auto}\
footer,.q{color:var(--faint);font-size:.9rem}a{color:var(--c0)}.bad{color:var(--hot);font-weight:600}\
@media print{details{display:block}body{max-width:none;font-size:11pt}}";

/// Evaluates the functions in the page; without it they stand as they are.
const SLIDER: &str = r#"
(()=>{const data=JSON.parse(document.getElementById('answer').textContent);
const found=[];const seek=(value,path)=>{if(value&&typeof value==='object'){if(value.numerator&&value.denominator)found.push([path,value]);
else for(const key in value){const step=value[key]&&value[key].outcome!==undefined?String(value[key].outcome):key;seek(value[key],path.concat(step))}}};
seek(data.result,[]);const form=document.getElementById('bias');if(!found.length||!form)return;form.hidden=false;
const poly=(list,p)=>list.reduceRight((sum,c)=>{const[a,b]=c.split('/');return sum*p+Number(a)/Number(b||1)},0);
const out=form.querySelector('tbody'),range=form.querySelector('input'),label=form.querySelector('output');
const show=()=>{const p=Number(range.value);label.textContent=p.toFixed(3);out.replaceChildren(...found.slice(0,60).map(([path,f])=>{
const row=document.createElement('tr');for(const text of[path.join(' '),(poly(f.numerator,p)/poly(f.denominator,p)).toPrecision(6)]){
const cell=document.createElement('td');cell.textContent=text;row.append(cell)}return row}))};range.addEventListener('input',show);show()})();
"#;

/// The board of a report with what it shows there, and the best move where it knows one.
pub(super) fn scene(report: &dyn AnyReport) -> Option<Scene> {
    let scene = report.scene().or_else(|| Some(report.picture()?.scene))?;
    Some(match report.best() {
        Some(best) => scene.with_move(&best),
        None => scene,
    })
}

/// The page of a report, with its JSON in it.
pub(super) fn whole(
    report: &dyn AnyReport,
    sheets: &[Sheet],
    style: &Style,
    command: &str,
) -> Result<String, Failure> {
    let mut envelope = Vec::new();
    json::write_report(report, Numbers::Exact, &mut envelope)?;
    let envelope = String::from_utf8_lossy(&envelope);
    Ok(page(report, sheets, style, command, &envelope))
}

/// The page of a report: `command` gives it again, `envelope` is its JSON.
fn page(
    report: &dyn AnyReport,
    sheets: &[Sheet],
    style: &Style,
    command: &str,
    envelope: &str,
) -> String {
    let picture = report.picture();
    let query = report.asked();
    let title = match query["title"].as_str() {
        Some(title) => title.to_owned(),
        None => sheets
            .first()
            .map_or_else(|| command.to_owned(), |sheet| plain(&sheet.heading)),
    };
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
        (head(&title))
        body {
            h1 { (title) }
            @if let Some(picture) = &picture {
                figure {
                    @if let Some(scene) = scene(report) {
                        (drawing::inline(&scene.draw(), &plain(&picture.below)))
                    }
                    figcaption { (plain(&picture.below)) }
                    @if !picture.above.is_empty() { p class="q" { (plain(&picture.above)) } }
                }
            }
            div id="bias" hidden {
                h2 { "At a bias" }
                label { "p = " output {} " " input type="range" min="0" max="1" step="0.001" value="0.5"; }
                table { tbody {} }
                p class="q" { "decimals, evaluated in this page" }
            }
            @for (at, sheet) in sheets.iter().enumerate() {
                h2 { (plain(&sheet.heading)) }
                @if at < MOST_CHARTS {
                    @if let Some(drawn) = chart(sheet, style) {
                        figure { (drawing::inline(&drawn, &plain(&sheet.heading))) }
                    }
                }
                (table(sheet, style))
            }
            (rules_of(&query))
            h2 { "Again" }
            pre { (command) }
            details {
                summary { "The answer as data (JSON)" }
                pre { (envelope.trim_end()) }
            }
            footer { "siga " (env!("CARGO_PKG_VERSION")) " · every number is exact or lies between proved bounds unless it says otherwise" }
            script type="application/json" id="answer" { (PreEscaped(envelope.trim_end().replace('<', "\\u003c"))) }
            script { (PreEscaped(SLIDER)) }
        } }
    };
    markup.into_string() + "\n"
}

/// The index of several pages: name, what it is, how it went.
pub(super) fn index(title: &str, pages: &[(String, String, Option<String>)]) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
        (head(title))
        body {
            h1 { (title) }
            table {
                tbody {
                    @for (file, what, verdict) in pages {
                        tr {
                            td { a href=(file) { (what) } }
                            td { (verdict.as_deref().unwrap_or("")) }
                        }
                    }
                }
            }
            footer { "siga " (env!("CARGO_PKG_VERSION")) }
        } }
    };
    markup.into_string() + "\n"
}

fn head(title: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (title) }
            style { (PreEscaped(drawing::COLOURS)) (PreEscaped(drawing::marks())) (PreEscaped(LOOK)) }
        }
    }
}

/// Text without the marks of a terminal, on one line.
pub(super) fn plain(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(sheet: &Sheet, style: &Style) -> Markup {
    let plain_table = Plain::of(sheet, style).without_bars();
    let class = |align: Align| (align != Align::Left).then_some("n");
    html! {
        @if !plain_table.columns.is_empty() {
            div class="s" { table {
                thead { tr {
                    @for (name, align) in &plain_table.columns { th class=[class(*align)] { (name) } }
                } }
                tbody {
                    @for row in &plain_table.rows {
                        tr {
                            @for (cell, (_, align)) in row.iter().zip(&plain_table.columns) {
                                td class=[class(*align)] { (cell) }
                            }
                        }
                    }
                }
            } }
        }
        @for note in sheet.notes_for_people() { p class="q" { (plain(&note)) } }
    }
}

/// The rules of the answer: every option with its value, its meaning and its source.
fn rules_of(query: &Value) -> Markup {
    let Some(text) = query["rules"].as_str() else {
        return html! {};
    };
    let lines = rules::explained(text);
    html! {
        h2 { "Rules: " (text) }
        @if !lines.is_empty() {
            details {
                summary { "Every option, with its source" }
                div class="s" { table {
                    thead { tr { th { "option" } th { "value" } th { "meaning" } th { "source" } } }
                    tbody {
                        @for line in &lines { tr { @for cell in line { td { (cell) } } } }
                    }
                } }
            }
        }
    }
}
