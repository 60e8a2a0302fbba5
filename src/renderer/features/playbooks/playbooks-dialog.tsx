import { BookOpenCheck, Copy, FileDown, FileUp, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import type { Playbook } from "../../../shared/playbook.ts";
import { settle } from "../../core/bridge.ts";
import { useBridge, useStore, useStores, useToasts } from "../../core/environment.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Callout, Failure } from "../../ui/callout.tsx";
import { Segmented } from "../../ui/choice.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { optionsOf } from "../../ui/options.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { EditPart } from "./edit-part.tsx";
import styles from "./playbooks-dialog.module.css";
import { type Listed, type Part, playbooksStore } from "./playbooks-store.ts";
import { ResultsPart } from "./result-part.tsx";
import { RunPart } from "./run-part.tsx";
import { StateChip } from "./states.tsx";

/** Playbooks: the list, and of one of them its run, its steps or its results. */
export function PlaybooksDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  const draft = useStore(playbooksStore, (state) => state.draft);
  const { load, save, discard } = stores.get(playbooksStore);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) void load();
  }, [open, load]);
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Playbooks"
        description="What was done before, done again, and held against what is expected."
        size="wide"
        fixedHeight
        flush
        initialFocus={() => list.current}
        footer={
          draft === null ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <>
              <Button onClick={discard}>Discard</Button>
              <Button variant="primary" saves onClick={() => void save()}>
                Save
              </Button>
            </>
          )
        }
      >
        <div className="grid grid-cols-[248px_minmax(0,1fr)] h-full min-h-0">
          <List ref={list} />
          <Shown />
        </div>
      </Dialog>
      <OfferQuestion />
    </>
  );
}

function List({ ref }: { readonly ref: RefObject<HTMLElement | null> }) {
  const stores = useStores();
  const list = useStore(playbooksStore, (state) => state.list);
  const problem = useStore(playbooksStore, (state) => state.problem);
  const unreadable = useStore(playbooksStore, (state) => state.unreadable);
  const isMade = useStore(playbooksStore, ({ draft, selectedId }) => draft !== null && selectedId === null);
  const input = useRef<HTMLInputElement>(null);
  const own = list?.filter(({ example }) => !example) ?? [];
  const examples = list?.filter(({ example }) => example) ?? [];
  // The list takes the focus as the dialog opens, and hands it to the chosen playbook once there is one.
  const handOn = () => {
    if (document.activeElement !== ref.current) return;
    ref.current?.querySelector<HTMLElement>('[aria-current="true"], section button')?.focus();
  };
  useEffect(handOn, [list, ref]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hands the focus on
    <nav
      ref={ref}
      className="flex flex-col gap-3 p-3 overflow-auto border-r border-line bg-sunken outline-none"
      aria-label="All playbooks"
      tabIndex={-1}
      onFocus={handOn}
    >
      {list === null && problem === null ? (
        <span className="flex items-center gap-2 p-2 text-secondary" role="status">
          <Spinner /> Loading
        </span>
      ) : null}
      <Failure title="They cannot be listed" text={problem} />
      <Group
        label="Yours"
        items={own}
        none={
          isMade ? "None saved yet." : "None yet: select a call, open “Repeat” above it and choose “Make a playbook”."
        }
      />
      <Group label="For the sandbox" items={examples} none="" />
      {unreadable.map((each) => (
        <Callout key={each} tone="odd" title="A file cannot be read">
          {each}
        </Callout>
      ))}
      <span className="flex-1" />
      <Button size="small" icon={<FileUp />} onClick={() => input.current?.click()}>
        Import a file…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".linkdesk-playbook,.json"
        aria-label="A playbook’s file"
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void stores.get(playbooksStore).read(file);
          event.target.value = "";
        }}
      />
    </nav>
  );
}

function Group({
  label,
  items,
  none,
}: {
  readonly label: string;
  readonly items: readonly Listed[];
  readonly none: string;
}) {
  const stores = useStores();
  const selectedId = useStore(playbooksStore, (state) => state.selectedId);
  // What was just made of events is kept nowhere yet, also where nothing in it was changed.
  const isEdited = useStore(
    playbooksStore,
    ({ draft, selectedId: id, former }) => draft !== null && (id === null || former.length > 0),
  );
  return (
    <section className="flex flex-col gap-0.5" aria-label={label}>
      <h3 className="px-2 py-1 text-muted type-small-strong">{label}</h3>
      {items.length === 0 && none !== "" ? <p className="px-2 text-secondary type-small">{none}</p> : null}
      {items.map(({ id, playbook, last }) => (
        <button
          key={id}
          type="button"
          className={styles.item}
          aria-current={id === selectedId ? "true" : undefined}
          // What was changed is saved or discarded first, by the buttons below.
          disabled={isEdited && id !== selectedId}
          onClick={() => stores.get(playbooksStore).select(id)}
        >
          <OpaqueText as="span" className="min-w-0 wrap-anywhere" text={playbook.name} limit={120} />
          {last === null ? null : <StateChip state={last.state} />}
        </button>
      ))}
    </section>
  );
}

