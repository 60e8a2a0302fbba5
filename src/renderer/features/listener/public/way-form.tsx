import { KeyRound } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { type AddressSecret, type AddressSettings, settingsProblem } from "../../../../shared/address.ts";
import { PROGRAM_SOURCES } from "../../../../shared/text/explain-address.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { ChoiceList, Segmented } from "../../../ui/choice.tsx";
import { classes } from "../../../ui/classes.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import styles from "../panel/listener-panel.module.css";
import { addressStore } from "./address-store.ts";
import { KINDS, kindOf, VARIANTS, WAY_FACTS, type WayKind } from "./way-words.ts";

/** Choosing a way, what it is to be told, what it means, and the one press. */
export function WayForm() {
  const stores = useStores();
  const { status, draft, edit } = useStore(addressStore, (state) => state);
  const [shown, setShown] = useState<{ readonly field: string; readonly text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const settings = draft ?? status.settings;
  const { way } = settings;
  const kind = kindOf(way);
  const facts = WAY_FACTS[way];
  const program = kind === "cloudflared" || kind === "ngrok" ? kind : null;
  const isMissing = program !== null && !status.programs[program];
  const agreed = status.agreed.includes(way);

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
    <form
      className={classes(styles.part, "flex-1")}
      noValidate
      aria-label="Public address"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ChoiceList<WayKind>
        label="Way to a public address"
        columns={2}
        value={kind}
        onValueChange={(next) => change({ way: KINDS.find((each) => each.kind === next)?.first ?? way })}
        options={KINDS.map(({ kind: value, label, description }) => ({ value, label, description }))}
      />
      {VARIANTS[kind] === undefined ? null : (
        <Segmented
          label="Which one"
          value={way}
          onValueChange={(next) => change({ way: next })}
          options={VARIANTS[kind] ?? []}
        />
      )}
      {isMissing && program !== null ? (
        <Callout tone="odd" title={`${program} was not found on this machine`}>
          Linkdesk installs nothing by itself. It is to be had from{" "}
          <code className="break-all">{PROGRAM_SOURCES[program]}</code>
          <CopyButton label={`Copy where to get ${program}`} text={PROGRAM_SOURCES[program]} />
        </Callout>
      ) : null}
      <Facts>
        <Fact name="Who can read it">{facts.reads}</Fact>
        <Fact name="Cost">{facts.costs}</Fact>
        <Fact name="Address">{facts.stays}</Fact>
        <Fact name="From outside">Only the webhook path answers. Everything else gets 404 and no hint.</Fact>
      </Facts>
      <Fields settings={settings} change={change} error={shown} />
      <div className={styles.end}>
        <output className={styles.state}>{agreed ? "" : facts.reads}</output>
        <Button variant="primary" submit busy={busy} disabled={isMissing}>
          {agreed ? "Get address" : "Agree and get address"}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly settings: AddressSettings;
  readonly change: (changes: Partial<AddressSettings>) => void;
  readonly error: { readonly field: string; readonly text: string } | null;
}

function Fields({ settings, change, error }: FieldsProps) {
  const { way, ssh, cloudflared, ngrok, own } = settings;
  const wrong = (field: string) => (error?.field === field ? error.text : undefined);
  const changeSsh = (part: Partial<AddressSettings["ssh"]>) => change({ ssh: { ...ssh, ...part } });
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
        <Field label="Public address" error={wrong("ownUrl")} hint="Without a path, the listener’s path is added.">
          <TextInput
            data
            value={own.url}
            placeholder="https://hooks.example.com"
            onChange={(event) => change({ own: { url: event.target.value.trim() } })}
          />
        </Field>
      );
    case "ssh":
      return (
        <>
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,1fr)_minmax(0,2fr)] gap-3">
            <Field label="Server" error={wrong("host")}>
              <TextInput data value={ssh.host} onChange={(event) => changeSsh({ host: event.target.value.trim() })} />
            </Field>
            <PortField label="SSH port" value={ssh.port} least={1} onChange={(port) => changeSsh({ port })} />
            <Field label="User" error={wrong("user")}>
              <TextInput data value={ssh.user} onChange={(event) => changeSsh({ user: event.target.value })} />
            </Field>
          </div>
          <Field
            label="Address of the server from outside"
            error={wrong("publicUrl")}
            hint="Under which the outside reaches the port that it opens. Without a path, the listener’s is added."
          >
            <TextInput
              data
              value={ssh.publicUrl}
              placeholder="https://hooks.example.com"
              onChange={(event) => changeSsh({ publicUrl: event.target.value.trim() })}
            />
          </Field>
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,1fr)] gap-3">
            <Field label="Listen on" optional hint="Empty: everywhere, as far as GatewayPorts lets it.">
              <TextInput
                data
                value={ssh.bindAddress}
                onChange={(event) => changeSsh({ bindAddress: event.target.value.trim() })}
              />
            </Field>
            <PortField
              label="Port there"
              value={ssh.bindPort}
              least={0}
              onChange={(bindPort) => changeSsh({ bindPort })}
            />
          </div>
          <div className="flex flex-col gap-2">
            <div className="type-small-strong">Log in with</div>
            <Segmented
              label="Log in with"
              value={ssh.login}
              onValueChange={(login) => changeSsh({ login })}
              options={[
                { value: "agent", label: "SSH agent" },
                { value: "key", label: "Key file" },
                { value: "password", label: "Password" },
              ]}
            />
          </div>
          {ssh.login === "key" ? (
            <>
              <KeyInput />
              <SecretInput name="ssh-passphrase" label="Passphrase of the key" hint="If it has one." />
            </>
          ) : null}
          {ssh.login === "password" ? <SecretInput name="ssh-password" label="Password" /> : null}
        </>
      );
    case "cloudflared":
    case "localhost.run":
    case "pinggy":
    case "serveo":
      return null;
  }
}

