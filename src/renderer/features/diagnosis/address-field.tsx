import { useEffect, useRef, useState } from "react";
import type { AddressPart, Diagnosis } from "../../../shared/diagnosis.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { UseAddress } from "../../ui/use-address.tsx";
import { addressFieldStore } from "./find-address.ts";
import styles from "./missing-checklist.module.css";
import type { DiagnosisView } from "./use-diagnosis.ts";

interface AddressFieldProps {
  readonly found: Diagnosis;
  readonly view: DiagnosisView;
  /** What is typed and not compared yet; null: nothing. */
  readonly text: string | null;
  readonly onText: (text: string | null) => void;
}

/** The address on the dashboard, pasted by the user, and how it differs from the listener's, part by part. */
export function AddressField({ found, view, text, onText }: AddressFieldProps) {
  const stores = useStores();
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isWanted = useStore(addressFieldStore, (state) => state.isWanted);
  const value = text ?? found.address;

  useEffect(() => {
    if (!isWanted) return;
    stores.get(addressFieldStore).setWanted(false);
    field.current?.scrollIntoView({ block: "center" });
    field.current?.focus({ preventScroll: true });
  }, [stores, isWanted]);

  function type(next: string) {
    onText(next);
    setProblem(null);
  }

  async function compare() {
    const refusal = await view.setAddress(value);
    setProblem(refusal);
    if (refusal === null) onText(null);
  }

  return (
    <>
      {found.addressKnown ? null : (
        <Form className="flex flex-wrap items-end gap-2 pt-1" onSubmit={compare}>
          <Field
            label="Webhook URL on the dashboard"
            error={problem ?? undefined}
            remedy={<UseAddress text={value} onUse={type} />}
            className="flex-1 min-w-50"
          >
            <TextInput
              ref={field}
              data
              inputMode="url"
              placeholder="https://"
              value={value}
              onChange={(event) => type(event.target.value)}
            />
          </Field>
          <Button submit busy={view.work === "saving"} disabled={value === found.address}>
            Compare
          </Button>
        </Form>
      )}
      {/* What was compared is the address before: it says nothing of the one that stands in the field. */}
      {found.parts.length === 0 || value !== found.address ? null : <Parts parts={found.parts} />}
    </>
  );
}

const NAMES = { scheme: "Scheme", host: "Host", port: "Port", path: "Path" } as const;
const STATES = { same: "same", wrong: "differs", elsewhere: "another" } as const;

function Parts({ parts }: { readonly parts: readonly AddressPart[] }) {
  return (
    <>
      <table className={styles.parts}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">On the dashboard</th>
            <th scope="col">Here</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, given, here, state }) => (
            <tr key={part} data-state={state}>
              <th scope="row">{NAMES[part]}</th>
              <OpaqueText as="td" className="type-data-small wrap-anywhere" text={given} limit={200} />
              <OpaqueText as="td" className="type-data-small wrap-anywhere" text={here} limit={200} />
              <td>{STATES[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {parts.some(({ state }) => state === "elsewhere") ? (
        <p className="type-small text-muted">“Another” is as it must be with a tunnel or a proxy in between.</p>
      ) : null}
    </>
  );
}
