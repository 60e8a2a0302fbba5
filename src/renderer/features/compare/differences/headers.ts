import { isSignatureHeader } from "../../../../shared/header-rules.ts";
import type { HeaderList, Instant } from "../../../../shared/primitives.ts";
import { type DifferenceKind, isMomentNear, kindOfHeader } from "./kinds.ts";

export interface HeaderDifference {
  /** As the left side writes it, or else the right one. */
  readonly name: string;
  /** `own`: a signature, of which each webhook has one of its own. */
  readonly change: "added" | "removed" | "changed" | "own";
  readonly kind: DifferenceKind;
  /** The values of all fields of that name, in order; empty on the side that has none. */
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export interface HeadersComparison {
  readonly differences: readonly HeaderDifference[];
  /** Names with the same values on both sides. */
  readonly same: number;
  /** The same fields all over, but in another order or letter case. */
  readonly written: "same" | "other-order" | "other-case";
}

/** What is known of one side beside its headers. */
export interface KnownOfHeaders {
  /** What is read as an id: the same is one in a header, whatever that is called. */
  readonly ids: readonly string[];
  readonly seen: Instant;
  /** The headers in which its profile looks for the signature and for the timestamp. */
  readonly signature: string | null;
  readonly timestamp: string | null;
}

/** Compares header fields by name in any letter case (RFC 9110 section 5.1), the values of one name in their order. */
export function compareHeaders(
  left: HeaderList,
  right: HeaderList,
  known: { readonly left: KnownOfHeaders; readonly right: KnownOfHeaders } | null = null,
): HeadersComparison {
  const leftFields = byName(left);
  const rightFields = byName(right);
  const differences: HeaderDifference[] = [];
  let same = 0;
  for (const key of new Set([...leftFields.keys(), ...rightFields.keys()])) {
    const a = leftFields.get(key);
    const b = rightFields.get(key);
    const [values, others] = [a?.values ?? [], b?.values ?? []];
    if (a !== undefined && b !== undefined && equal(values, others)) {
      same += 1;
      continue;
    }
    const [value = "", other = ""] = [values[0], others[0]];
    const single = values.length === 1 && others.length === 1;
    const isOfBoth = (is: (side: KnownOfHeaders, value: string) => boolean): boolean =>
      single && known !== null && is(known.left, value) && is(known.right, other);
    const isNamed = (name: string | null): boolean => name?.toLowerCase() === key;
    const isTime = isOfBoth(({ seen, timestamp }, text) => isNamed(timestamp) || isMomentNear(text, seen));
    const isSignature = isSignatureHeader(key) || isOfBoth(({ signature }) => isNamed(signature));
    differences.push({
      name: a?.name ?? b?.name ?? key,
      change: a === undefined ? "added" : b === undefined ? "removed" : isSignature ? "own" : "changed",
      kind: isOfBoth(({ ids }, text) => ids.includes(text))
        ? "id"
        : isTime
          ? "time"
          : single
            ? kindOfHeader(key, value, other)
            : "value",
      left: values,
      right: others,
    });
  }
  return { differences, same, written: differences.length > 0 ? "same" : writtenAs(left, right) };
}

function byName(headers: HeaderList): Map<string, { readonly name: string; readonly values: string[] }> {
  const fields = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const [name, value] of headers) {
    const known = fields.get(name.toLowerCase());
    if (known === undefined) fields.set(name.toLowerCase(), { name, values: [value] });
    else known.values.push(value);
  }
  return fields;
}

function writtenAs(left: HeaderList, right: HeaderList): HeadersComparison["written"] {
  const names = (headers: HeaderList): string[] => headers.map(([name]) => name);
  if (equal(names(left), names(right))) return "same";
  const lower = (headers: HeaderList): string[] => headers.map(([name]) => name.toLowerCase());
  return equal(lower(left), lower(right)) ? "other-case" : "other-order";
}

function equal(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
