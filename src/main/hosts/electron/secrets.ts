import type { SafeStorage } from "electron";
import type { Host, SecretProtection } from "../host.ts";

type Storage = Pick<
  SafeStorage,
  "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
>;

const KEEPERS: Readonly<Record<string, string>> = {
  gnome_libsecret: "The keyring of your desktop keeps the key to your secrets.",
  kwallet: "KWallet keeps the key to your secrets.",
  kwallet5: "KWallet keeps the key to your secrets.",
  kwallet6: "KWallet keeps the key to your secrets.",
};

/**
 * Secrets under the system's protection: Keychain, DPAPI, or a secret store on Linux. The asynchronous methods of
 * safeStorage, because the others are deprecated and hold up the window while the system asks the user.
 *
 * @param platform as `process.platform`
 */
export function createSecrets(storage: Storage, platform: NodeJS.Platform): Host["secrets"] {
  return {
    async protection(): Promise<SecretProtection> {
      if (!(await isAvailable(storage)))
        return { protected: false, reason: "This system offers no safe place for secrets at the moment." };
      if (platform === "darwin")
        return { protected: true, reason: "The macOS keychain keeps the key to your secrets." };
      if (platform === "win32")
        return { protected: true, reason: "Windows keeps the key to your secrets, tied to your account." };
      // `basic_text` encrypts with a password that is in Chromium's source: anybody can undo that.
      const keeper = KEEPERS[storage.getSelectedStorageBackend()];
      return keeper === undefined
        ? { protected: false, reason: "No keyring (GNOME Keyring, KWallet) was found on this desktop." }
        : { protected: true, reason: keeper };
    },
    async encrypt(text) {
      return new Uint8Array(await storage.encryptStringAsync(text));
    },
    async decrypt(bytes) {
      // `shouldReEncrypt` tells of a newer key; what the older one has encrypted stays readable.
      const { result } = await storage.decryptStringAsync(Buffer.from(bytes));
      return result;
    },
  };
}

async function isAvailable(storage: Storage): Promise<boolean> {
  try {
    return await storage.isAsyncEncryptionAvailable();
  } catch {
    return false;
  }
}
