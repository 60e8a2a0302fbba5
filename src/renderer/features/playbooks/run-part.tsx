import { Pause, Play, Square } from "lucide-react";
import { useState } from "react";
import { simulationProblem } from "../../../shared/call-fields.ts";
import type { PlaybookRunning } from "../../../shared/contract.ts";
import { filled, type Playbook, type PlaybookStep } from "../../../shared/playbook.ts";
import { stepText } from "../../../shared/text/explain-playbook.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore, useStores } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout, Failure } from "../../ui/callout.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import { profilesStore, selectedProfile, useUnits } from "../profiles/index.ts";
import { playbooksStore } from "./playbooks-store.ts";
import { ResultSheet } from "./result-part.tsx";

/** What is asked at the start, what goes on, and what came of it. */
export function RunPart({ id, playbook }: { readonly id: string; readonly playbook: Playbook }) {
  const running = useStore(playbooksStore, (state) => state.running);
  const result = useStore(playbooksStore, (state) => state.result);
  const isOwn = running !== null && running.result.head.playbookId === id;
  if (isOwn && running.state !== "ended")
    return (
      <div className="flex flex-col gap-4">
        <Progress running={running} />
        <ResultSheet result={running.result} />
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      {playbook.about === "" ? null : <p className="text-secondary">{playbook.about}</p>}
      <Start playbook={playbook} isBusy={running !== null && running.state !== "ended"} />
      {result === null ? <Steps playbook={playbook} /> : <ResultSheet result={result} />}
    </div>
  );
}

function Start({ playbook, isBusy }: { readonly playbook: Playbook; readonly isBusy: boolean }) {
  const stores = useStores();
  const values = useStore(playbooksStore, (state) => state.values);
  const table = useStore(playbooksStore, (state) => state.table);
  const bail = useStore(playbooksStore, (state) => state.bail);
  const startProblem = useStore(playbooksStore, (state) => state.startProblem);
  const profile = useStore(profilesStore, (state) => selectedProfile(state)?.profile);
  // Rows that are there stay in sight: this form goes while a run is under way, and comes back after it.
  const [withTable, setWithTable] = useState(table !== "");
  const state = stores.get(playbooksStore);
  const refused = profile === undefined ? null : simulationProblem(profile.mode);
  const elsewhere = profile?.mode !== "sandbox" && playbook.steps.some(bendsSandbox) ? profile : undefined;
  return (
    <Form className="flex flex-col gap-3" aria-label="Start" onSubmit={() => void state.start()}>
      {playbook.parameters.length === 0 ? null : (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3">
          {playbook.parameters.map(({ name }) => (
            <Field key={name} label={name}>
              <TextInput
                data
                value={values[name] ?? ""}
                onChange={(event) => state.setValue(name, event.target.value)}
              />
            </Field>
          ))}
        </div>
      )}
      {playbook.parameters.length === 0 ? null : (
        <Switch
          label="Run once for each row of a table"
          checked={withTable}
          onCheckedChange={(next) => {
            setWithTable(next);
            if (!next) state.setTable("");
          }}
        />
      )}
      {withTable ? (
        <Field label="Rows" hint="Pasted from a spreadsheet, or CSV. The first row names the parameters.">
          <TextArea data rows={4} value={table} onChange={(event) => state.setTable(event.target.value)} />
        </Field>
      ) : null}
      <Switch label="Leave out what follows a step that did not pass" checked={bail} onCheckedChange={state.setBail} />
      <Failure title="It was not started" text={startProblem} />
      {refused === null ? null : (
        <Callout tone="odd" title="Playbooks are for sandbox and test">
          {refused}
        </Callout>
      )}
      {elsewhere === undefined ? null : (
        <Callout tone="odd" title="It is made for the sandbox">
          What it tells the sandbox cannot be told to the service of “
          <OpaqueText text={elsewhere.name} limit={60} />
          ”: those steps will not run. The others are sent there.
        </Callout>
      )}
      <div className="flex items-center gap-2">
        <Button
          submit
          variant={elsewhere === undefined ? "primary" : "secondary"}
          icon={<Play />}
          disabled={isBusy || refused !== null}
        >
          {elsewhere === undefined ? "Run" : "Run the other steps there"}
        </Button>
        <span className="text-muted type-small wrap-anywhere">
          {isBusy ? "Another playbook is running." : `With the profile ${profile?.name ?? ""}.`}
        </span>
      </div>
    </Form>
  );
}

function bendsSandbox({ does, off }: PlaybookStep): boolean {
  return does === "sandbox" && !off;
}

/** Before its first run: what it will do. */
function Steps({ playbook }: { readonly playbook: Playbook }) {
  const values = useStore(playbooksStore, (state) => state.values);
  const units = useUnits()(useStore(profilesStore, (state) => state.selectedId));
  return (
    <ol className="flex flex-col gap-1 m-0 pl-7 list-decimal text-secondary" aria-label="Steps">
      {playbook.steps.map((step) => (
        <li key={step.id} className="wrap-anywhere">
          <OpaqueText text={stepText(filled(step, values), units)} limit={300} />
          {step.off ? " (switched off)" : ""}
        </li>
      ))}
    </ol>
  );
}

function Progress({ running }: { readonly running: PlaybookRunning }) {
  const bridge = useBridge();
  const [note, setNote] = useState("");
  const { result, now, state, question } = running;
  const units = useUnits()(result.head.profile.id);
  const step = result.head.playbook.steps.find(({ id }) => id === now?.stepId);
  const all = result.head.rows.length * result.head.playbook.steps.length;
  const says = step === undefined ? "Starting" : stepText(filled(step, result.head.rows[now?.row ?? 0] ?? {}), units);

  async function answer(yes: boolean) {
    await settle(bridge.playbooks.answer({ yes, note }));
    setNote("");
  }

  return (
    <section className="flex flex-col gap-3" aria-label="Under way">
      <div className="flex items-center gap-2">
        {state === "paused" ? <Pause size={16} aria-hidden="true" /> : <Spinner />}
        <span className="flex-1 min-w-0 wrap-anywhere" role="status">
          {state === "paused" ? "Paused after this step: " : ""}
          <OpaqueText text={says} limit={200} /> ({Math.min(all, result.steps.length + 1)} of {all})
        </span>
        <Button
          icon={state === "paused" ? <Play /> : <Pause />}
          onClick={() => void settle(bridge.playbooks.pause({ paused: state !== "paused" }))}
        >
          {state === "paused" ? "Go on" : "Pause"}
        </Button>
        <Button variant="danger" icon={<Square />} onClick={() => void settle(bridge.playbooks.stop(null))}>
          Stop
        </Button>
      </div>
      {question === null ? null : (
        <Callout
          tone="accent"
          title={question}
          live
          actions={
            <>
              <Button size="medium" variant="primary" onClick={() => void answer(true)}>
                Yes
              </Button>
              <Button size="medium" onClick={() => void answer(false)}>
                No
              </Button>
            </>
          }
        >
          <Field label="Note" optional>
            <TextInput value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </Callout>
      )}
    </section>
  );
}
