import { KeyRound } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import type { AddressSecret } from "../../../../shared/address.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { addressStore } from "./address-store.ts";

interface SecretInputProps {
  readonly name: AddressSecret;
  readonly label: string;
  readonly hint?: string;
}

/** Goes to main at the press and is never shown again; an empty field leaves the one that is kept. */
export function SecretInput({ name, label, hint }: SecretInputProps) {
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
export function KeyInput() {
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
          (typed !== ""
            ? "Read. It is kept with the press on Get address."
            : kept === "unset"
              ? "No key yet."
              : KEPT[kept])}
      </output>
      <Removal name="ssh-key" label="Key" />
      <input ref={file} type="file" hidden aria-label="Private key" onChange={(event) => void read(event)} />
    </div>
  );
}
