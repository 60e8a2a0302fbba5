import type { Instant } from "../../../shared/primitives.ts";
import type { SignedSettings } from "../../../shared/signature.ts";
import type { SignatureChange } from "../../../shared/signature-doctor.ts";
import type { SignedMessage } from "../message.ts";
import { fieldValue } from "../signed-content.ts";
import { type BodyOption, bodiesOf } from "./bodies.ts";
import { type Digest, digestsFor, MISSING_HERE } from "./constructions.ts";
import { type Content, contentsOf } from "./contents.ts";
import { type Key, keysOf } from "./keys.ts";
import { findTargets, type Target } from "./targets.ts";
import type { Candidate, Limits, Option } from "./types.ts";

/** What gives a signature that is in the message. */
export interface Match {
  readonly targets: readonly Target[];
  readonly digestBytes: number;
  readonly digest: Digest;
  readonly key: Key;
  readonly content: Content;
  readonly body: Uint8Array;
  /** What is different in key, content, body and digest; a change of the target is not among them. */
  readonly changes: readonly SignatureChange[];
}

export type SearchEnd =
  | { readonly match: Match; readonly tries: number }
  | { readonly match: null; readonly tries: number; readonly complete: boolean; readonly nothing: boolean };

/** Beyond this many things at once, an explanation explains nothing. */
const COST_AT_MOST = 4;
/** The variants of a body are kept while they are tried. */
const BODIES_BYTES_AT_MOST = 64 * 1_048_576;

/**
 * Looks for the key, content and way of signing that give one of the signatures in the headers, the plainest first.
 * A match is proof: it is at least 64 bits that agree.
 */
export function search(
  message: SignedMessage,
  settings: SignedSettings,
  candidates: readonly Candidate[],
  decoded: Uint8Array | null,
  limits: Limits,
  arrivedAt: Instant,
  missing: readonly string[] = MISSING_HERE,
): SearchEnd {
  const inBody = settings.field === null ? null : fieldValue(message, settings.field);
  const signed =
    inBody === null ? message : { ...message, headers: [...message.headers, [settings.header, inBody]] as const };
  const targets = findTargets(signed, settings.header);
  if (!targets.any) return { match: null, tries: 0, complete: true, nothing: true };
  const until = performance.now() + limits.milliseconds;
  const digests = digestsFor(settings.algorithm, targets.lengths, missing);
  const keys = keysOf(candidates, settings);
  const contents = contentsOf(message, settings, arrivedAt);
  const bodies = new LazyBodies(bodiesOf(message.body, decoded), until);
  let tries = 0;

  for (let total = 0; total <= COST_AT_MOST; total += 1) {
    for (const digest of within(digests, total)) {
      // Without a key there is one try for each content, not one for each key as well.
      const usable = digest.value.construction === "no-key" ? keys.slice(0, 1) : keys;
      for (const key of within(usable, total - digest.cost)) {
        for (const content of within(contents, total - digest.cost - key.cost)) {
          for (const body of bodies.costing(total - digest.cost - key.cost - content.cost)) {
            if (tries >= limits.tries || performance.now() > until)
              return { match: null, tries, complete: false, nothing: false };
            tries += 1;
            const { before, after, hasBody } = content.value;
            if (!hasBody && body.changes.length > 0) continue;
            const made = digest.value.digest(key.value.bytes, [before, hasBody ? body.value : NOTHING, after]);
            const found = targets.find(made).filter((target) => isSignature(target, digest.value, settings));
            if (found.length === 0) continue;
            const changes = [...digest.changes, ...key.changes, ...content.changes, ...body.changes];
            const match: Match = {
              targets: found,
              digestBytes: made.length,
              digest: digest.value,
              key: key.value,
              content: content.value,
              body: body.value,
              changes: digest.value.construction === "no-key" ? without(changes, "secret-decoding") : changes,
            };
            return { match, tries };
          }
        }
      }
    }
  }
  return { match: null, tries, complete: !bodies.cut, nothing: false };
}

const NOTHING = new Uint8Array(0);

/**
 * A hash without a key is what any sender may add as a checksum (Digest, Content-MD5): only the set header has ours.
 */
function isSignature({ header }: Target, { construction }: Digest, settings: SignedSettings): boolean {
  return construction !== "no-key" || header.toLowerCase() === settings.header.toLowerCase();
}

function without(changes: readonly SignatureChange[], kind: SignatureChange["change"]): readonly SignatureChange[] {
  return changes.filter(({ change }) => change !== kind);
}

/** Options are sorted by cost. */
function* within<Value>(options: readonly Option<Value>[], cost: number): Generator<Option<Value>> {
  for (const option of options) {
    if (option.cost > cost) return;
    yield option;
  }
}

/** The variants of a body: made when the first one that costs anything is asked for. */
class LazyBodies {
  readonly #source: Generator<BodyOption>;
  readonly #until: number;
  readonly #byCost: BodyOption[][] = [];
  #bytes = 0;
  #done = false;
  /** Not all were made. */
  cut = false;

  constructor(source: Generator<BodyOption>, until: number) {
    this.#source = source;
    this.#until = until;
    this.#take();
  }

  costing(cost: number): readonly BodyOption[] {
    while (cost > 0 && !this.#done) this.#take();
    return this.#byCost[cost] ?? [];
  }

  #take(): void {
    const next = this.#source.next();
    if (next.done === true) {
      this.#done = true;
      return;
    }
    const option = next.value;
    this.#bytes += option.value.byteLength;
    if (this.#bytes > BODIES_BYTES_AT_MOST || performance.now() > this.#until) {
      this.#done = true;
      this.cut = this.#byCost.length > 0;
      if (this.cut) return;
    }
    this.#byCost[option.cost] ??= [];
    this.#byCost[option.cost]?.push(option);
  }
}
