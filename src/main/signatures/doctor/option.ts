import type { SignatureChange } from "../../../shared/signature-diagnosis.ts";

/**
 * One of the things that may be different, with what it takes to say so. What costs less is tried first, so that the
 * plainest explanation is the one that is found.
 */
export interface Option<Value> {
  readonly cost: number;
  readonly changes: readonly SignatureChange[];
  readonly value: Value;
}
