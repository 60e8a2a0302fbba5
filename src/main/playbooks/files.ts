import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parseForeign } from "../../shared/json/parse.ts";
import { PLAYBOOK_EXTENSION, PLAYBOOK_VERSION, type Playbook, playbook, playbookText } from "../../shared/playbook.ts";
import {
  type PlaybookResult,
  RESULTS_KEPT,
  type ResultHead,
  resultEnd,
  resultHead,
  type StepResult,
  stepResult,
} from "../../shared/playbook-result.ts";
import { errorText, instant } from "../../shared/primitives.ts";
import { standsIn } from "../../shared/removed-texts.ts";
import { Refusal } from "../refusal.ts";

/**
 * Playbooks and their results as files: `<id>.linkdesk-playbook`, and `results/<playbook>/<time>-<id>.ndjson`. Of a
 * result every step is one line, written when it is over: a kill leaves all that was finished, and a file without its
 * last line was broken off.
 */

const envelope = z.object({ format: z.literal("linkdesk-playbook"), version: z.int().min(1) });

/**
 * Reads the text of a playbook's file.
 *
 * @throws Refusal `playbook-refused` with a sentence that says what is wrong, and where
 */
export function readPlaybook(text: string): Playbook {
  let value: unknown;
  try {
    value = parseForeign(text);
  } catch {
    throw refused("This file is not valid JSON.");
  }
  const head = envelope.safeParse(value);
  if (!head.success) throw refused("This is JSON, but not a Linkdesk playbook.");
  if (head.data.version > PLAYBOOK_VERSION)
    throw refused(
      `This playbook was written by a newer version of Linkdesk (its format is ${head.data.version}, this Linkdesk reads ${PLAYBOOK_VERSION}). Update Linkdesk to use it.`,
    );
  const parsed = playbook.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(" → ")})`;
  throw refused(`This playbook cannot be used${place}: ${issue?.message ?? "it has another shape"}`);
}

function refused(message: string): Refusal {
  return new Refusal("playbook-refused", message);
}

const resultRecord = z.union([
  z.object({ head: resultHead }),
  z.object({ step: stepResult }),
  z.object({ end: z.object({ how: resultEnd, at: instant }) }),
]);

export interface ResultFile {
  /** A step that is there already takes the place of its former result. */
  step(result: StepResult): void;
  end(how: z.infer<typeof resultEnd>, at: number): void;
}

/** Ids come from the window and become names of files. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/;

export function createPlaybookFiles(root: string) {
  const resultsRoot = join(root, "results");

  function saving<Value>(write: () => Value): Value {
    try {
      return write();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
      throw new Refusal("not-saved", `This could not be saved in Linkdesk’s data folder (${code}).`);
    }
  }

  function nameOf(id: string): string {
    if (!SAFE.test(id)) throw new Refusal("no-playbook", "This playbook is not there any more.");
    return join(root, `${id}.${PLAYBOOK_EXTENSION}`);
  }

  function folderOf(folder: string): string {
    if (!SAFE.test(folder)) throw new Refusal("no-playbook", "This playbook is not there any more.");
    return join(resultsRoot, folder);
  }

  function namesOf(folder: string): readonly string[] {
    const path = folderOf(folder);
    if (!existsSync(path)) return [];
    const names = readdirSync(path).filter((name) => name.endsWith(".ndjson"));
    return names.toSorted().toReversed();
  }

  const read = (folder: string, name: string): PlaybookResult | null =>
    readResult(readFileSync(join(folderOf(folder), name), "utf8"));

  return {
    list(): { readonly playbooks: ReadonlyMap<string, Playbook>; readonly unreadable: readonly string[] } {
      const playbooks = new Map<string, Playbook>();
      const unreadable: string[] = [];
      if (!existsSync(root)) return { playbooks, unreadable };
      const ending = `.${PLAYBOOK_EXTENSION}`;
      for (const name of readdirSync(root)
        .filter((each) => each.endsWith(ending))
        .toSorted()) {
        const id = name.slice(0, -ending.length);
        if (!SAFE.test(id)) continue;
        try {
          playbooks.set(id, readPlaybook(readFileSync(join(root, name), "utf8")));
        } catch (error) {
          unreadable.push(`${name}: ${errorText(error)}`);
        }
      }
      return { playbooks, unreadable };
    },
    /** @throws Refusal `not-saved` */
    save: (id: string, value: Playbook): void =>
      saving(() => {
        mkdirSync(root, { recursive: true, mode: 0o700 });
        const path = nameOf(id);
        const beside = `${path}.part`;
        writeFileSync(beside, playbookText(value), { mode: 0o600, flush: true });
        renameSync(beside, path);
      }),
    remove: (id: string): void => rmSync(nameOf(id), { force: true }),
    /** Begins a result; `append` adds to it. @throws Refusal `not-saved` */
    begin: (folder: string, head: ResultHead): ResultFile =>
      saving(() => {
        const path = folderOf(folder);
        mkdirSync(path, { recursive: true, mode: 0o700 });
        const file = join(path, `${String(head.startedAt).padStart(17, "0")}-${head.id}.ndjson`);
        const append = (record: z.input<typeof resultRecord>): void =>
          saving(() => appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 }));
        append({ head: resultHead.parse(head) });
        for (const old of namesOf(folder).slice(RESULTS_KEPT)) rmSync(join(path, old), { force: true });
        return {
          step: (result) => append({ step: stepResult.parse(result) }),
          end: (how, at) => append({ end: { how, at } }),
        };
      }),
    /** Newest first. */
    results: (folder: string): readonly PlaybookResult[] => namesOf(folder).flatMap((name) => read(folder, name) ?? []),
    newest(folder: string): PlaybookResult | null {
      const [name] = namesOf(folder);
      return name === undefined ? null : read(folder, name);
    },
    result(folder: string, id: string): PlaybookResult | null {
      const name = namesOf(folder).find((each) => each.endsWith(`-${id}.ndjson`));
      return name === undefined ? null : read(folder, name);
    },
    /** Deletes results in which one of these texts stands. */
    forget(texts: readonly string[]): void {
      if (!existsSync(resultsRoot)) return;
      for (const name of readdirSync(resultsRoot, { recursive: true, encoding: "utf8" })) {
        const path = join(resultsRoot, name);
        if (!name.endsWith(".ndjson")) continue;
        const content = readFileSync(path, "utf8");
        if (texts.some((text) => standsIn(content, text))) rmSync(path, { force: true });
      }
    },
  };
}

/** What a result's file says; its last line may be half written. null: not even its head can be read. */
function readResult(content: string): PlaybookResult | null {
  let head: ResultHead | null = null;
  let end: PlaybookResult["end"] = null;
  const steps = new Map<string, StepResult>();
  for (const text of content.split("\n")) {
    const record = recordOf(text);
    if (record === null) continue;
    if ("head" in record) head = record.head;
    else if ("step" in record) steps.set(`${record.step.row} ${record.step.stepId}`, record.step);
    else end = record.end;
  }
  if (head === null) return null;
  const all = [...steps.values()];
  return { head, steps: all, end: end ?? { how: "interrupted", at: all.at(-1)?.at ?? head.startedAt } };
}

function recordOf(text: string): z.output<typeof resultRecord> | null {
  if (text === "") return null;
  try {
    return resultRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
