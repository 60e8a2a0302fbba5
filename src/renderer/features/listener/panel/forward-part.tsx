import { useState } from "react";
import { isThisMachine } from "../../../../shared/listener.ts";
import type { ForwardSettings } from "../../../../shared/replay.ts";
import { IS_OWN_LISTENER, isOwnListener, targetProblem } from "../../../../shared/replay-target.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/callout.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { UseAddress } from "../../../ui/use-address.tsx";
import { profilesStore, selectedProfile } from "../../profiles/index.ts";
import { forwardingWords } from "../forwarding-words.ts";
import { listenerStore } from "../listener-store.ts";
import styles from "./listener-panel.module.css";
import { SaveBar } from "./save-bar.tsx";

/** Handing every delivery on to a program of the user's; kept in the current profile. */
export function ForwardPart() {
  const stores = useStores();
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile ?? null);
  const kept = profile?.replay.forward;
  const { url: listener, machineNames } = useStore(listenerStore, ({ status }) => status);
  const last = useStore(listenerStore, (state) => state.lastForward[profile?.id ?? ""]);
  const [draft, setDraft] = useState<ForwardSettings | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState<ForwardSettings | null>(null);
  const [busy, setBusy] = useState(false);

  if (profile === null || kept === undefined) return null;
  const { id, replay: before } = profile;
  const shown = draft ?? kept;
  const words = forwardingWords(kept, last);
  const own = isOwnListener(shown.url, listener, machineNames) ? IS_OWN_LISTENER : "";
  const problem = shown.url === "" ? "" : (targetProblem(shown.url) ?? own);
  const askedHost = asking === null ? null : new URL(asking.url).host;
  const isOtherAddress = shown.url.trim() !== kept.url;
  function edit(next: ForwardSettings | null) {
    setDraft(next);
    setFailure(null);
  }
  const change = (part: Partial<ForwardSettings>) => edit({ ...shown, ...part });

  async function save(forward: ForwardSettings, agreedHost: string | null) {
    const { agreedDestinations } = before;
    const replay = {
      forward,
      agreedDestinations: agreedHost === null ? agreedDestinations : [...agreedDestinations, agreedHost].slice(-100),
    };
    setBusy(true);
    const result = await stores.get(profilesStore).amend(id, { replay });
    setBusy(false);
    setFailure(result.ok ? null : result.message);
    if (result.ok) setDraft(null);
    return result.ok;
  }

  /** Another machine is asked about before anything goes there. */
  async function agree(forward: ForwardSettings): Promise<boolean> {
    const url = forward.enabled ? new URL(forward.url) : null;
    const known =
      url === null || isThisMachine(url.hostname, machineNames) || before.agreedDestinations.includes(url.host);
    if (known) return save(forward, null);
    setAsking(forward);
    return false;
  }

  async function submit(): Promise<boolean> {
    const url = shown.url.trim();
    // An address is saved to be used: no second press turns it on.
    return problem === "" && agree({ ...shown, url, enabled: isOtherAddress ? url !== "" : shown.enabled });
  }

  return (
    <Form className={styles.part} aria-label="Forwarding" onSubmit={submit}>
      <div className={styles.body}>
        <p className="text-secondary">
          Every webhook that arrives while <OpaqueText as="strong" text={profile.name} /> is in use is sent on to this
          address, one after the other, as it came. What comes back is recorded beside our own answer. Recording never
          waits for it: up to 1,000 webhooks wait for their turn, and what comes on top is marked as not sent.
        </p>
        {kept.url === "" ? null : (
          <Callout
            tone={words === null ? "neutral" : words.failed ? "bad" : "good"}
            title={words === null ? "Forwarding is off" : words.failed ? words.text : "Forwarding is on"}
            actions={
              // Of an address that is being changed, saving decides.
              draft !== null ? undefined : kept.enabled ? (
                <Button onClick={() => void agree({ ...kept, enabled: false })}>Stop forwarding</Button>
              ) : problem === "" ? (
                <Button onClick={() => void agree({ ...kept, enabled: true })}>Start forwarding</Button>
              ) : undefined
            }
            live
          >
            {words?.failed === true ? (
              <OpaqueText text={`${words.tip} Forwarding is on, and tries it with the next one.`} limit={1_200} />
            ) : (
              <>
                {kept.enabled ? "Every webhook goes on to " : "No webhook is sent on to "}
                <OpaqueText text={kept.url} />.
              </>
            )}
          </Callout>
        )}
        <Field
          label="Forward to"
          error={problem}
          remedy={<UseAddress text={shown.url} onUse={(url) => change({ url })} />}
          hint="A program on this machine, for example. Without a path, the webhook keeps its own. Headers with a secret of the sender are left out: Authorization, Cookie, X-Api-Key and the like, and a signature that is a fixed value."
        >
          <TextInput
            data
            value={shown.url}
            placeholder="http://127.0.0.1:3000"
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
        <Switch
          label="Name the target in the Host header"
          hint="Off, it stays as it was received. Many servers refuse a name that is not theirs."
          checked={shown.host === "target"}
          onCheckedChange={(on) => change({ host: on ? "target" : "received" })}
        />
      </div>
      <SaveBar
        part="forward"
        isDirty={draft !== null}
        isSaving={busy}
        failure={failure}
        saveLabel={isOtherAddress && shown.url !== "" ? "Save and forward" : "Save to profile"}
        onDiscard={() => edit(null)}
        onSave={submit}
      />
      <Confirm
        open={asking !== null}
        title="Send every webhook to another machine?"
        confirm="Forward there"
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking !== null) void save(asking, askedHost);
        }}
      >
        <p>
          <strong>{askedHost}</strong> is not this machine. What is in each webhook would leave it: names, references,
          amounts.
        </p>
      </Confirm>
    </Form>
  );
}
