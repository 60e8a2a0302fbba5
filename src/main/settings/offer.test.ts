import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NEW_PROFILE } from "../../shared/profile.ts";
import { profilesOffer } from "../../shared/transfer-file.ts";
import { readOffer } from "./offer.ts";
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
      { name: "Acme", mode: "test", baseUrl: "https://api.acme.test" },
      { name: "Acme live", mode: "live", baseUrl: "https://api.acme.test" },
    ],
  });
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
