import { useId } from "react";
import { parseJson } from "../../../shared/json/parse.ts";
import { sizeText } from "../../../shared/measures.ts";
import { cspNonce } from "../../core/environment.ts";
import { Callout } from "../../ui/callout.tsx";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { Field } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { placeOf } from "../http-message/index.ts";
import { type Edits } from "./draft.ts";

/** Everything of the request that can be changed. */
export function EditPart({
  edits,
  onChange,
  onSubmit,
  canSign,
  wrong,
}: {
  readonly edits: Edits;
  readonly onChange: (change: Partial<Edits>) => void;
  readonly onSubmit: () => void;
  readonly canSign: boolean;
  /** What was refused, by field. */
  readonly wrong: { readonly method?: string; readonly path?: string; readonly headers?: string };
}) {
  const id = useId();
  return (
    <>
      <div className="flex gap-3">
        <Field label="Method" error={wrong.method} className="flex-none w-30">
          <TextInput data value={edits.method} onChange={(event) => onChange({ method: event.target.value })} />
        </Field>
        <Field label="Path and query" error={wrong.path} className="flex-1">
          <TextInput data value={edits.path} onChange={(event) => onChange({ path: event.target.value })} />
        </Field>
      </div>
      <Field
        label="Headers"
        error={wrong.headers}
        hint="One a line, in this order and this spelling. Content-Length is set to fit the body."
      >
        <TextArea data rows={6} value={edits.headers} onChange={(event) => onChange({ headers: event.target.value })} />
      </Field>
      {edits.body === null ? (
        <Callout tone="neutral" title="The body is sent as received">
          It is compressed, not text, or too long to be edited.
        </Callout>
      ) : (
        <div className="flex flex-col gap-1">
          <span id={`${id}-label`} className="type-small-strong">
            Body
          </span>
          <CodeEditor
            labelledBy={`${id}-label`}
            describedBy={`${id}-state`}
            value={edits.body}
            onValueChange={(body) => onChange({ body })}
            onSubmit={onSubmit}
            invalid={false}
            nonce={cspNonce()}
          />
          <p id={`${id}-state`} className="text-muted type-small">
            {bodyState(edits.body)}
          </p>
        </div>
      )}
      <Switch
        label="Sign it again"
        hint={
          canSign
            ? "With the secret of the profile in use, in the way that is set there."
            : "The profile in use does not say how deliveries are signed."
        }
        checked={edits.sign}
        disabled={!canSign}
        onCheckedChange={(sign) => onChange({ sign })}
      />
    </>
  );
}

/** Beyond this length checking while somebody types would be felt. */
const MOST_CHECKED = 200_000;

/** What an edited body is, under its editor: any text may be sent, but nobody should send a slip by mistake. */
function bodyState(body: string): string {
  const size = sizeText(new TextEncoder().encode(body).length);
  if (body === "") return "Empty: no body is sent.";
  if (body.length > MOST_CHECKED) return `${size}, sent exactly as it stands here.`;
  const parsed = parseJson(body);
  if (parsed.ok) return `Valid JSON, ${size}. Sent exactly as it stands here.`;
  const { line, column } = placeOf(body, parsed.offset);
  return `Not JSON (line ${line}, column ${column}: ${parsed.message}) ${size}, sent as it stands.`;
}
