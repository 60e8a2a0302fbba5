import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openConfStore } from "../../src/main/hosts/chromium/host.ts";
import type { Host } from "../../src/main/hosts/host.ts";
import { openSettings, type Settings } from "../../src/main/settings/index.ts";
import type { Notice } from "../../src/shared/notices.ts";

/** A machine: a real folder, real files, and a keychain that really encrypts. */
export interface TestMachine {
  readonly folder: string;
  readonly notices: Notice[];
  isProtected: boolean;
  /** Another key is another user: what was encrypted before cannot be decrypted any more. */
  key: Buffer;
  /** Opens the settings as a start of the program does. */
  start(): Settings;
  /** All bytes of all files in the folder. */
  bytesOnDisk(): string;
  json(name: string): Record<string, unknown>;
}

export function createTestMachine(): TestMachine {
  const folder = mkdtempSync(join(tmpdir(), "linkdesk-settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const machine: TestMachine = {
    folder,
    notices: [],
    isProtected: true,
    key: randomBytes(32),
    start: () =>
      openSettings({
        host: { dataFolder: folder, openStore: (name) => openConfStore(folder, name), secrets },
        now: () => new Date("2026-11-20T10:00:00Z"),
        tell: (notice) => machine.notices.push(notice),
      }),
    bytesOnDisk: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "latin1"))
        .join("\n"),
    json: (name) => JSON.parse(readFileSync(join(folder, name), "utf8")),
  };
  const secrets: Host["secrets"] = {
    protection: async () => ({ protected: machine.isProtected, reason: "test" }),
    async encrypt(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", machine.key, nonce);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    async decrypt(bytes) {
      const decipher = createDecipheriv("aes-256-gcm", machine.key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
    },
  };
  return machine;
}
