import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { checkFile, NOBODY } from "../../src/main/evidence/index.ts";
import { NOTES_GROUP } from "../../src/main/evidence/redaction/chosen.ts";
import { Refusal } from "../../src/main/refusal.ts";
import { sampleDelivery } from "../journal/samples.ts";
import { exportsOf } from "./exports-of.ts";
import { openedOf } from "./opened-of.ts";

const MEGABYTE = 1_048_576;
const ALL = { of: "filter", filter: "" } as const;

let folder: string;
let opened: ReturnType<typeof openedOf>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linkdesk-hostile-files-"));
  opened = openedOf();
});
afterEach(async () => {
  await opened.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(content: string | Uint8Array, name = "file.har"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function zipOf(
  add: (zip: ZipFile) => void,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<string> {
  const zip = new ZipFile();
  add(zip);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return fileOf(change(Buffer.concat(pieces)), "file.linkdesk-case");
}

const renamed =
  (from: string, to: string) =>
  (bytes: Buffer): Buffer =>
    Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");

/** Refused with a whole sentence, with nothing left where files are taken in. */
async function refusal(path: string): Promise<string> {
  const error: unknown = await opened.open(path).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`No refusal: ${String(error)}`);
  expect(error.message).toMatch(/^[A-Z].*\.$/s);
  expect(opened.files.status()).toBeNull();
  expect(opened.leftovers()).toEqual([]);
  return error.message;
}

const entry = (change: object = {}) => ({
  startedDateTime: "2026-01-01T00:00:00Z",
  time: 1,
  request: { method: "GET", url: "https://a.example/x", headers: [] },
  response: { status: 200, headers: [], content: {} },
  ...change,
});
const har = (...entries: readonly unknown[]) => JSON.stringify({ log: { version: "1.2", entries } });

describe("a case file that is none", () => {
  it.each([
    ["a name that leads out of its folder", "../evil.txt"],
    ["an absolute name", "/etc/evil.t"],
    ["a name of Windows", "C:\\evil.txt"],
    ["a folder", "some/evil.t"],
  ])("is refused for %s, and nothing is written there", async (_, name) => {
    const held = "x".repeat(name.length);
    const path = await zipOf((zip) => zip.addBuffer(Buffer.from("evil"), held), renamed(held, name));
    await refusal(path);
    expect(existsSync(join(folder, "..", "evil.txt"))).toBe(false);
    expect(readdirSync(folder)).toEqual(["file.linkdesk-case"]);
  });

  it("is refused for a link in it", async () => {
    expect(
      await refusal(
        await zipOf((zip) => zip.addBuffer(Buffer.from("/etc/passwd"), "manifest.json", { mode: 0o120777 })),
      ),
    ).toContain("link");
  });

  it("is refused for two parts of one name, and for a thousand", async () => {
    expect(
      await refusal(
        await zipOf(
          (zip) => {
            zip.addBuffer(Buffer.from("{}"), "manifest.json");
            zip.addBuffer(Buffer.from("{}"), "manifesT.json");
          },
          renamed("manifesT.json", "manifest.json"),
        ),
      ),
    ).toContain("same name");
    expect(
      await refusal(
        await zipOf((zip) => {
          for (let number = 0; number < 1_000; number += 1) zip.addBuffer(Buffer.from("x"), `part-${number}`);
        }),
      ),
    ).toContain("too many parts");
  });

  it("is refused for a size that it declares, and where it declares less than it has", async () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * MEGABYTE));
    const declared = (size: number) =>
      zipOf(
        (zip) => zip.addBuffer(Buffer.alloc(10), "manifest.json", { compress: false }),
        // The central directory's record of a stored part, with another method, size and content.
        () => archive("manifest.json", bomb, size),
      );
    expect(await refusal(await declared(4_294_967_290))).toContain("too large");
    const before = process.memoryUsage().rss;
    expect(await refusal(await declared(100))).toMatch(/damaged/);
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(100);
  });

  it("is refused for a manifest that is damaged, of another shape, or of a newer version", async () => {
    const manifest = (text: string) => zipOf((zip) => zip.addBuffer(Buffer.from(text), "manifest.json"));
    expect(await refusal(await manifest("{"))).toContain("damaged");
    expect(await refusal(await manifest('{"linkdeskCase":1}'))).toContain("not one of Linkdesk");
    expect(await refusal(await manifest('{"linkdeskCase":2,"id":3}'))).toContain("newer version");
    expect(await refusal(await manifest(`{"a":${"[".repeat(1_000_000)}`))).toContain("damaged");
    expect(await refusal(await zipOf((zip) => zip.addBuffer(Buffer.from("x"), "readme.txt")))).toContain(
      "manifest.json",
    );
  });

  it("is found out when it is cut off", async () => {
    const writer = await exportsOf();
    await writer.journal.append(sampleDelivery());
    const path = await writer.file(ALL, "case");
    await truncate(path, 400);
    expect(await refusal(path)).toContain("damaged");
    await writer.dispose();
  });
});

