import type { Paper } from "../../../shared/evidence.ts";
import type { RunDetail } from "../../../shared/run.ts";
import { type Units, unitsOfEvent } from "../../../shared/text/amount-text.ts";
import { Refusal } from "../../refusal.ts";
import type { Evidence } from "../evidence.ts";
import { type ExportContext, originText } from "./context.ts";
import { type EventText, eventTextOf, type Message, nameOf, type RunText, runTextOf, shown } from "./event-text.ts";
import { runPicture } from "./run-picture.ts";

/** So many are a book already; a browser that prints more of them runs out of memory (puppeteer#8070). */
export const REPORT_EVENTS_AT_MOST = 500;

const STYLE = `
:root{color-scheme:light;--ink:#1b1f27;--soft:#5b6472;--line:#d9dee6;--paper:#fff;--wash:#f5f7fa;--good:#16703c;--odd:#8a5a00;--bad:#b3261e;--neutral:#43506a}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.5 "Inter Variable",Inter,"Segoe UI",system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2.5rem 1.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}h3{font-size:.95rem;margin:1.2rem 0 .3rem}
p{margin:.4rem 0;overflow-wrap:anywhere}.soft{color:var(--soft)}
.verdict{border:1px solid var(--line);border-left:5px solid var(--neutral);border-radius:6px;padding:.8rem 1rem;margin:1rem 0;background:var(--wash)}
.good{border-left-color:var(--good)}.odd{border-left-color:var(--odd)}.bad{border-left-color:var(--bad)}
.verdict strong{display:block;font-size:1.15rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0;table-layout:fixed}
th,td{text-align:left;vertical-align:top;border-bottom:1px solid var(--line);padding:.3rem .6rem .3rem 0;overflow-wrap:anywhere;font-weight:400}
th{color:var(--soft);width:11rem}thead th{width:auto;font-weight:600}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--wash);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;margin:.4rem 0;font:12px/1.5 "JetBrains Mono Variable","JetBrains Mono",Consolas,Menlo,monospace}
article{border-top:2px solid var(--line);margin-top:2rem}svg{width:100%;height:auto;margin:.6rem 0}
.differs{color:var(--bad);font-weight:600}.agrees{color:var(--good)}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.8rem}
@page{margin:16mm 15mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:9px sans-serif;color:#5b6472}@bottom-left{content:"Linkdesk";font:9px sans-serif;color:#5b6472}}
@media print{body{font-size:10.5px}pre{font-size:9px}main{max-width:none;padding:0}h2,h3{break-after:avoid}table,.verdict,svg{break-inside:avoid}article{margin-top:1.2rem}}
`;

/**
 * One HTML file that needs nothing else: no script, no network, light on paper and screen. Its policy lets nothing run
 * and nothing be fetched, whatever stood in a body.
 *
 * @throws Refusal `too-much` for more events than a report has room for
 */
export async function* report(events: AsyncIterable<Evidence>, context: ExportContext): AsyncIterable<string> {
  yield pageHead("Linkdesk report", context.paper);
  let count = 0;
  for await (const event of events) {
    count += 1;
    if (count > REPORT_EVENTS_AT_MOST) throw tooLong();
    const account = eventTextOf(event, context.unitsOf);
    if (count === 1) yield headOf(account, event, context);
    yield articleOf(account, event, context.unitsOf);
  }
  yield `<footer class="soft"><p>${html(originText(context))}</p></footer>${PAGE_END}`;
}

export function tooLong(): Refusal {
  return new Refusal(
    "too-much",
    `A report has room for ${REPORT_EVENTS_AT_MOST} events. Choose fewer, or another format.`,
  );
}

/** What a page of ours begins with; it ends with `PAGE_END`. */
export function pageHead(title: string, paper: Paper): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"><meta name="viewport" content="width=device-width"><title>${html(title)}</title><style>${STYLE}@page{size:${paper}}</style></head><body><main>`;
}

export const PAGE_END = "</main></body></html>\n";

function headOf(account: EventText, event: Evidence, context: ExportContext): string {
  const title = event.run === null ? `Report on ${context.subject}` : account.sentence;
  return `<h1>${html(title)}</h1><p class="soft">${html(originText(context))}</p>`;
}

function articleOf(account: EventText, { run, detail }: Evidence, unitsOf: Units): string {
  const facts = account.facts
    .map(([label, value]) => `<tr><th scope="row">${html(label)}</th><td>${html(value)}</td></tr>`)
    .join("");
  return `<article><h2>${html(`${nameOf(detail)}: ${account.sentence}`)}</h2>${
    run === null ? "" : runPart(run, unitsOfEvent(detail.summary, unitsOf))
  }<table><tbody>${facts}</tbody></table>${
    account.explanation.length === 0 ? "" : `<p>${account.explanation.map(html).join(" ")}</p>`
  }${account.messages.map(messagePart).join("")}</article>`;
}

function runPart(run: RunDetail, units: number | null): string {
  const account = runTextOf(run, units);
  return `<section class="verdict ${account.tone}"><strong>${html(account.title)}</strong><p>${html(account.sentence)}</p>${
    account.ask === "" ? "" : `<p>What to ask: ${html(account.ask)}</p>`
  }</section>${runPicture(run, html)}${account.ties.map(tiePart).join("")}`;
}

function tiePart({ name, role, after, certainty, reasons, compared }: RunText["ties"][number]): string {
  const rows = compared
    .map(
      ({ field, expected, actual, state }) =>
        `<tr><td>${html(field)}</td><td>${html(expected)}</td><td>${html(actual)}</td><td class="${state}">${html(state)}</td></tr>`,
    )
    .join("");
  return `<h3>${html(`${name}: ${role}, ${after} after the call`)}</h3><p class="soft">${html([certainty, ...reasons].join(" "))}</p>${
    rows === ""
      ? ""
      : `<table><thead><tr><th scope="col">What</th><th scope="col">Expected</th><th scope="col">In the webhook</th><th scope="col">Result</th></tr></thead><tbody>${rows}</tbody></table>`
  }`;
}

function messagePart({ label, headers, body, note }: Message): string {
  const fields = headers
    .map(([name, value]) => `<tr><th scope="row">${html(name)}</th><td>${html(value)}</td></tr>`)
    .join("");
  return `<h3>${html(label)}</h3>${fields === "" ? "" : `<table><tbody>${fields}</tbody></table>`}${
    note === null ? "" : `<p class="soft">${html(shown(note))}</p>`
  }${body === null ? "" : `<pre>${html(body)}</pre>`}`;
}

/** A text as the content of an element or an attribute: nothing in it is read as markup. */
export function html(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
