import { type Carrier, DEPTH_AT_MOST, mayCarry, type PayloadNode, type TreeBuilder } from "./tree.ts";

/**
 * Reads a form (URL standard, 5.1) into a node: the texts in it that may carry a format of their own; null where it is
 * none. `user[reference]` and `user.reference` are read as nesting, `items[]` and `items[0]` as a list.
 */
export function readForm(text: string, node: PayloadNode, tree: TreeBuilder): readonly Carrier[] | null {
  const carriers: Carrier[] = [];
  tree.become(node, "object", "");
  const groups = new Map<string, PayloadNode>();
  let isForm = false;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("&", start);
    const end = found === -1 ? text.length : found;
    const pair = text.slice(start, end);
    start = end + 1;
    const equals = pair.indexOf("=");
    if (equals <= 0) continue;
    isForm = true;
    if (tree.incomplete === "too-many-values") break;
    const value = decoded(pair.slice(equals + 1));
    const added = addAt(decoded(pair.slice(0, equals).slice(0, 2_000)), value, node, groups, tree);
    if (added !== null && mayCarry(value)) carriers.push({ node: added, text: value });
  }
  return isForm ? carriers : null;
}

function addAt(
  name: string,
  value: string,
  root: PayloadNode,
  groups: Map<string, PayloadNode>,
  tree: TreeBuilder,
): PayloadNode | null {
  const steps = stepsOf(name);
  let parent: PayloadNode = root;
  let path = "";
  for (let at = 0; at < steps.length - 1; at += 1) {
    const step = stepIn(parent, steps[at] ?? "");
    path += `\u0000${step}`;
    let next = groups.get(path) ?? null;
    if (next === null) {
      const isList = /^[0-9]*$/.test(steps[at + 1] ?? "");
      next = tree.add(parent, step, isList ? "array" : "object", "");
      if (next === null) return null;
      groups.set(path, next);
    }
    parent = next;
  }
  return tree.add(parent, stepIn(parent, steps.at(-1) ?? ""), "string", value);
}

function stepIn(parent: PayloadNode, step: string): string | number {
  if (parent.kind !== "array") return step;
  return step === "" ? parent.children.length : Number(step.slice(0, 15)) || 0;
}

/** `a[b][0]` and `a.b` in steps. A name that is not built like either is one step. */
function stepsOf(name: string): readonly string[] {
  if (!/[[.]/.test(name)) return [name];
  const steps = name.replaceAll("]", "").split(/[[.]/);
  return steps.length > DEPTH_AT_MOST || steps[0] === "" ? [name] : steps;
}

function decoded(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A stray percent sign: the text as it stands says more than nothing.
    return spaced;
  }
}
