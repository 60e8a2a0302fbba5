import { useEffect, useState } from "react";
import type { Output } from "../../../shared/contract.ts";
import { countText } from "../../../shared/measures.ts";
import { MEBIBYTE } from "../../../shared/primitives.ts";
import { type RetentionSettings, retentionSettings } from "../../../shared/retention.ts";
import { settle, whileWanted } from "../../core/bridge.ts";
import { useBridge, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { readText, wholeNumber } from "../../ui/form-text.ts";
import { Form } from "../../ui/layout.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { lowered } from "./retention-lowered.ts";

type Limit = keyof RetentionSettings;
type Typed = Readonly<Record<Limit, string>>;

const FIELDS: Readonly<Record<Limit, { readonly label: string; readonly unit: string; readonly of: number }>> = {
  maxEvents: { label: "Events kept", unit: "at most", of: 1 },
  maxBytes: { label: "Space used", unit: "MiB at most", of: MEBIBYTE },
  maxAgeDays: { label: "Days kept", unit: "at most", of: 1 },
};
const LIMITS = Object.keys(FIELDS) as readonly Limit[];

/** The three limits. They count when they are applied; lower ones ask first, since they remove events. */
export function RetentionForm({
  stats,
  onChanged,
}: {
  readonly stats: Output<"journal", "stats"> | null;
  readonly onChanged: () => void;
}) {
  const bridge = useBridge();
  const toasts = useToasts();
  const [kept, setKept] = useState<RetentionSettings | null>(null);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState<readonly string[] | null>(null);

  useEffect(() => {
    return whileWanted(settle(bridge.journal.retention(null)), (result) => {
      if (!result.ok) return setProblem(result.message);
      setKept(result.value);
      setTyped(asTyped(result.value));
    });
  }, [bridge]);

  if (problem !== null)
    return (
      <p role="alert" className="text-bad">
        {problem}
      </p>
    );
  if (kept === null || typed === null) return null;
  const read = readText(retentionSettings, asValues(typed));
  const changed = JSON.stringify(typed) !== JSON.stringify(asTyped(kept));

  async function apply(settings: RetentionSettings) {
    const result = toasts.outcome("change how much is kept", await settle(bridge.journal.configureRetention(settings)));
    if (!result.ok) return;
    setKept(settings);
    setTyped(asTyped(settings));
    toasts.done("Changed how much of the event log is kept");
    onChanged();
  }

  function submit() {
    if (!read.ok || kept === null) return;
    const losses = lowered(kept, read.value, stats);
    if (losses.length === 0) void apply(read.value);
    else setAsking(losses);
  }

  return (
    <Form onSubmit={submit}>
      <div className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-3">
        {LIMITS.map((limit) => (
          <Field
            key={limit}
            label={FIELDS[limit].label}
            aside={FIELDS[limit].unit}
            error={read.ok ? undefined : read.problems.get(limit)}
          >
            <TextInput
              data
              inputMode="numeric"
              placeholder="No limit"
              value={typed[limit]}
              onChange={(event) => setTyped({ ...typed, [limit]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <div className="flex items-center gap-3 mt-3">
        <Button submit disabled={!changed || !read.ok}>
          Apply limits
        </Button>
        <span className="text-muted type-small">
          An empty field is no limit. In the long run an event of 1 kB takes about 2.3 kB on disk; just after many have
          come, it is more.
        </span>
      </div>
      <Confirm
        open={asking !== null}
        title="Keep less of the event log?"
        confirm="Keep less"
        danger
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (read.ok) void apply(read.value);
        }}
      >
        {asking?.map((loss) => (
          <p key={loss}>{loss}</p>
        ))}
        <p>They are removed for good, oldest first. Pinned events stay.</p>
      </Confirm>
    </Form>
  );
}

function asTyped(settings: RetentionSettings): Typed {
  const text = (limit: Limit): string => {
    const value = settings[limit];
    const { of } = FIELDS[limit];
    return value === null ? "" : countText(Math.round(value / of)).replaceAll(/\s/g, " ");
  };
  return { maxEvents: text("maxEvents"), maxBytes: text("maxBytes"), maxAgeDays: text("maxAgeDays") };
}

/** Digits may be grouped, as they are shown. */
function asValues(typed: Typed): Record<Limit, number | null> {
  const value = (limit: Limit): number | null => {
    const text = typed[limit].replaceAll(/[\s,]/g, "");
    const { of } = FIELDS[limit];
    return text === "" ? null : wholeNumber(text) * of;
  };
  return { maxEvents: value("maxEvents"), maxBytes: value("maxBytes"), maxAgeDays: value("maxAgeDays") };
}
