import { type AddressSettings, addressOfServer, serverIn } from "../../../../shared/address.ts";
import { Segmented } from "../../../ui/choice.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { TypedField } from "../../../ui/typed-field.tsx";
import { KeyInput, SecretInput } from "./secret-input.tsx";

/** What the fields of a way are given, and tell. */
export interface FieldsProps {
  readonly settings: AddressSettings;
  readonly change: (changes: Partial<AddressSettings>) => void;
  readonly error: { readonly field: string; readonly text: string } | null;
}

/** What is to be known of a server of one's own. */
export function SshFields({ settings: { ssh }, change, error }: FieldsProps) {
  const wrong = (field: string) => (error?.field === field ? error.text : undefined);
  const changeSsh = (part: Partial<AddressSettings["ssh"]>) => change({ ssh: { ...ssh, ...part } });
  /** A server as it is copied from elsewhere, with its user and port, goes into all three fields. */
  const take = (text: string): boolean => {
    const parts = serverIn(text);
    if (parts !== null) changeSsh(parts);
    return parts !== null;
  };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,1fr)_minmax(0,2fr)] gap-3">
        <Field label="Server" error={wrong("host")}>
          <TextInput
            data
            value={ssh.host}
            placeholder="ada@hooks.example.com"
            onChange={(event) => changeSsh({ host: event.target.value.trim() })}
            onPaste={(event) => {
              if (take(event.clipboardData.getData("text"))) event.preventDefault();
            }}
            onBlur={() => take(ssh.host)}
          />
        </Field>
        <PortField label="SSH port" value={ssh.port} least={1} onChange={(port) => changeSsh({ port })} />
        <Field label="User" error={wrong("user")}>
          <TextInput data value={ssh.user} onChange={(event) => changeSsh({ user: event.target.value })} />
        </Field>
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
      <Field
        label="Address of the server from outside"
        error={wrong("publicUrl")}
        optional
        hint="Empty: the server’s name and the port that it opens. Behind a proxy with TLS: its https address."
      >
        <TextInput
          data
          value={ssh.publicUrl}
          placeholder={addressOfServer(ssh) ?? "https://hooks.example.com"}
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
        <PortField label="Port there" value={ssh.bindPort} least={0} onChange={(bindPort) => changeSsh({ bindPort })} />
      </div>
    </>
  );
}

interface PortFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly onChange: (port: number) => void;
}

function PortField({ label, value, least, onChange }: PortFieldProps) {
  const portIn = (text: string) => {
    const port = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
    return port >= least && port <= 65_535 ? port : null;
  };
  return (
    <TypedField
      label={label}
      inputMode="numeric"
      text={String(value)}
      read={portIn}
      wrong={`${least} to 65535.`}
      onChange={onChange}
    />
  );
}
