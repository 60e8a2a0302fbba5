import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { freePortIn, type ListenerSettings } from "../../../../shared/listener.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { FormText } from "../../../ui/form-field.tsx";
import { textResolver } from "../../../ui/form-text.ts";
import { Form } from "../../../ui/layout.tsx";
import { listenerStore } from "../listener-store.ts";
import { type AddressText, addressText, readAddressText, wouldExpose } from "./address-form.ts";
import styles from "./listener-panel.module.css";
import { SaveBar } from "./save-bar.tsx";

/** Where the listener listens. */
export function AddressPart() {
  const stores = useStores();
  const settings = useStore(listenerStore, (state) => state.status.settings);
  const [failure, setFailure] = useState<string | null>(null);
  /** Offered for one that was taken. */
  const [freePort, setFreePort] = useState<number | null>(null);
  const [asking, setAsking] = useState<ListenerSettings | null>(null);
  const form = useForm<AddressText>({
    // By what they say: the status comes anew with each webhook, and what is being typed stays.
    values: addressText(settings),
    resolver: textResolver(readAddressText),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const [applying, setApplying] = useState(false);
  const host = useWatch({ control: form.control, name: "host" });

  async function apply(next: ListenerSettings, confirmed: boolean) {
    setApplying(true);
    const result = await stores.get(listenerStore).configure(next, confirmed);
    setFailure(result.ok ? null : result.message);
    const free = result.ok ? undefined : freePortIn(result.code);
    setFreePort(free ?? null);
    if (free !== undefined) form.setError("port", { message: "Another program has it." }, { shouldFocus: true });
    if (result.ok) form.reset(addressText(next));
    setApplying(false);
  }

  const submit = form.handleSubmit(async (text) => {
    const reading = readAddressText(text);
    if (!reading.ok) return;
    if (wouldExpose(reading.value.host)) setAsking(reading.value);
    else await apply(reading.value, false);
  });

  return (
    <FormProvider {...form}>
      <Form className={styles.part} onSubmit={submit} aria-label="Listener address">
        <div className={styles.body}>
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-3">
            <FormText<AddressText>
              name="host"
              label="Host"
              data
              hint={wouldExpose(host) ? "Other machines could reach this address." : "127.0.0.1: this machine only"}
            />
            <FormText<AddressText>
              name="port"
              label="Port"
              inputMode="numeric"
              data
              hint="0 takes any free one"
              remedy={
                freePort === null ? undefined : (
                  <Button
                    size="small"
                    className="self-start"
                    onClick={() => {
                      form.setValue("port", String(freePort), { shouldDirty: true });
                      void submit();
                    }}
                  >
                    Use port {freePort}
                  </Button>
                )
              }
            />
          </div>
          <FormText<AddressText>
            name="path"
            label="Path"
            data
            hint="Requests to other paths are recorded too, and answered 404."
          />
          <FormText<AddressText>
            name="bodyCapBytes"
            label="Largest body"
            aside="MiB"
            data
            hint="A longer one is answered 413; the part up to here is kept."
          />
        </div>
        <SaveBar
          isDirty={isDirty}
          isSaving={isSubmitting || applying}
          failure={failure}
          hint="Applying restarts the listener."
          saveLabel="Apply"
          onDiscard={() => form.reset(addressText(settings))}
        />
      </Form>
      <Confirm
        open={asking !== null}
        title="Let other machines reach the listener?"
        confirm={`Listen on ${asking?.host ?? ""}`}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking !== null) void apply(asking, true);
        }}
      >
        <p>
          {asking?.host} is not a loopback address. Everybody who can reach this machine on the network can then send
          requests to the listener, without a password, and they will be stored in the log.
        </p>
        <p>For a dashboard, a public address is the safer way: only the webhook path answers through it.</p>
      </Confirm>
    </FormProvider>
  );
}
