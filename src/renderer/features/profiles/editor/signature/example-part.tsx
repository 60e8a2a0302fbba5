import { Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Input } from "../../../../../shared/contract.ts";
import type { EventSummary } from "../../../../../shared/events.ts";
import { whenText } from "../../../../../shared/measures.ts";
import { eventSentence } from "../../../../../shared/text/sentences.ts";
import { writtenText } from "../../../../../shared/text/signature-words.ts";
import { visibleText } from "../../../../../shared/visible-text.ts";
import type { WrittenSignature } from "../../../../../shared/written-signature.ts";
import { settle, whileWanted } from "../../../../core/bridge.ts";
import { useBridge, useStore } from "../../../../core/environment.ts";
import { Button } from "../../../../ui/button.tsx";
import { Callout } from "../../../../ui/callout.tsx";
import { Field } from "../../../../ui/field.tsx";
import { OpaqueText } from "../../../../ui/opaque-text.tsx";
import { Select } from "../../../../ui/select.tsx";
import { TextArea } from "../../../../ui/text-input.tsx";
import { useInSight } from "../../../../ui/use-in-sight.ts";
import { type SignatureText, withWritten } from "../../../scheme/index.ts";
import { profilesStore } from "../../profiles-store.ts";
import type { ProfileText } from "../profile-form.ts";

type Reading =
  | { readonly found: WrittenSignature; readonly before: SignatureText; readonly filled: SignatureText }
  | { readonly found: null; readonly why: string };

/** What is typed: not read yet, read without finding anything (said when the field is left), or done with. */
type Stage = "typed" | "tried" | "done";

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;
/** Between the last key and reading what was typed. */
const READ_AFTER_MS = 600;
const WEBHOOKS_OFFERED = 20;
const NOTHING_FOUND =
  "Nothing in it looks like a signature: a long text in hexadecimal or Base64, or parts such as t=…,s=…";

interface ExamplePartProps {
  readonly text: SignatureText;
  /** The fields have other values now: what is open and which scheme that is may be another. */
  readonly onFilled: () => void;
}

