import type { TicketFormat } from "../../../shared/evidence.ts";
import { unitsOfEvent } from "../../../shared/text/amount-text.ts";
import { Refusal } from "../../refusal.ts";
import type { Evidence } from "../evidence.ts";
import { type ExportContext, originText } from "./context.ts";
import { type EventText, eventTextOf, type Message, type RunText, runTextOf } from "./event-text.ts";

/** More than this nobody reads in a ticket: a report or a file says it better. */
export const TICKET_EVENTS_AT_MOST = 50;
const TICKET_BODY = 4_000;

/** How the parts of a text are written. */
interface Style {
  heading(text: string, level: 1 | 2 | 3): string;
  fact(label: string, value: string): string;
  text(text: string): string;
  code(text: string): string;
  table(head: readonly string[], rows: readonly (readonly string[])[]): string;
}

const PLAIN: Style = {
  // Underlined: in capitals a value would be another one.
  heading: (text, level) => `${text}\n${(level === 1 ? "=" : "-").repeat(Math.min(text.length, 72))}`,
  fact: (label, value) => `${label}: ${value}`,
  text: (text) => text,
  code: (text) =>
    text
      .split("\n")
      .map((line) => `    ${line}`)
      .join("\n"),
  table: (_, rows) =>
    rows
      .map(([field, expected, actual, state]) => `  ${field}: expected ${expected}, got ${actual} (${state})`)
      .join("\n"),
};

const MARKDOWN: Style = {
  heading: (text, level) => `${"#".repeat(level + 1)} ${escaped(text)}`,
  fact: (label, value) => `- **${escaped(label)}:** ${inline(value)}`,
  text: (text) => escaped(text),
  code(text) {
    // Longer than any row of them within, so that a body cannot end the block that it stands in.
    const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([row]) => row.length));
    const fence = "`".repeat(longest + 1);
    return `${fence}\n${text}\n${fence}`;
  },
  table: (head, rows) =>
    [head, head.map(() => "---"), ...rows.map((row) => row.map(escaped))]
      .map((row) => `| ${row.join(" | ")} |`)
      .join("\n"),
};

/** No text of a stranger's may be read as markup: a ticket system would show an image, or a link, of its own. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|!~&]/g, (sign) => `\\${sign}`).replaceAll(/[\r\n]+/g, " ");
}

function inline(text: string): string {
  return text.includes("`") || text.trim() === "" ? escaped(text) : `\`${text.replaceAll(/[\r\n]+/g, " ")}\``;
}

/**
 * What was sent, came back and arrived, the verdict with its reasons, and what to ask, as a text for a ticket.
 *
 * @throws Refusal `too-much` for more events than somebody reads
 */
export async function ticketText(
  events: AsyncIterable<Evidence>,
  format: TicketFormat,
  context: ExportContext,
): Promise<string> {
  const style = format === "markdown" ? MARKDOWN : PLAIN;
  const accounts: EventText[] = [];
  const runs: (readonly [EventText, RunText])[] = [];
  for await (const event of events) {
    if (accounts.length === TICKET_EVENTS_AT_MOST)
      throw new Refusal(
        "too-much",
        `A ticket has room for ${TICKET_EVENTS_AT_MOST} events. Choose fewer, or another format.`,
      );
    const account = eventTextOf(event, context.unitsOf);
    accounts.push(account);
    if (event.run !== null)
      runs.push([account, runTextOf(event.run, unitsOfEvent(event.detail.summary, context.unitsOf))]);
  }
  const [single] = runs;
  const title =
    runs.length === 1 && single !== undefined
      ? `${single[0].sentence}: ${single[1].title}`
      : `Report on ${context.subject}`;
  const blocks = [
    style.heading(title, 1),
    ...runs.flatMap(([account, run]) => runBlocks(account, run, runs.length > 1, style)),
    ...accounts.flatMap((account) => eventBlocks(account, style)),
    style.text(originText(context)),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function runBlocks(account: EventText, run: RunText, named: boolean, style: Style): readonly string[] {
  return [
    style.heading(named ? `Verdict on ${account.name.toLowerCase()}` : "Verdict", 2),
    style.text(`${run.title}. ${run.sentence}`),
    ...run.ties.flatMap((tie) => [
      style.text(`${tie.name}: ${tie.role}, ${tie.after} after the call. ${[tie.certainty, ...tie.reasons].join(" ")}`),
      tie.compared.length === 0
        ? ""
        : style.table(
            ["What", "Expected", "In the webhook", "Result"],
            tie.compared.map(({ field, expected, actual, state }) => [field, expected, actual, state]),
          ),
    ]),
    ...(run.ask === "" ? [] : [style.heading("What to ask", 2), style.text(run.ask)]),
  ];
}

function eventBlocks(account: EventText, style: Style): readonly string[] {
  return [
    style.heading(`${account.name}: ${account.sentence}`, 2),
    account.facts.map(([label, value]) => style.fact(label, value)).join("\n"),
    style.text(account.explanation.join(" ")),
    ...account.messages.flatMap((message) => messageBlocks(message, style)),
  ];
}

function messageBlocks({ label, body, note }: Message, style: Style): readonly string[] {
  if (body === null) return [style.fact(label, note ?? "No body.")];
  const isCut = body.length > TICKET_BODY;
  return [
    style.fact(label, note ?? "the body as it is"),
    style.code(isCut ? `${body.slice(0, TICKET_BODY).toWellFormed()}\n…` : body),
  ];
}
