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
 * What Chromium writes before what it has encrypted on Linux (components/os_crypt/async): `v10` with a key that is in
 * its source, for anybody to read; `v11` with one that a keyring keeps, `v12` with one of the desktop's secret portal.
 */
const KEPT = /^v1[12]/;

/**
 * Secrets under the system's protection: Keychain, DPAPI, or a secret store on Linux. The asynchronous methods of
 * safeStorage, because the others are deprecated and hold up the window while the system asks the user.
 *
 * @param platform as `process.platform`
 */
export function createSecrets(storage: Storage, platform: NodeJS.Platform): Host["secrets"] {
  const encrypt = async (text: string): Promise<Uint8Array> => new Uint8Array(await storage.encryptStringAsync(text));
  return {
    async protection(): Promise<SecretProtection> {
      if (!(await isAvailable(storage)))
        return { protected: false, reason: "This system offers no safe place for secrets at the moment." };
      if (platform === "darwin")
        return { protected: true, reason: "The macOS keychain keeps the key to your secrets." };
      if (platform === "win32")
        return { protected: true, reason: "Windows keeps the key to your secrets, tied to your account." };
      // Available is said of the fixed key too, and the backend is the one that the desktop should have: only what
      // comes out of it tells which key was used.
      const probe = await encrypt("probe").catch(() => null);
      if (probe === null || !KEPT.test(Buffer.from(probe).toString("latin1")))
        return {
          protected: false,
          reason: "No keyring (GNOME Keyring, KWallet) keeps a key for Linkdesk on this desktop.",
        };
      const keeper = KEEPERS[storage.getSelectedStorageBackend()];
      return { protected: true, reason: keeper ?? "The keyring of your desktop keeps the key to your secrets." };
    },
    encrypt,
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
