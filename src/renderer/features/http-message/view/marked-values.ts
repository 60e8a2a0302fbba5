import { type ReactNode, useEffect, useState } from "react";
import { pathText, readPath } from "../../../../shared/payload-path.ts";
import type { EventId } from "../../../../shared/primitives.ts";
import { useBodyWork } from "../decoding/use-body.ts";
import { type JsonOutline, nodeAtSteps, nodeKind, nodePath } from "../tree/outline.ts";

/** A value within a body, as its place is written. */
export interface BodyValue {
  readonly path: string;
  readonly text: string;
  readonly kind: "string" | "number" | "boolean" | "null";
}

/** What whoever shows a body has to say of the values within it. */
export interface BodyAnnotations {
  /** The event whose values they are. */
  readonly id: EventId;
  /** Words that are drawn beside values. */
  readonly marks: readonly { readonly path: string; readonly label: string }[];
  /** What can be done with a value; null for one with which nothing can be done. */
  readonly menu: (value: BodyValue) => ReactNode;
  /** In the tree's place, where a body has none. */
  readonly list: ReactNode;
}

/** A place in a text, and the words beside it. */
export interface LabelledPlace {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** The nodes of a tree that are marked, with their words. */
export function markedNodes(
  outline: JsonOutline,
  text: string,
  marks: BodyAnnotations["marks"],
): ReadonlyMap<number, string> {
  const nodes = new Map<number, string>();
  for (const { path, label } of marks) {
    const steps = readPath(path);
    const node = steps === null ? null : nodeAtSteps(outline, text, steps);
    if (node === null) continue;
    const before = nodes.get(node);
    nodes.set(node, before === undefined ? label : `${before}, ${label}`);
  }
  return nodes;
}

/** The path of a node as readings write it. */
export function pathOfNode(outline: JsonOutline, text: string, node: number): string {
  return pathText(readPath(nodePath(outline, text, node)) ?? []);
}

/** A node's value; null for what has others inside it. */
export function valueOfNode(outline: JsonOutline, text: string, node: number, decoded: string): BodyValue | null {
  const kind = nodeKind(outline, node);
  if (kind === "object" || kind === "array") return null;
  const path = pathOfNode(outline, text, node);
  return { path, text: decoded, kind: kind === "true" || kind === "false" ? "boolean" : kind };
}

const NONE: readonly LabelledPlace[] = [];

/**
 * Where the marked values stand in a text of JSON; outlined elsewhere when it is large.
 *
 * @param from where JSON begins in the text
 */
export function useLabelledPlaces(
  text: string | null,
  from: number,
  marks: BodyAnnotations["marks"],
): readonly LabelledPlace[] {
  const work = useBodyWork();
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    if (text === null || marks.length === 0) {
      setFound(NONE);
      return;
    }
    const abort = new AbortController();
    const json = from === 0 ? text : text.slice(from);
    work.outline(json, abort.signal).then(
      (outline) => {
        if (outline === null || abort.signal.aborted) return;
        const places = [...markedNodes(outline, json, marks)].map(([node, label]) => ({
          from: (outline.starts[node] ?? 0) + from,
          to: (outline.ends[node] ?? 0) + from,
          label,
        }));
        setFound(places.sort((one, other) => one.from - other.from));
      },
      // Aborted: another text is on its way.
      () => undefined,
    );
    return () => abort.abort();
  }, [work, text, from, marks]);
  return found;
}
