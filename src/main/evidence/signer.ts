import { findSeal, type KeyStore, openSeal, type Seal } from "./case/seal.ts";

/** Who signs the case files of this installation. */
export interface Signer {
  /** Makes the key where there is none yet. */
  seal(): Promise<Seal>;
  /** null while there is none. */
  own(): Promise<Seal | null>;
  /** `lasts`: false for a key that ends with the program, since this machine keeps no secrets. */
  find(): Promise<{ readonly fingerprint: string; readonly lasts: boolean } | null>;
}

export function createSigner(store: KeyStore): Signer {
  let opening: Promise<Seal> | null = null;
  const own = (): Promise<Seal | null> => findSeal(store);
  return {
    seal() {
      // Asked twice at once, there is one key all the same.
      opening ??= openSeal(store).finally(() => {
        opening = null;
      });
      return opening;
    },
    own,
    async find() {
      const seal = await own();
      return seal === null ? null : { fingerprint: seal.fingerprint, lasts: store.lasts() };
    },
  };
}
