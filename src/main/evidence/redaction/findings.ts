import type { EventDetail } from "../../../shared/events.ts";
import type { RedactionGroup, RedactionKind } from "../../../shared/evidence.ts";
import type { RedactionRules } from "../../../shared/redaction-rules.ts";
import type { Redactor } from "../../redactor/index.ts";
import { type Evidence, headersOf } from "../evidence.ts";
import { readBody } from "./body-bytes.ts";
import { rewriteAddress, rewriteText } from "./body-text.ts";
import { type ChosenValues, groupId, NOTES, NOTES_GROUP } from "./chosen.ts";
import { ownText, spot } from "./kinds.ts";
import { type Hides, hidesIn, hidesInHeader, knownOf, partName, partsOf, together } from "./places.ts";
import { createRules } from "./rules.ts";

const GROUPS_AT_MOST = 200;
/**
 * Values that are looked for everywhere; of longer logs the rest is looked for where it stands. Making the search ready
 * takes a tenth of a second for so many, during which the thread does nothing else.
 */
const VALUES_AT_MOST = 500;
const COUNTED_AT_MOST = 20_000;
const LONGEST_VALUE = 400;
/** The group of values at places beyond those that are listed. */
const UNLISTED = "unlisted";

/** A value that may have to be left out wherever it stands. */
interface FoundValue {
  readonly kind: RedactionKind;
  readonly groups: Set<string>;
}

/** What an export would hide, collected event by event. */
export type Findings = ReturnType<typeof createFindings>;

interface Group {
  readonly kind: RedactionKind;
  readonly part: string;
  readonly place: string;
  times: number;
  readonly seen: Set<string>;
}

export function createFindings(secrets: Redactor, rules: RedactionRules) {
  const rulesOf = createRules(rules);
  const groups = new Map<string, Group>();
  const values = new Map<string, FoundValue>();
  const written: Group = { ...NOTES, times: 0, seen: new Set() };
  let counted = 0;
  let withSecret = 0;
  let more = false;

  function found(part: string, place: string, kind: RedactionKind, value: string): void {
    let id = groupId(part, place, kind);
    let group = groups.get(id);
    if (group === undefined && groups.size < GROUPS_AT_MOST) {
      group = { kind, part, place: place.slice(0, 300), times: 0, seen: new Set() };
      groups.set(id, group);
    }
    if (group === undefined) {
      more = true;
      id = UNLISTED;
    } else {
      group.times += 1;
      if (counted < COUNTED_AT_MOST && !group.seen.has(value)) {
        counted += 1;
        group.seen.add(ownText(value.slice(0, LONGEST_VALUE)));
      }
    }
    const known = values.get(value);
    if (known !== undefined) known.groups.add(id);
    else if (values.size < VALUES_AT_MOST && value.length <= LONGEST_VALUE)
      values.set(ownText(value), { kind, groups: new Set([id]) });
  }

  function note(hides: Hides, text: string, part: string, place: string): void {
    if ("all" in hides) found(part, place, hides.all, text);
    else for (const { start, end, kind } of hides.within) found(part, place, kind, text.slice(start, end));
  }

  return {
    async add(event: Evidence): Promise<void> {
      const { detail } = event;
      const known = knownOf(event, rulesOf(detail));
      for (const text of writtenIn(detail)) {
        written.times += 1;
        if (written.seen.size < COUNTED_AT_MOST) written.seen.add(text);
        // What is found in one is left out elsewhere as well.
        note({ within: together(known.rules.spot(text), spot(text, true)) }, text, "Note", "note or tag");
      }
      if (detail.kind === "notice") return;
      let hasSecret = false;
      for (const part of partsOf(event)) {
        const name = partName(event, part);
        for (const [header, value] of headersOf(event, part))
          note(hidesInHeader(header, value, known), value, name, `header ${header.toLowerCase()}`);
        const bytes = event.bodies[part];
        if (bytes === null || bytes.byteLength === 0) continue;
        const body = await readBody(bytes, headersOf(event, part));
        if (body === null) continue;
        hasSecret ||= secrets.active && secrets.text(body.text).redacted;
        const look = (value: Parameters<typeof hidesIn>[0]): string => {
          note(hidesIn(value, known), value.text, name, value.at.place === "" ? "body" : value.at.place);
          return value.text;
        };
        rewriteText(body.text, look);
      }
      rewriteAddress(detail.summary.path, (value) => {
        note(
          hidesIn(value, known),
          value.text,
          detail.kind === "call" ? "Call" : "Webhook",
          `address ${value.at.place}`.trim(),
        );
        return value.text;
      });
      if (hasSecret) withSecret += 1;
    },
    groups: (): readonly RedactionGroup[] =>
      [...(written.times === 0 ? [] : [[NOTES_GROUP, written] as const]), ...groups]
        .map(([id, { kind, part, place, times, seen }]) => {
          const [first = ""] = seen;
          return { id, kind, part, place, times, values: seen.size, example: hinted(first) };
        })
        .toSorted((one, other) => one.kind.localeCompare(other.kind) || other.times - one.times),
    get hasMore() {
      return more;
    },
    /** Events in which something repeated a secret. */
    get secrets() {
      return withSecret;
    },
    /** What to leave out, given the groups that are kept. */
    chosen(keep: ReadonlySet<string>): ChosenValues {
      const hidden = new Map<string, RedactionKind>();
      const kept = new Set<string>();
      for (const [value, { kind, groups: at }] of values)
        if ([...at].some((id) => !keep.has(id))) hidden.set(value, kind);
        else kept.add(value);
      return { keep, hidden, kept };
    },
  };
}

function writtenIn({ summary: { note = "", tags = [] } }: EventDetail): readonly string[] {
  return note === "" ? tags : [note, ...tags];
}

/** Enough of a value to know it again: its ends, and not how long it is. */
function hinted(value: string): string {
  const characters = Array.from(value.slice(0, 200));
  if (characters.length < 5) return "•••";
  return `${characters[0] ?? ""}•••${characters.length < 9 ? "" : (characters.at(-1) ?? "")}`;
}
