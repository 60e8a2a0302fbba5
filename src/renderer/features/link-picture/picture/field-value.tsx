import { localMomentText } from "../../../../shared/measures.ts";
import { assertNever } from "../../../../shared/primitives.ts";
import { RelativeTime } from "../../../text/relative-time.ts";
import { Chip } from "../../../ui/chip.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { OpaqueLine, OpaqueText } from "../../../ui/opaque-text.tsx";
import type { LinkField } from "../link.ts";
import { timestampInstant } from "../link.ts";
import styles from "./field-value.module.css";

/** Which kind of nothing came: quiet, but in words, since the three are not the same to the service. */
export function Nothing({ state }: { readonly state: "absent" | "null" | "empty" }) {
  const words = { absent: "not sent", null: "null", empty: "empty text" } as const;
  return <span className="text-muted type-small italic">{words[state]}</span>;
}

/** A value that is not of the specified type: its JSON, as it came. */
export function OtherValue({ raw, expected }: { readonly raw: string; readonly expected: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 min-w-0 max-w-full">
      <OpaqueText as="code" text={raw} limit={160} />
      <Chip tone="odd">not {expected}</Chip>
    </span>
  );
}

export interface FieldValueProps {
  readonly field: LinkField;
  /** Such as "Copy reference": offers to copy the text. */
  readonly copy?: string;
}

/** One specified text field, however it came. */
export function FieldValue({ field, copy }: FieldValueProps) {
  switch (field.state) {
    case "absent":
    case "null":
    case "empty":
      return <Nothing state={field.state} />;
    case "other":
      return <OtherValue raw={field.raw} expected="text" />;
    case "text":
      return copy === undefined ? (
        <OpaqueText text={field.text} limit={200} />
      ) : (
        <span className="inline-flex items-center gap-2 min-w-0 max-w-full -my-0.75">
          <OpaqueText as="span" className="min-w-0" text={field.text} limit={200} />
          <CopyButton text={field.text} label={copy} />
        </span>
      );
    default:
      return assertNever(field);
  }
}

/** A timestamp with every digit as sent, and what it means on this machine's clock. */
export function MomentValue({ field }: { readonly field: LinkField }) {
  if (field.state !== "text") return <FieldValue field={field} />;
  const at = timestampInstant(field.text);
  return (
    <>
      <OpaqueText as="span" className={styles.sent} text={field.text} limit={80} />
      <span className="block text-muted type-small">
        {at === null ? (
          "not a timestamp as specified"
        ) : (
          <>
            <RelativeTime at={at} /> · {localMomentText(at)}
          </>
        )}
      </span>
    </>
  );
}

/** The type of an identifier. The list of types is open: an unknown one is shown as it is. */
export function TypeChip({ field }: { readonly field: LinkField }) {
  if (field.state === "text")
    return (
      <Chip className="min-w-0 max-w-40">
        <OpaqueLine text={field.text} />
      </Chip>
    );
  return (
    <span className="text-muted type-small">
      type <FieldValue field={field} />
    </span>
  );
}
