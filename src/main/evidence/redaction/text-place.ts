import type { RedactionKind } from "../../../shared/evidence.ts";
import { pathStep } from "../../../shared/payload-path.ts";
import { isPlainKey, kindOfKey, ownText } from "./kinds.ts";

/** Places that are remembered; those of a body with more of them are made anew. */
const PLACES_AT_MOST = 5_000;
const LONGEST_KEY = 100;
const LONGEST_PATH = 500;

/**
 * A place of a text, and what its name says. Webhooks of a log have a few shapes: what there is to know of a place is
 * found out once and not for each value that stands there.
 */
export class TextPlace {
  /** The nearest name above it; empty where it has none. */
  readonly key: string;
  /** Where it stands, with every number of a list as `[*]`: values of all items are at one place. */
  readonly place: string;
  /** The same with the numbers, as readings write it. */
  readonly path: string;
  /** What the name says of a value under it; null where it says nothing. */
  readonly says: RedactionKind | null;
  /** Whether digits under it may be an amount or a moment. */
  readonly isPlain: boolean;
  readonly #members = new Map<string, TextPlace>();
  readonly #items: TextPlace[] = [];
  #names: TextPlace | null = null;

  constructor(key: string, place: string, path: string) {
    this.key = key;
    this.place = place;
    this.path = path;
    this.says = kindOfKey(key);
    this.isPlain = isPlainKey(key);
  }

  member(name: string): TextPlace {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const key = ownText(name);
    const path = pathStep(this.path, key);
    const made = new TextPlace(key, this.place === this.path ? path : pathStep(this.place, key), path);
    if (key.length <= LONGEST_KEY && this.#isKept()) this.#members.set(key, made);
    return made;
  }

  /** An item of the list that stands here. */
  item(number: number): TextPlace {
    const known = this.#items[number];
    if (known !== undefined) return known;
    const made = new TextPlace(this.key, `${this.place}[*]`, `${this.path}[${number}]`);
    if (number === this.#items.length && this.#isKept()) this.#items.push(made);
    return made;
  }

  /** Where the names of the members stand, which are texts themselves. */
  get names(): TextPlace {
    this.#names ??= new TextPlace("", this.place, `${this.path} (key)`);
    return this.#names;
  }

  #isKept(): boolean {
    if (places >= PLACES_AT_MOST || this.path.length > LONGEST_PATH) return false;
    places += 1;
    return true;
  }
}

let places = 0;
let bodies = new TextPlace("", "", "");
let queries = new TextPlace("", "?", "?");

/** Where a body stands, or a text by itself. */
export function bodyPlace(): TextPlace {
  forgetMany();
  return bodies;
}

/** Where the query of an address stands. */
export function queryPlace(): TextPlace {
  forgetMany();
  return queries;
}

/** Between two bodies: what is gone through goes on with what it has. */
function forgetMany(): void {
  if (places < PLACES_AT_MOST) return;
  places = 0;
  bodies = new TextPlace("", "", "");
  queries = new TextPlace("", "?", "?");
}
