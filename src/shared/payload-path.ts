/**
 * How a place in a payload is written: `transaction.items[3].amount`, `["odd key"].value`. The short form of JSONPath
 * (RFC 9535) without its `$`, since that is how people name a field; with `$` it is read just as well.
 */

const BARE_KEY = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** The text of a path; an empty one, the payload itself, is `$`. */
export function pathText(steps: readonly (string | number)[]): string {
  return steps.length === 0 ? "$" : steps.reduce<string>((path, step) => pathStep(path, step), "");
}

/** A path one step longer. `path` is empty for the first step. */
export function pathStep(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  if (!BARE_KEY.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === "" ? step : `${path}.${step}`;
}

/** The steps of a path that somebody typed; null when it cannot be understood. */
export function readPath(text: string): readonly (string | number)[] | null {
  const rest = text.trim().replace(/^\$(?=[.[]|$)\.?/, "");
  const steps: (string | number)[] = [];
  const step = /(?:^|(?<!^)\.)([^.[\]"']+)|\[([0-9]{1,15})\]|\[("(?:[^"\\]|\\.)*")\]|\[('[^']*')\]/gy;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (found === null) return null;
    const [, bare, index, quoted, single] = found;
    if (bare !== undefined) steps.push(bare);
    else if (index !== undefined) steps.push(Number(index));
    else if (single !== undefined) steps.push(single.slice(1, -1));
    else {
      const key = unquoted(quoted ?? "");
      if (key === null) return null;
      steps.push(key);
    }
  }
  return steps;
}

function unquoted(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Whether a text names a place in a payload. */
export function isPlacePath(text: string): boolean {
  return readPath(text) !== null;
}
