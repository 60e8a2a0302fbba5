import { type ReactNode, useEffect, useRef, useState } from "react";
import { type AddressSettings, settingsProblem, toldAddress } from "../../../../shared/address.ts";
import { isHereOnly } from "../../../../shared/listener.ts";
import { PROGRAM_SOURCES } from "../../../../shared/text/explain-address.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { ChoiceList, Segmented } from "../../../ui/choice.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/layout.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { UseAddress } from "../../../ui/use-address.tsx";
import styles from "../panel/listener-panel.module.css";
import { addressStore } from "./address-store.ts";
import { HereOnly } from "./here-only.tsx";
import { SecretInput } from "./secret-input.tsx";
import { type FieldsProps, SshFields } from "./ssh-fields.tsx";
import { firstSettings, KINDS, missingProgram, WAY_FACTS, type WayKind, waysOf } from "./way-words.ts";

interface WayFormProps {
  /** An address is being tried, and goes on being tried until the press: who thinks better of it goes back. */
  readonly changing: boolean;
  readonly children: ReactNode;
}

/** Choosing a way, what it is to be told, what it means, and the one press. `children` stand above it. */
export function WayForm({ changing, children }: WayFormProps) {
  const stores = useStores();
  const { status, draft, edit } = useStore(addressStore, (state) => state);
  const [shown, setShown] = useState<{ readonly field: string; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const settings = draft ?? firstSettings(status);
  const { way } = settings;
  const facts = WAY_FACTS[way];
  const { kind } = facts;
  const variants = waysOf(kind);
  const missing = missingProgram(kind, status);
  const agreed = status.agreed.includes(way);
  const [again, first] =
    way === "own" ? ["Use this address", "Agree and use this address"] : ["Get address", "Agree and get address"];

  // Where the address that did not work is corrected.
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (changing) fields.current?.querySelector("input")?.select();
  }, [changing]);

  function change(changes: Partial<AddressSettings>) {
    setShown(null);
    edit({ ...settings, ...changes });
  }

  async function submit() {
    const problem = settingsProblem(settings);
    setShown(problem);
    if (problem !== null) return;
    setBusy(true);
    await stores.get(addressStore).getAddress();
    setBusy(false);
  }

  return (
    <Form className={styles.part} aria-label="Public address" onSubmit={submit}>
      <div className={styles.body}>
        {children}
        <ChoiceList<WayKind>
          label="Way to a public address"
          columns={2}
          value={kind}
          onValueChange={(next) => change({ way: waysOf(next)[0]?.value ?? way })}
          options={KINDS}
        />
        {variants.length === 1 ? null : (
          <Segmented label="Which one" value={way} onValueChange={(next) => change({ way: next })} options={variants} />
        )}
        {missing !== null ? (
          <Callout tone="odd" title={`${missing} was not found on this machine`}>
            <p>Linkdesk installs nothing by itself. Get it from here, or choose another way:</p>
            <div className="flex items-center gap-1">
              <code className="min-w-0 break-all">{PROGRAM_SOURCES[missing]}</code>
              <CopyButton label={`Copy where to get ${missing}`} text={PROGRAM_SOURCES[missing]} />
            </div>
          </Callout>
        ) : null}
        <div ref={fields} className="contents">
          <Fields settings={settings} change={change} error={shown} />
        </div>
        {isHereOnly(toldAddress(settings)) ? <HereOnly /> : null}
        <Facts>
          <Fact name="Who can read it">{facts.reads}</Fact>
          <Fact name="Cost">{facts.costs}</Fact>
          <Fact name="Address">{facts.stays}</Fact>
          <Fact name="From outside">Only the webhook path answers. Everything else gets 404 and no hint.</Fact>
        </Facts>
      </div>
      <div className={styles.end}>
        <output className="flex-1 text-muted type-small">{agreed ? "" : facts.reads}</output>
        {changing ? <Button onClick={() => stores.get(addressStore).setChanging(false)}>Keep trying</Button> : null}
        <Button variant="primary" submit busy={busy} disabled={missing !== null}>
          {agreed ? again : first}
        </Button>
      </div>
    </Form>
  );
}

function Fields({ settings, change, error }: FieldsProps) {
  const { way, cloudflared, ngrok, own } = settings;
  const wrong = (field: string) => (error?.field === field ? error.text : undefined);
  switch (way) {
    case "cloudflared-named":
      return (
        <>
          <Field label="Public hostname" error={wrong("hostname")} hint="As it is set at Cloudflare for the tunnel.">
            <TextInput
              data
              value={cloudflared.hostname}
              placeholder="hooks.example.com"
              onChange={(event) => change({ cloudflared: { hostname: event.target.value.trim() } })}
            />
          </Field>
          <SecretInput name="cloudflared-token" label="Token of the tunnel" />
        </>
      );
    case "ngrok":
      return (
        <>
          <Field label="Domain" optional hint="Empty: the one that ngrok gives.">
            <TextInput
              data
              value={ngrok.domain}
              onChange={(event) => change({ ngrok: { domain: event.target.value } })}
            />
          </Field>
          <SecretInput name="ngrok-token" label="Authtoken" hint="Not needed where the agent has it already." />
        </>
      );
    case "own":
      return (
        <Field
          label="Public address"
          error={wrong("ownUrl")}
          remedy={<UseAddress text={own.url} onUse={(url) => change({ own: { url } })} />}
          hint="Without a path, the listener’s path is added."
        >
          <TextInput
            data
            value={own.url}
            placeholder="https://hooks.example.com"
            onChange={(event) => change({ own: { url: event.target.value.trim() } })}
          />
        </Field>
      );
    case "ssh":
      return <SshFields settings={settings} change={change} error={error} />;
    case "cloudflared":
    case "localhost.run":
    case "pinggy":
    case "serveo":
      return null;
  }
}
