import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PLAIN_ANSWER, sequenceOf } from "../../shared/answer-script.ts";
import { NEW_PROFILE } from "../../shared/profile.ts";
import { profilesOffer } from "../../shared/transfer-file.ts";
import { offerOf, readOffer } from "./offer.ts";
import { exportText } from "./transfer.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "linkdesk-offer-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function file(content: string | Buffer, name = "team.linkdesk"): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

test("an export is offered with what the user has to know, and as it is", async () => {
  const text = exportText([
    { ...NEW_PROFILE, id: "1", name: "Acme", mode: "test", baseUrl: "https://api.acme.test" },
    { ...NEW_PROFILE, id: "2", name: "Acme live", mode: "live", baseUrl: "https://api.acme.test" },
  ]);
  const offer = await readOffer(file(text));
  expect(profilesOffer.parse(offer)).toEqual({
    readable: true,
    file: "team.linkdesk",
    text,
    profiles: [
      { name: "Acme", mode: "test", baseUrl: "https://api.acme.test", acts: [] },
      { name: "Acme live", mode: "live", baseUrl: "https://api.acme.test", acts: [] },
    ],
  });
});

test("whatever a profile would do by itself is said before it is imported", async () => {
  const page = {
    ...PLAIN_ANSWER,
    headers: [{ name: "Content-Type", value: "text/html" }],
    body: "<script>act()</script>",
  };
  const answerScript = { ...sequenceOf(page, { does: "hang", limitMs: 1_000 }), scope: "all" } as const;
  const forward = { enabled: true, url: "https://elsewhere.example/", host: "received" } as const;
  const profile = { ...NEW_PROFILE, id: "1", name: "Acme", baseUrl: "https://api.acme.test" };
  const offer = offerOf("a", exportText([{ ...profile, answerScript, replay: { agreedDestinations: [], forward } }]));
  expect(offer.readable && offer.profiles[0]?.acts).toEqual([
    "Answers webhooks on purpose, not with a plain 200: 200, hang.",
    "Answers requests to every path of the listener.",
    "Shows a page to browsers at the webhook address: <script>act()</script>",
    "Names an address to hand webhooks on to, switched off: https://elsewhere.example/",
  ]);
});

test.runIf(process.platform !== "win32")("a pipe without a writer is not waited for", async () => {
  const path = join(folder(), "pipe.linkdesk");
  execFileSync("mkfifo", [path]);
  expect(await readOffer(path)).toMatchObject({ readable: false, reason: "This is not a file." });
});

test.each<[string, () => string, RegExp]>([
  ["not JSON", () => file("\0\0"), /not valid JSON/],
  ["something else", () => file("{}"), /not an export of Linkdesk profiles/],
  ["too large", () => file(Buffer.alloc(5_000_001, " ")), /larger than 5 MB/],
  ["a folder", () => folder(), /not a file/],
  ["gone", () => join(folder(), "gone.linkdesk"), /not there any more/],
])("%s is told in a sentence", async (_name, make, reason) => {
  const offer = profilesOffer.parse(await readOffer(make()));
  expect(offer).toMatchObject({ readable: false, reason: expect.stringMatching(reason) });
});

test.runIf(process.platform === "linux")("a device without an end is not read", async () => {
  expect(await readOffer("/dev/zero")).toMatchObject({ readable: false, reason: "This is not a file." });
});
