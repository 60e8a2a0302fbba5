import { compareValues, firstDifference, type ValuesComparison } from "../differences/index.ts";

/** Two bodies as they were read: their bytes, and their text where they have one. */
export interface BodiesTask {
  readonly left: BodySide;
  readonly right: BodySide;
  /** Whether the order of items in arrays counts. */
  readonly itemOrder: boolean;
}

export interface BodySide {
  readonly bytes: Uint8Array;
  readonly text: string | null;
}

export interface BodiesResult {
  /** null: identical, byte for byte. */
  readonly firstDifference: number | null;
  /** null where one of the two is no text. */
  readonly values: ValuesComparison | null;
}

/** Compares two bodies; takes some 200 ms a megabyte, so it is done in a worker for all but small ones. */
export function compareBodies({ left, right, itemOrder }: BodiesTask): BodiesResult {
  const difference = firstDifference(left.bytes, right.bytes);
  const values =
    left.text === null || right.text === null
      ? null
      : difference === null
        ? ({ state: "same" } as const)
        : compareValues(left.text, right.text, itemOrder);
  return { firstDifference: difference, values };
}