/** A ZIP file of one deflated part that declares a size of its own choice. */
function archive(name: string, content: Buffer, size: number): Buffer {
  const fixed = Buffer.alloc(26);
  fixed.writeUInt16LE(20, 0);
  fixed.writeUInt16LE(8, 4);
  fixed.writeUInt32LE(content.length, 14);
  fixed.writeUInt32LE(size, 18);
  fixed.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fixed, Buffer.from(name), content]);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02\x14\x00", "latin1"),
    fixed,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06", "latin1"), end]);
}

describe("a HAR or NDJSON file", () => {
  let line = "";
  beforeAll(async () => {
    const writer = await exportsOf();
    await writer.journal.append(sampleDelivery());
    line = await writer.written(ALL, "ndjson");
    await writer.dispose();
  });

  it.each([
    ["nothing", ""],
    ["a picture", "\x89PNG\r\n"],
    ["JSON of another kind", '{"a":{"log":{"entries":[]}}}'],
    ["a list", "[1,2]"],
    ["entries that are no list", '{"log":{"entries":{"a":1}}}'],
    ["one that breaks off within an entry", har(entry()).slice(0, -30)],
    ["one that breaks off within a text", `${har(entry()).slice(0, 60)}`],
    ["an entry without a request", har({ response: {} })],
    ["an entry that is too deep to be read", `{"log":{"entries":[{"a":${"[".repeat(200_000)}`],
    ["a line that is no event", '{"linkdesk":1,"event":{}}\n'],
    ["a line of a newer version", '{"linkdesk":2}\n'],
    ["a line that breaks off", '{"linkdesk":1,"event":{"kind":"delivery"'],
  ])("is refused with a sentence: %s", async (_, content) => {
    await refusal(await fileOf(content));
  });

  it("is refused when it is a pipe, a folder or gone", async () => {
    expect(await refusal(folder)).toContain("not a file");
    expect(await refusal(join(folder, "gone.har"))).toContain("not there");
    await symlink("/dev/zero", join(folder, "zero.har"));
    expect(await refusal(join(folder, "zero.har"))).toContain("not a file");
  });

  it("is shown with what is in it, scripts and all, and runs nothing", async () => {
    const url = "https://a.example/<script>alert(1)</script>?a=%00";
    const path = await fileOf(
      har(
        entry({
          request: {
            method: "<b>",
            url,
            headers: [{ name: "X", value: "<img onerror=1>" }],
            postData: { text: "<script>" },
          },
        }),
        entry({ _linkdesk: { direction: "in", number: "1; DROP TABLE events" } }),
        entry({
          __proto__: null,
          constructor: 1,
          response: { status: 1e9, content: { text: 5 } },
          startedDateTime: "never",
        }),
      ),
    );
    expect(await opened.open(path)).toMatchObject({ events: 3 });
    const [first, second, third] = await opened.events();
    expect(first?.detail).toMatchObject({ url, summary: { method: "<b>", path: "/<script>alert(1)</script>?a=%00" } });
    expect(Buffer.from(first?.bodies.request ?? []).toString()).toBe("<script>");
    expect(second?.detail.kind).toBe("call");
    expect(third?.detail.summary).toMatchObject({ id: 3, status: null, at: second?.detail.summary.at });
  });

  it("that never ends a line or an entry is given up with memory bounded", async () => {
    const before = process.memoryUsage().rss;
    expect(await refusal(await fileOf(`{"log":{"entries":[{"a":"${"x".repeat(80 * MEGABYTE)}`))).toContain(
      "larger than 64 MB",
    );
    expect(await refusal(await fileOf(`{"linkdesk":1,"a":"${"x".repeat(80 * MEGABYTE)}`))).toContain(
      "longer than any event",
    );
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(500);
  });

  it("has each event once, in order, under a number that a log can have", async () => {
    expect(await refusal(await fileOf(line + line))).toContain("does not come after");
    expect(await refusal(await fileOf(line.replace('"id":1', '"id":9007199254740991')))).toContain("number");
  });

  it.each([
    ["a note without end", { note: "x".repeat(5_000_000) }, "event.summary.note"],
    ["more tags than an event has", { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, "event.summary.tags"],
    ["a tag without end", { tags: ["x".repeat(5_000_000)] }, "event.summary.tags.0"],
    ["a million tags", { tags: Array.from({ length: 1_000_000 }, () => "x") }, "more values in it than any event"],
    ["millions of tags that are none", { tags: Array.from({ length: 2_000_000 }, () => "") }, "more values"],
  ])("is refused for %s on one event", async (_, added, why) => {
    const changed = JSON.parse(line);
    Object.assign(changed.event.summary, added);
    const path = await fileOf(`${JSON.stringify(changed)}\n`);
    expect(await refusal(path)).toContain(why);
  });

  it("is refused for millions of values in one entry", async () => {
    const path = await fileOf(har(entry({ cookies: Array.from({ length: 2_000_000 }, () => 1) })));
    expect(await refusal(path)).toContain("more values in it than Linkdesk reads");
  });

  it("may have a note and tags as long as one's own, redacted", async () => {
    const writer = await exportsOf();
    const id = await writer.journal.append(sampleDelivery());
    const note = "Ada Obi, 0803 555 12 34. ".repeat(160);
    await writer.journal.annotate(id, { note, add: Array.from({ length: 20 }, (_, at) => `${at}${"x".repeat(38)}`) });
    const withNotes = { state: "redacted", keep: [NOTES_GROUP] } as const;
    const path = await fileOf(await writer.written(ALL, "ndjson", withNotes));
    await writer.dispose();
    expect(await opened.open(path)).toMatchObject({ events: 1 });
    const [event] = await opened.events();
    expect(event?.detail.summary.note?.length).toBeGreaterThanOrEqual(note.length);
    // Marks in their place, longer than a tag may be where it is typed.
    expect(event?.detail.summary.tags?.filter((each) => each.length > 40)).toHaveLength(20);
  });

  it("is given up in the middle, and leaves the file that was open as it was", async () => {
    const first = await fileOf(har(entry()), "first.har");
    await opened.open(first);
    const many = await fileOf(har(...Array.from({ length: 5_000 }, () => entry())), "many.har");
    const opening = opened.files.open(await opened.files.offer(many), "open");
    expect(opened.files.cancel("open")).toBe(true);
    await expect(opening).rejects.toMatchObject({ code: "cancelled" });
    expect(opened.files.status()).toMatchObject({ events: 1, check: { file: "first.har" } });
    expect(opened.leftovers()).toHaveLength(1);
  });

  it("that was offered long ago is not kept for ever", async () => {
    const path = await fileOf(har(entry()));
    const tokens: string[] = [];
    for (let count = 0; count < 6; count += 1) tokens.push(await opened.files.offer(path));
    const [first = "", second = ""] = tokens;
    await expect(opened.files.check(first, "first")).rejects.toMatchObject({ code: "no-file" });
    expect(await opened.files.check(second, "second")).toMatchObject({ file: "file.har" });
  });

  it("that comes in pieces is taken in as it is", async () => {
    const text = har(entry(), entry());
    const token = await opened.files.begin("../../pieces.har");
    for (let at = 0; at < text.length; at += 50) await opened.files.put(token, Buffer.from(text.slice(at, at + 50)));
    expect(await opened.files.check(token, "check")).toMatchObject({
      is: "har",
      file: "pieces.har",
      size: text.length,
    });
    expect(await opened.files.open(token, "open")).toMatchObject({ events: 2 });
    expect(opened.leftovers()).toHaveLength(1);
    await opened.files.closeFile();
    expect(opened.leftovers()).toEqual([]);
  });

  it("that was open when the program was killed is gone at the next start", async () => {
    await opened.open(await fileOf(har(entry())));
    expect(opened.leftovers()).toHaveLength(1);
    const next = openedOf({ home: opened.home });
    expect(next.leftovers()).toEqual([]);
  });
});

it("a file is checked without a program around it, as a command line does", async () => {
  const writer = await exportsOf();
  await writer.journal.append(sampleDelivery());
  const path = await writer.file(ALL, "case");
  const steps = { signal: new AbortController().signal, progress: () => undefined };
  expect(await checkFile({ path, name: "a.linkdesk-case" }, NOBODY, steps)).toMatchObject({
    is: "case",
    whole: true,
    signedBy: { by: "unknown" },
  });
  await writer.dispose();
});