interface PortFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly onChange: (port: number) => void;
}

/** A whole number while it is typed; what is none is said, and not taken. */
function PortField({ label, value, least, onChange }: PortFieldProps) {
  const [text, setText] = useState(String(value));
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  const isPort = port >= least && port <= 65_535;
  return (
    <Field label={label} error={isPort ? undefined : `${least} to 65535.`}>
      <TextInput
        data
        inputMode="numeric"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const next = Number(event.target.value.trim());
          if (Number.isInteger(next) && next >= least && next <= 65_535) onChange(next);
        }}
      />
    </Field>
  );
}

interface SecretInputProps {
  readonly name: AddressSecret;
  readonly label: string;
  readonly hint?: string;
}

/** Goes to main at the press and is never shown again; an empty field leaves the one that is kept. */
function SecretInput({ name, label, hint }: SecretInputProps) {
  const stores = useStores();
  const kept = useStore(addressStore, (state) => state.status.secrets[name]);
  const typed = useStore(addressStore, (state) => state.typed[name] ?? "");
  return (
    <Field label={label} hint={kept === "unset" ? hint : KEPT[kept]} aside={<Removal name={name} label={label} />}>
      <TextInput
        type="password"
        autoComplete="new-password"
        data
        before={<KeyRound />}
        value={typed}
        placeholder={kept === "unset" ? "" : "••••••••"}
        onChange={(event) => stores.get(addressStore).type(name, event.target.value)}
      />
    </Field>
  );
}

const KEPT = {
  stored: "Kept on this machine. Type a new one to replace it.",
  session: "Kept until Linkdesk ends. Type a new one to replace it.",
} as const;

function Removal({ name, label }: { readonly name: AddressSecret; readonly label: string }) {
  const stores = useStores();
  const kept = useStore(addressStore, (state) => state.status.secrets[name]);
  if (kept === "unset") return null;
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={`Remove: ${label}`}
      onClick={() => stores.get(addressStore).removeSecret(name)}
    >
      Remove
    </Button>
  );
}

/** A private key from a file: read here once and handed on; its name and place stay with the system's dialog. */
function KeyInput() {
  const stores = useStores();
  const kept = useStore(addressStore, (state) => state.status.secrets["ssh-key"]);
  const typed = useStore(addressStore, (state) => state.typed["ssh-key"] ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = "";
    if (chosen === undefined) return;
    const text = chosen.size > 10_000 ? "" : await chosen.text();
    const isKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----|^PuTTY-User-Key-File/.test(text);
    setProblem(
      isKey ? null : "This file is no private key. It often has no ending; the one that ends in .pub is not it.",
    );
    if (isKey) stores.get(addressStore).type("ssh-key", text);
  }

  return (
    <div className="flex items-center gap-3">
      <Button icon={<KeyRound />} onClick={() => file.current?.click()}>
        Choose key file…
      </Button>
      <output className={problem === null ? "text-secondary type-small" : "text-bad type-small"}>
        {problem ??
          (typed !== "" ? "Read. It goes to main at the press." : kept === "unset" ? "No key yet." : KEPT[kept])}
      </output>
      <Removal name="ssh-key" label="Key" />
      <input ref={file} type="file" hidden aria-label="Private key" onChange={(event) => void read(event)} />
    </div>
  );
}
