import { Copy, FolderOpen, Save } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ExportFormat, ExportPreview, ExportScope } from "../../../shared/evidence.ts";
import { countText, pluralText, sizeText } from "../../../shared/measures.ts";
import { modPressed } from "../../core/commands.ts";
import { useCopying } from "../../core/copying.ts";
import { useLog, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button } from "../../ui/button.tsx";
import { Callout, Failure } from "../../ui/callout.tsx";
import { ChoiceList, Segmented } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Busy } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { optionsOf } from "../../ui/options.ts";
import { exportStore, isTicket } from "./export-store.ts";
import { RedactionPart } from "./redaction-part.tsx";
import type { RulesOf } from "./rules-part.tsx";

const FORMATS = optionsOf<ExportFormat>({
  text: { label: "Ticket text", description: "Plain, for any ticket or mail." },
  markdown: { label: "Ticket text, Markdown", description: "For GitHub, Jira and the like." },
  html: { label: "Report, HTML", description: "One file, without script." },
  pdf: { label: "Report, PDF", description: "To print or to attach." },
  har: { label: "HAR 1.2", description: "For browsers and HTTP tools." },
  ndjson: { label: "NDJSON", description: "One event a line." },
  csv: { label: "CSV", description: "Rows, for a spreadsheet." },
  case: { label: "Case file", description: "Signed. Opens in Linkdesk." },
});

/** What was seen, handed over: in which form, and what is left out of it. */
export function ExportDialog(rules: RulesOf) {
  const stores = useStores();
  const scope = useStore(exportStore, (state) => state.scope);
  const preview = useStore(exportStore, (state) => state.preview);
  const phase = useStore(exportStore, (state) => state.phase);
  const isForeign = useLog() === "opened";
  const { close } = stores.get(exportStore);
  return (
    <Dialog
      open={scope !== null}
      onClose={close}
      title="Export"
      description={scope === null ? "" : subjectText(scope, preview)}
      size="large"
      fixedHeight
      initialFocus={() => firstChoice()}
      footer={<Footer />}
    >
      {phase.is === "looking" ? <Progress what="Looking through" /> : null}
      {phase.is === "lost" ? <Failure title="Nothing to export" text={phase.message} /> : null}
      {isForeign && preview !== null ? (
        <Callout tone="odd" title="Not from your log">
          These events are from the opened file. Every form but CSV says so, and a case file is signed by you as its
          bearer only.
        </Callout>
      ) : null}
      {preview === null ? null : <Choices preview={preview} {...rules} />}
    </Dialog>
  );
}

/** The form that is chosen, as soon as there is one to choose: the focus begins there. */
function firstChoice(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-export-choices] [role="radio"][aria-checked="true"]');
}

function subjectText(scope: ExportScope, preview: ExportPreview | null): string {
  const what =
    scope.of === "run"
      ? `The simulation of call No. ${scope.id} with its webhooks`
      : scope.of === "events"
        ? `${pluralText(scope.ids.length, "selected event", "selected events")}`
        : scope.filter === ""
          ? "The whole event log"
          : "What the filter shows";
  if (preview === null) return what;
  const parts = [
    [preview.calls, "call", "calls"],
    [preview.deliveries, "webhook", "webhooks"],
    [preview.notices, "notice", "notices"],
  ] as const;
  const counts = parts.flatMap(([count, one, many]) => (count === 0 ? [] : [pluralText(count, one, many)]));
  return `${what}: ${counts.join(", ")}, ${sizeText(preview.size)} of bodies.`;
}

function Choices({ preview, ...rules }: RulesOf & { readonly preview: ExportPreview }) {
  const stores = useStores();
  const format = useStore(exportStore, (state) => state.format);
  const paper = useStore(exportStore, (state) => state.paper);
  const phase = useStore(exportStore, (state) => state.phase.is);
  const { choose } = stores.get(exportStore);
  // While it was looked through there was nothing to choose, and the focus had to be elsewhere.
  useEffect(() => firstChoice()?.focus(), []);
  return (
    <div data-export-choices="" className="grid grid-cols-[230px_minmax(0,1fr)] gap-6">
      <div className="sticky top-0 self-start min-w-0">
        <ChoiceList
          label="Form"
          value={format}
          onValueChange={(next) => choose({ format: next })}
          options={FORMATS}
          dense
        />
      </div>
      <div className="flex flex-col gap-4 min-w-0">
        {format === "pdf" || format === "html" ? (
          <Segmented
            label="Paper"
            value={paper}
            onValueChange={(next) => choose({ paper: next })}
            options={[
              { value: "A4", label: "A4" },
              { value: "Letter", label: "Letter" },
            ]}
          />
        ) : null}
        {/* Whoever presses may stand at the end of what is left out, far below it. */}
        <div key={phase} ref={(shown) => shown?.scrollIntoView({ block: "nearest" })} className="empty:hidden">
          <Outcome />
        </div>
        {isTicket(format) ? <TicketText /> : null}
        <RedactionPart preview={preview} {...rules} />
      </div>
    </div>
  );
}

