import { decimalKey } from "../../../../shared/decimal.ts";
import type { JsonNode } from "../../../../shared/json/parse.ts";
import { assertNever } from "../../../../shared/primitives.ts";

/** Numbers two values share exactly when they are the same value. One for both sides of a comparison. */
export interface Canon {
  /** Numbers a whole tree and everything in it. */
  number(root: JsonNode): void;
  /** @throws Error for a node of a tree that was not numbered */
  of(node: JsonNode): number;
}

/**
 * Numbers values by what they say and not by how they are written: members in any order, numbers by their decimal
 * value without a float on the way (`10`, `10.00` and `1e1` are one), strings with their escapes resolved. Without
 * recursion, since the sender decides how deep a body nests.
 *
 * @param itemOrder whether arrays of the same items in another order are another value
 */
export function createCanon(itemOrder: boolean): Canon {
  const numbers = new Map<string, number>();
  const known = new Map<JsonNode, number>();

  function of(node: JsonNode): number {
    const found = known.get(node);
    if (found === undefined) throw new Error("This value was not numbered.");
    return found;
  }

  function nameOf(node: JsonNode): string {
    switch (node.kind) {
      case "string":
        return `s${node.value}`;
      case "number":
        return `n${decimalKey(node.text) ?? node.text}`;
      case "true":
      case "false":
      case "null":
        return node.kind;
      case "array": {
        const items = node.items.map(of);
        return `[${(itemOrder ? items : items.toSorted((a, b) => a - b)).join()}`;
      }
      case "object": {
        // Of members of one name the order counts: readers take the first or the last.
        const members = node.members.map(({ key, value }) => `${JSON.stringify(key)}:${of(value)}`);
        const keys = node.members.map(({ key }) => key);
        const order = keys.map((_, at) => at).toSorted((a, b) => compareText(keys[a], keys[b]) || a - b);
        return `{${order.map((at) => members[at]).join()}`;
      }
      default:
        return assertNever(node);
    }
  }

  return {
    of,
    number(root) {
      // Parents before children; gone through from the end, all that is in a value is numbered before it.
      const nodes = [root];
      for (let at = 0; at < nodes.length; at += 1) {
        const node = nodes[at] as JsonNode;
        if (node.kind === "array") for (const item of node.items) nodes.push(item);
        else if (node.kind === "object") for (const { value } of node.members) nodes.push(value);
      }
      for (const node of nodes.toReversed()) {
        const name = nameOf(node);
        let number = numbers.get(name);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(name, number);
        }
        known.set(node, number);
      }
    },
  };
}

function compareText(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
