import { useEffect, useId, useRef } from "react";
import type { DeliveryDetail } from "../../../shared/events.ts";
import { targetProblem } from "../../../shared/replay-target.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { ChoiceList } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { UseAddress } from "../../ui/use-address.tsx";
import { listenerStore } from "../listener/index.ts";
import { profilesStore, selectedProfile } from "../profiles/index.ts";
import { editedRequest, hostHeaderFrom, readHeaders, requestLine, secretHeaders } from "./draft.ts";
import { EditPart } from "./edit-part.tsx";
import { replayStore } from "./replay-store.ts";

/** A delivery sent again: where to, and with what changed. */
export function ReplayDialog() {
  const stores = useStores();
  const delivery = useStore(replayStore, (state) => state.delivery);
  const busy = useStore(replayStore, (state) => state.busy !== null);
  const edits = useStore(replayStore, (state) => state.draft.edits !== null);
  const form = useId();
  const address = useRef<HTMLInputElement>(null);
  const close = () => stores.get(replayStore).close();
  return (
    <Dialog
      open={delivery !== null}
      onClose={close}
      title={edits ? "Edit and replay" : "Replay"}
      size="large"
      footer={
        <>
          {busy ? <Button onClick={() => void stores.get(replayStore).cancel()}>Cancel the replay</Button> : null}
          <Button onClick={close}>Close</Button>
          <Button variant="primary" busy={busy} submit form={form}>
            Replay
          </Button>
        </>
      }
    >
      {delivery === null ? null : <ReplayForm id={form} delivery={delivery} address={address} />}
    </Dialog>
  );
}

function ReplayForm({
  id,
  delivery,
  address,
}: {
  readonly id: string;
  readonly delivery: DeliveryDetail;
  readonly address: React.RefObject<HTMLInputElement | null>;
}) {
  const stores = useStores();
  const draft = useStore(replayStore, (state) => state.draft);
  const refusal = useStore(replayStore, (state) => state.refusal);
  const listener = useStore(listenerStore, (state) => state.status.url);
  const canSign = useStore(profilesStore, (state) => (selectedProfile(state)?.profile.signature ?? null) !== null);
  const { change, edit, send } = stores.get(replayStore);
  const { edits, target, url } = draft;
  const line = requestLine(draft, delivery, listener);
  const secrets = secretHeaders(delivery.request.headers);
  const read = edits === null ? null : readHeaders(edits.headers);
  const badLine = read !== null && "line" in read ? `Line ${read.line} is not a header: it has no name and colon.` : "";
  const whole = delivery.summary.completeness === "whole";

  useEffect(() => {
    if (target === "url") address.current?.focus();
  }, [address, target]);

  function submit(agreed: "no" | "once" | "always") {
    if (badLine !== "" || (target === "url" && targetProblem(url) !== null)) return;
    void send({
      id: delivery.summary.id,
      target: target === "url" ? { kind: "url", url } : { kind: "listener" },
      host: hostHeaderFrom(draft),
      // The editor begins without them: what stands in it is wanted.
      withSecrets: edits !== null || draft.withSecrets,
      edited: edits === null || read === null || "line" in read ? null : editedRequest(edits, read.headers),
      agreed,
    });
  }
  const wrongOf = (field: string) => (refusal?.code === `field:${field}` ? refusal.message : "");

  return (
    <Form id={id} className="flex flex-col gap-4" onSubmit={() => submit("no")}>
      <ChoiceList
        label="Send to"
        value={target}
        onValueChange={(next) => change({ target: next })}
        columns={2}
        options={[
          {
            value: "listener",
            label: "This listener",
            description: "Recorded and answered like any other, and marked as a replay.",
          },
          { value: "url", label: "Another address", description: "A program of yours; its answer is recorded." },
        ]}
      />
      {target === "url" ? (
        <Field
          label="Address"
          error={wrongOf("url") || (url === "" ? "" : (targetProblem(url) ?? ""))}
          remedy={<UseAddress text={url} onUse={(meant) => change({ url: meant })} />}
          hint="Without a path, the delivery keeps its own."
        >
          <TextInput
            data
            ref={address}
            value={url}
            placeholder="http://127.0.0.1:3000"
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
      ) : null}
      <p className="py-2 px-3 rounded bg-sunken text-secondary type-data wrap-anywhere" aria-live="polite">
        {line === null ? (
          target === "listener" ? (
            "The listener is not running."
          ) : (
            "Enter an address."
          )
        ) : (
          <OpaqueText text={line} limit={400} />
        )}
      </p>
      {target === "url" ? (
        <Switch
          label="Name the target in the Host header"
          hint="Off, it stays as it was received. Many servers refuse a name that is not theirs."
          checked={hostHeaderFrom(draft) === "target"}
          onCheckedChange={(on) => change({ host: on ? "target" : "received" })}
        />
      ) : null}
      {secrets.length === 0 ? null : (
        <Switch
          label="Send the sender’s secrets too"
          hint={`Left out unless you want them: ${secrets.join(", ")}.`}
          checked={draft.withSecrets}
          disabled={edits !== null}
          onCheckedChange={(withSecrets) => change({ withSecrets })}
        />
      )}
      <Switch
        label="Edit before sending"
        hint={
          whole
            ? "Off, it goes out byte for byte as it came."
            : "Only a part of it came, so it cannot go out as it was."
        }
        checked={edits !== null}
        disabled={!whole && edits !== null}
        onCheckedChange={(on) => void edit(on, line?.split(" ")[1] ?? delivery.summary.path)}
      />
      {edits === null ? null : (
        <EditPart
          edits={edits}
          onChange={(part) => change({ edits: { ...edits, ...part } })}
          onSubmit={() => submit("no")}
          canSign={canSign}
          wrong={{ method: wrongOf("method"), path: wrongOf("path"), headers: badLine || wrongOf("headers") }}
        />
      )}
      {refusal === null || refusal.code.startsWith("field:") ? null : (
        <Callout
          tone={refusal.code === "destination-not-agreed" ? "odd" : "bad"}
          title={refusal.code === "destination-not-agreed" ? "Send it to another machine?" : "It was not sent"}
          live
          actions={
            refusal.code === "destination-not-agreed" ? (
              <>
                <Button variant="primary" onClick={() => submit("once")}>
                  Send once
                </Button>
                <Button onClick={() => submit("always")}>Send, and do not ask again for this host</Button>
              </>
            ) : undefined
          }
        >
          <OpaqueText text={refusal.message} />
        </Callout>
      )}
    </Form>
  );
}