/** How writing the file has ended, and how far it is: in sight also where the list of places was scrolled. */
function Outcome() {
  const is = useStore(exportStore, (state) => state.phase.is);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (is === "writing" || is === "failed" || is === "written") place.current?.scrollIntoView({ block: "nearest" });
  }, [is]);
  return (
    <div ref={place} className="empty:hidden">
      <OutcomeText />
    </div>
  );
}

function OutcomeText() {
  const stores = useStores();
  const phase = useStore(exportStore, (state) => state.phase);
  if (phase.is === "writing") return <Progress what="Writing" />;
  if (phase.is === "failed") return <Failure title="Nothing was saved" text={phase.message} />;
  if (phase.is !== "written") return null;
  return (
    <Callout
      tone="good"
      title={`Written, ${sizeText(phase.size)}`}
      live
      actions={
        <Button icon={<FolderOpen />} onClick={() => void stores.get(exportStore).showFile()}>
          Show in folder
        </Button>
      }
    >
      <OpaqueText text={phase.file} limit={400} />
    </Callout>
  );
}

function Progress({ what }: { readonly what: string }) {
  const progress = useStore(exportStore, (state) => state.progress);
  return (
    <Busy>{progress === null ? what : `${what}: row ${countText(progress.done)} of ${countText(progress.of)}`}</Busy>
  );
}

/** The ticket as it will be pasted. */
function TicketText() {
  const ticket = useStore(exportStore, (state) => state.ticket);
  if (ticket === null) return <Busy>Writing the text</Busy>;
  if (!ticket.ok)
    return (
      <Callout tone="odd" title="No ticket text" live>
        {ticket.message}
      </Callout>
    );
  return (
    // A text that scrolls has to be reached by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="max-h-65 overflow-auto p-3 rounded bg-sunken" aria-label="Ticket text" tabIndex={0}>
      <pre className="type-data whitespace-pre-wrap wrap-anywhere">{ticket.value.text}</pre>
    </section>
  );
}

function Footer() {
  const stores = useStores();
  const toasts = useToasts();
  const copy = useCopying();
  const phase = useStore(exportStore, (state) => state.phase);
  const format = useStore(exportStore, (state) => state.format);
  const ticket = useStore(exportStore, (state) => state.ticket);
  const isReady = useStore(exportStore, (state) => state.preview !== null && state.phase.is !== "looking");
  const [copied, setCopied] = useState<string | null>(null);
  const { close, cancel, write } = stores.get(exportStore);
  const text = ticket?.ok === true ? ticket.value.text : null;
  const isText = isTicket(format);

  async function copyText() {
    if (text === null || !(await copy(text))) return;
    setCopied(text);
    toasts.done("Copied the ticket text");
  }

  const canWrite = isReady && phase.is !== "writing" && !(isText && text === null);
  const act = isText ? () => void copyText() : () => void write();
  // Wherever the focus is: the form that is chosen has it, far from the button.
  useEffect(() => {
    if (!canWrite) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !modPressed(event) || document.querySelector('[role="alertdialog"]') !== null)
        return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  return (
    <>
      {phase.is === "looking" || phase.is === "writing" ? <Button onClick={cancelAnd(phase.is)}>Cancel</Button> : null}
      {phase.is === "looking" ? null : <Button onClick={close}>Close</Button>}
      <Button
        variant={isText ? "secondary" : "primary"}
        icon={<Save />}
        busy={phase.is === "writing"}
        disabled={!isReady || (isText && text === null)}
        onClick={() => void write()}
      >
        Save as a file…
        {isText ? null : <Kbd keys="mod+enter" />}
      </Button>
      {isText ? (
        <Button variant="primary" icon={<Copy />} disabled={text === null} onClick={() => void copyText()}>
          {copied !== null && copied === text ? "Copied" : "Copy text"}
          <Kbd keys="mod+enter" />
        </Button>
      ) : null}
    </>
  );

  /** Without having looked there is nothing to choose: giving that up closes the dialog. */
  function cancelAnd(is: "looking" | "writing") {
    return is === "looking" ? close : cancel;
  }
}