const PARTS = optionsOf<Exclude<Part, "edit">>({ run: "Steps", results: "Results" });

/** Nothing moves when a run fills the page and brings its scroll bar. */
const SHOWN = "flex flex-col gap-4 min-w-0 py-4 px-5 overflow-auto [scrollbar-gutter:stable]";

function Shown() {
  const stores = useStores();
  const draft = useStore(playbooksStore, (state) => state.draft);
  const found = useStore(playbooksStore, (state) => state.list?.find(({ id }) => id === state.selectedId));
  const part = useStore(playbooksStore, (state) => state.part);
  if (draft !== null)
    return (
      <section className={SHOWN} aria-label="Edit">
        <EditPart draft={draft} />
      </section>
    );
  if (found === undefined)
    return (
      <section className={SHOWN} aria-label="Playbook">
        <EmptyState icon={<BookOpenCheck />} title="No playbook is chosen">
          Choose one on the left.
        </EmptyState>
      </section>
    );
  return (
    <section className={SHOWN} aria-label="Playbook">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 min-w-0 type-heading wrap-anywhere">
          <OpaqueText text={found.playbook.name} limit={120} />
        </h3>
        <Tools found={found} />
        <Segmented
          label="Part"
          size="small"
          value={part === "edit" ? "run" : part}
          onValueChange={(next) => stores.get(playbooksStore).show(next)}
          options={PARTS}
        />
      </div>
      {part === "results" ? <ResultsPart /> : <RunPart key={found.id} id={found.id} playbook={found.playbook} />}
    </section>
  );
}

function Tools({ found }: { readonly found: Listed }) {
  const stores = useStores();
  const bridge = useBridge();
  const toasts = useToasts();
  const { edit, duplicate, remove } = stores.get(playbooksStore);
  const { id, example } = found;
  async function exportFile() {
    const written = toasts.outcome("export the playbook", await settle(bridge.playbooks.exportFile({ id })));
    if (written.ok && written.value.file !== null) toasts.done(`Written to ${written.value.file}`);
  }
  return (
    <>
      {example ? null : (
        <Button size="small" icon={<Pencil />} onClick={() => edit(id)}>
          Edit
        </Button>
      )}
      <Button size="small" icon={<Copy />} onClick={() => void duplicate(id)}>
        {example ? "Copy and edit" : "Duplicate"}
      </Button>
      <IconButton tip size="small" label="Save as a file…" icon={<FileDown />} onClick={() => void exportFile()} />
      {example ? null : (
        <IconButton tip size="small" label="Remove" icon={<Trash2 />} onClick={() => void remove(id)} />
      )}
    </>
  );
}

/** A file was opened: what is in it, and whether to take it. */
function OfferQuestion() {
  const stores = useStores();
  const toasts = useToasts();
  const offer = useStore(playbooksStore, (state) => state.offers[0]);
  const { takeOffer, dropOffer } = stores.get(playbooksStore);
  // Here and not where the file arrives: that may be before there is anything on the screen.
  useEffect(() => {
    if (offer === undefined || offer.readable) return;
    toasts.failed(`Could not open ${offer.file}`, offer.reason);
    dropOffer();
  }, [offer, dropOffer, toasts]);
  if (offer === undefined || !offer.readable) return null;
  return (
    <Confirm
      open
      title="Import this playbook?"
      confirm="Import"
      onClose={dropOffer}
      onConfirm={() => void takeOffer(offer.playbook)}
    >
      <p>
        It is in the file <OpaqueText text={offer.file} limit={80} />, is called{" "}
        <OpaqueText text={offer.playbook.name} limit={120} /> and has {stepsText(offer.playbook)}. It sends nothing
        until you run it.
      </p>
    </Confirm>
  );
}

function stepsText({ steps }: Playbook): string {
  return steps.length === 1 ? "one step" : `${steps.length} steps`;
}