/** Says how a signature is written by an example of it, pasted or of the log, and fills in what the header shows. */
export function ExamplePart({ text, onFilled }: ExamplePartProps) {
  const bridge = useBridge();
  const { setValue, getValues } = useFormContext<ProfileText>();
  const webhooks = useWebhooks();
  const isOne = useStore(profilesStore, ({ profiles }) => profiles.length === 1);
  const [pasted, setPasted] = useState("");
  const [stage, setStage] = useState<Stage>("done");
  const [reading, setReading] = useState<Reading | null>(null);
  /** Counts what is read: an answer that is overtaken, by a key or by Undo, is dropped. */
  const asked = useRef(0);
  /** What the last example filled in, and what stood there before. */
  const last = useRef<{ readonly before: SignatureText; readonly filled: SignatureText } | null>(null);

  /** @param typing it may go on: where nothing is found yet, nothing is said */
  async function read(of: Input<"signatures", "readExample">["of"], typing = false) {
    asked.current += 1;
    const mine = asked.current;
    const result = await settle(bridge.signatures.readExample({ of, header: getValues("signature.header").trim() }));
    if (mine !== asked.current) return;
    const now = getValues("signature");
    // One example takes the place of the one before, which may have been the same, half typed.
    const before = last.current !== null && isSame(last.current.filled, now) ? last.current.before : now;
    if (!result.ok || result.value === null) {
      if (before !== now) fill(before);
      if (!typing) setReading({ found: null, why: result.ok ? NOTHING_FOUND : result.message });
      setStage(typing ? "tried" : "done");
      return;
    }
    const filled = withWritten(before, result.value, crypto.randomUUID());
    fill(filled);
    last.current = { before, filled };
    setReading({ found: result.value, before, filled });
    setStage("done");
  }

  function fill(values: SignatureText) {
    setValue("signature", values, CHANGED);
    last.current = null;
    onFilled();
  }

  function undo(before: SignatureText) {
    asked.current += 1;
    fill(before);
    setReading(null);
    setStage("done");
  }

  const isOwed = stage !== "done" && pasted.trim() !== "";
  useEffect(() => {
    if (stage !== "typed" || pasted.trim() === "") return undefined;
    const timer = setTimeout(() => void read({ text: pasted }, true), READ_AFTER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is typed is what asks for reading
  }, [pasted, stage]);

  const outcome = useInSight<HTMLDivElement>(reading);
  const stands = reading !== null && (reading.found === null || isSame(reading.filled, text));
  return (
    <>
      <div className="grid grid-cols-[1fr_1fr] gap-3">
        <Field label="Example of the header" optional hint="Paste the headers: they fill in the fields.">
          <TextArea
            data
            rows={4}
            placeholder="X-Signature: t=…,s=…"
            value={pasted}
            onChange={({ target: { value }, nativeEvent }) => {
              // Pasted at once; of what is typed letter by letter a pause is waited for.
              const isPasted = (nativeEvent as InputEvent).inputType === "insertFromPaste";
              if (isPasted || value.length - pasted.length > 20) void read({ text: value });
              else {
                asked.current += 1;
                setReading(null);
                setStage("typed");
              }
              setPasted(value);
            }}
            // And not past the field: who leaves it looks at what was filled in.
            onBlur={() => {
              if (isOwed) void read({ text: pasted });
            }}
            onKeyDown={(event) => {
              // The fields that it fills in come next, and are there once it is read: Tab must not go past them.
              if (event.key !== "Tab" || event.shiftKey || !isOwed || webhooks.length > 0) return;
              event.preventDefault();
              void read({ text: pasted });
            }}
          />
        </Field>
        {webhooks.length === 0 ? null : (
          <Field label="Or a webhook of the log" optional>
            <Select
              value=""
              inDialog
              options={[{ value: "", label: "Choose a webhook…" }, ...webhooks.map((each) => optionOf(each, isOne))]}
              onValueChange={(id) => {
                if (id !== "") void read({ id: Number(id) });
              }}
            />
          </Field>
        )}
      </div>
      <div ref={outcome} className="empty:hidden">
        {reading === null || !stands ? null : reading.found === null ? (
          <Callout tone="odd" title="Nothing was filled in" live>
            {reading.why}
          </Callout>
        ) : (
          <Callout
            tone="neutral"
            title={<OpaqueText text={`Found in ${reading.found.header}, and filled in`} />}
            live
            actions={
              <Button icon={<Undo2 />} onClick={() => undo(reading.before)}>
                Undo
              </Button>
            }
          >
            <OpaqueText as="p" text={writtenText(reading.found)} limit={600} />
            <p>
              {reading.filled.content === "template" && reading.before.content === "body"
                ? `What is signed is now “${reading.filled.template}”, as with most services that send a timestamp. `
                : "What is signed, and with which secret, no header shows. "}
              Your service’s documentation says what it signs, and with which secret.
            </p>
          </Callout>
        )}
      </div>
    </>
  );
}

function isSame(one: SignatureText, other: SignatureText): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @param isOne whose it is needs no word: there is one profile */
function optionOf(event: EventSummary, isOne: boolean) {
  const { text } = eventSentence(event);
  const label = `${whenText(event.at).replace(/\.\d+$/, "")}  ${visibleText(text)}`;
  const whose = event.kind === "notice" || isOne ? undefined : event.profile?.name;
  return { value: String(event.id), label, ...(whose === undefined ? {} : { description: visibleText(whose) }) };
}

/** The latest webhooks of the log, the newest first. */
function useWebhooks(): readonly EventSummary[] {
  const bridge = useBridge();
  const [webhooks, setWebhooks] = useState<readonly EventSummary[]>([]);
  useEffect(() => {
    const latest = settle(bridge.journal.page({ filter: "kind:delivery", limit: WEBHOOKS_OFFERED }));
    return whileWanted(latest, (page) => page.ok && setWebhooks(page.value.events.toReversed()));
  }, [bridge]);
  return webhooks;
}
