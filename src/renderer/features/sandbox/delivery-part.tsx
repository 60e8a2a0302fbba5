import { headerName, headerValue } from "../../../shared/header-rules.ts";
import type { SandboxBehaviour, SandboxSettings, SandboxStatus } from "../../../shared/sandbox.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { SHAPES } from "./behaviour-words.ts";
import { NumberSetting, TextSetting } from "./setting-fields.tsx";
import { SignaturePart } from "./signature-part.tsx";

interface DeliveryPartProps {
  readonly status: SandboxStatus;
  readonly bend: (part: Partial<SandboxBehaviour>) => void;
  readonly change: (settings: SandboxSettings) => void;
}

const CREDIT_SHAPES = (["transaction", "event"] as const).map((value) => ({ value, ...SHAPES[value] }));
const CHARGE_SHAPES = (["charge", "charge-with-remark", "event"] as const).map((value) => ({
  value,
  ...SHAPES[value],
}));

/** Where webhooks go, in which shape, how soon and how often. */
export function DeliveryPart({ status, bend, change }: DeliveryPartProps) {
  const { settings, webhookTarget } = status;
  const { behaviour } = settings;
  return (
    <>
      <TextSetting
        label="Send webhooks to"
        optional
        placeholder="The listener"
        value={settings.webhookUrl ?? ""}
        hint={webhookTarget === null ? "Nowhere now: the listener is stopped." : <>Now: {webhookTarget}</>}
        problem={addressProblem}
        onChange={(text) => change({ ...settings, webhookUrl: text === "" ? null : text })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
        <Field label="Body of a credit’s webhook">
          <Select
            value={behaviour.creditShape}
            options={CREDIT_SHAPES}
            onValueChange={(creditShape) => bend({ creditShape })}
          />
        </Field>
        <Field label="Body of a charge’s webhook">
          <Select
            value={behaviour.chargeShape}
            options={CHARGE_SHAPES}
            onValueChange={(chargeShape) => bend({ chargeShape })}
          />
        </Field>
        <NumberSetting
          label="Webhook delay"
          unit="ms"
          hint="Waited after the answer"
          value={behaviour.webhookDelayMs}
          least={0}
          most={600_000}
          onChange={(webhookDelayMs) => bend({ webhookDelayMs })}
        />
        <NumberSetting
          label="Delay when late"
          unit="ms"
          hint="Instead of it, with Late above"
          value={behaviour.lateDelayMs}
          least={0}
          most={600_000}
          onChange={(lateDelayMs) => bend({ lateDelayMs })}
        />
        <NumberSetting
          label="Attempts"
          hint="At most, until one is answered 200"
          value={behaviour.attempts}
          least={1}
          most={11}
          onChange={(attempts) => bend({ attempts })}
        />
        <NumberSetting
          label="Between attempts"
          unit="ms"
          hint="Waited before each but the first"
          value={behaviour.retryIntervalMs}
          least={10}
          most={600_000}
          onChange={(retryIntervalMs) => bend({ retryIntervalMs })}
        />
      </div>
      <SignaturePart status={status} onChange={(signature) => change({ ...settings, signature })} />
      <TextSetting
        label="Fixed header"
        optional
        placeholder="X-Business-Hash: a-secret-value"
        value={settings.staticHeader === null ? "" : `${settings.staticHeader.name}: ${settings.staticHeader.value}`}
        hint="A further header with always the same value, as some services send it beside the signature. Assumed."
        problem={(text) => (text === "" ? null : headerProblem(text))}
        onChange={(text) => change({ ...settings, staticHeader: text === "" ? null : headerOf(text) })}
      />
    </>
  );
}

/** `Name: value`, as a header stands on the wire. */
function headerOf(text: string): { name: string; value: string } | null {
  const [, name = "", value = ""] = /^([^:]*):(.*)$/.exec(text) ?? [];
  return name === "" ? null : { name: name.trim(), value: value.trim() };
}

function headerProblem(text: string): string | null {
  const header = headerOf(text);
  if (header === null || header.value === "")
    return "Write a name, a colon and a value, such as X-Business-Hash: secret.";
  const wrong = headerName.safeParse(header.name).error ?? headerValue.safeParse(header.value).error;
  return wrong?.issues[0]?.message ?? null;
}

function addressProblem(text: string): string | null {
  if (text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return null;
  return "An address starts with http:// or https://. Leave it empty for the listener.";
}
