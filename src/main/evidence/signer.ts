import { type KeyStore, openKey, sealOf } from "./case/seal.ts";

/** Who signs the case files of this installation. */
export type Signer = ReturnType<typeof createSigner>;

export function createSigner(store: KeyStore) {
  let opening: Promise<string> | null = null;
  return {
    /** The key, made where there is none yet. */
    key(): Promise<string> {
      // Asked twice at once, there is one key all the same.
      opening ??= openKey(store).finally(() => {
        opening = null;
      });
      return opening;
    },
    /** The key where there is one; null while there is none. */
    own: (): Promise<string | null> => store.get(),
    /** `lasts`: false for a key that ends with the program, since this machine keeps no secrets. */
    async find(): Promise<{ readonly fingerprint: string; readonly lasts: boolean } | null> {
      const kept = await store.get();
      const seal = kept === null ? null : sealOf(kept);
      return seal === null ? null : { fingerprint: seal.fingerprint, lasts: store.lasts() };
    },
  };
}
