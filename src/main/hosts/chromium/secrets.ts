import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";

// One byte for the format, then what AES-256-GCM needs (NIST SP 800-38D): nonce, tag, ciphertext.
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * There is no keychain to be had from plain Node. What is "encrypted" here is only made unreadable to a glance: the
 * key lies beside it, in `secrets.key` (mode 0600), and whoever can read the folder has both. It is used only after
 * the user has agreed to just that; without it secrets stay in memory.
 */
export function createKeyFileSecrets(dataFolder: string): Host["secrets"] {
  const file = join(dataFolder, "secrets.key");

  async function readKey(): Promise<Buffer> {
    const key = await readFile(file);
    if (key.length !== KEY_BYTES) throw new Error("The key file is damaged.");
    return key;
  }

  // One at a time: a key that is being written is as short as a damaged one.
  let making: Promise<Buffer> | null = null;
  function readOrMakeKey(): Promise<Buffer> {
    making ??= makeKey().finally(() => {
      making = null;
    });
    return making;
  }

  async function makeKey(): Promise<Buffer> {
    // One that was cut short opens nothing any more. It is kept beside the new one, in case somebody has the rest.
    const damaged = await stat(file).catch(() => null);
    if (damaged !== null && damaged.size !== KEY_BYTES) await rename(file, `${file}.damaged-${Date.now()}`);
    try {
      // wx: of two at once one makes it, and neither overwrites a key that something is encrypted with.
      await writeFile(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    return readKey();
  }

  return {
    protection: async () => ({
      protected: false,
      reason: "Linkdesk runs in a browser here and cannot use this system’s keychain.",
    }),
    async encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", await readOrMakeKey(), nonce);
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ciphertext]));
    },
    async decrypt(bytes) {
      const whole = Buffer.from(bytes);
      const start = 1 + NONCE_BYTES + TAG_BYTES;
      if (whole[0] !== FORMAT || whole.length < start) throw new Error("This was not encrypted here.");
      const decipher = createDecipheriv("aes-256-gcm", await readKey(), whole.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(whole.subarray(1 + NONCE_BYTES, start));
      return Buffer.concat([decipher.update(whole.subarray(start)), decipher.final()]).toString("utf8");
    },
  };
}
