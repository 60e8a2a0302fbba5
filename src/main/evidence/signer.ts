import { type KeyStore, openKey, sealOf } from "./case/seal.ts";

/** Who signs the case files of this installation. */
export interface Signer {
  /** The key, made where there is none yet. */
  key(): Promise<string>;
  /** The key where there is one; null while there is none. */
  own(): Promise<string | null>;
  /** `lasts`: false for a key that ends with the program, since this machine keeps no secrets. */
  find(): Promise<{ readonly fingerprint: string; readonly lasts: boolean } | null>;
}

export function createSigner(store: KeyStore): Signer {
  let opening: Promise<string> | null = null;
  return {
    key() {
      // Asked twice at once, there is one key all the same.
      opening ??= openKey(store).finally(() => {
        opening = null;
      });
      return opening;
    },
    own: () => store.get(),
    async find() {
      const kept = await store.get();
      const seal = kept === null ? null : sealOf(kept);
      return seal === null ? null : { fingerprint: seal.fingerprint, lasts: store.lasts() };
    },
  };
}
