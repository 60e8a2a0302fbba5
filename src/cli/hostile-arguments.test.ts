import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { PLAYBOOK_FILE_LIMIT } from "../shared/playbook.ts";
import { BadUsage, readArguments } from "./arguments.ts";
import { readFiles } from "./commands.ts";
import { readGiven } from "./read-given.ts";

function fileOf(bytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-given-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "given");
  writeFileSync(file, Buffer.alloc(bytes, "x"));
  return file;
}

describe("a command line", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("run", "credit", "--var", "--report", "--timeout", "--port", "--", "-", "--__proto__", "a=b"),
    fc.constantFrom("__proto__=x", "junit=", "junit=a,junit=b", "99999h", "-1", "65536", "=", "\0", "\u202e"),
  );

  it("of any words is understood or refused in a sentence", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        try {
          readArguments(words);
        } catch (error) {
          expect(error).toBeInstanceOf(BadUsage);
          expect((error as BadUsage).message).toMatch(/\S/);
        }
      }),
    );
  });

  it("may name a file of so many bytes, and of none more", async () => {
    expect(await readGiven(fileOf(1_000), 1_000)).toHaveLength(1_000);
    await expect(readGiven(fileOf(1_001), 1_000)).rejects.toThrow("has more than 1.0 kB");
    const playbook = readArguments(["run", fileOf(PLAYBOOK_FILE_LIMIT + 1)]);
    await expect(readFiles(playbook)).rejects.toThrow("has more than 2.0 MB");
    const table = readArguments(["run", fileOf(10), "--data", fileOf(5_000_001)]);
    await expect(readFiles(table)).rejects.toThrow("has more than 5.0 MB");
  });

  it("is not held up by input without end, of which no more is kept than that", async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given += 100;
          yield Buffer.alloc(100, "NAME=VALUE\n");
        }
      })(),
    );
    await expect(readGiven(endless, 1_000_000)).rejects.toThrow("Standard input has more than 1.0 MB");
    expect(given).toBeLessThan(1_100_000);
  });

  it.skipIf(process.platform === "win32")("may name a device, which is not read without end", async () => {
    await expect(readGiven("/dev/zero", 1_000_000)).rejects.toThrow("has more than 1.0 MB");
  });
});
