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

/** What was asked for and refused; `freePort`: offered for one that was taken. */
interface Refused extends Pick<AddressText, "host" | "port"> {
  readonly message: string;
  readonly freePort: number | null;
}

/** Where the listener listens. */
export function AddressPart() {
  const stores = useStores();
  const settings = useStore(listenerStore, (state) => state.status.settings);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [asking, setAsking] = useState<ListenerSettings | null>(null);
  const form = useForm<AddressText>({
    // By what they say: the status comes anew with each webhook, and what is being typed stays.
    values: addressText(settings),
    resolver: textResolver(readAddressText),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting } = form.formState;
  const [applying, setApplying] = useState(false);
  const [host, port] = useWatch({ control: form.control, name: ["host", "port"] });
  // It is about what was typed then: of another port it says nothing.
  const failure = refused?.host === host && refused.port === port ? refused : null;

  async function apply(next: ListenerSettings, confirmed: boolean) {
    setApplying(true);
    const result = await stores.get(listenerStore).configure(next, confirmed);
    const free = result.ok ? undefined : freePortIn(result.code);
    setRefused(result.ok ? null : { ...form.getValues(), message: result.message, freePort: free ?? null });
    if (free !== undefined) form.setError("port", { message: "Another program has it." }, { shouldFocus: true });
    if (result.ok) form.reset(addressText(next));
    setApplying(false);
    return result.ok;
  }

  async function submit(): Promise<boolean> {
    let isApplied = false;
    await form.handleSubmit(async (text) => {
      const reading = readAddressText(text);
      if (!reading.ok) return;
      if (wouldExpose(reading.value.host)) setAsking(reading.value);
      else isApplied = await apply(reading.value, false);
    })();
    return isApplied;
  }

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
                failure === null || failure.freePort === null ? undefined : (
                  <Button
                    size="small"
                    className="self-start"
                    onClick={() => {
                      form.setValue("port", String(failure.freePort), { shouldDirty: true });
                      void submit();
                    }}
                  >
                    Use port {failure.freePort}
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
          part="address"
          isDirty={isDirty}
          isSaving={isSubmitting || applying}
          failure={failure?.message ?? null}
          hint="Applying restarts the listener."
          saveLabel="Apply"
          onDiscard={() => form.reset(addressText(settings))}
          onSave={submit}
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
