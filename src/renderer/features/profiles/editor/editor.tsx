import { Copy, Download, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { listText } from "../../../../shared/measures.ts";
import { NEW_PROFILE, type ProfileView, SANDBOX_PROFILE_ID } from "../../../../shared/profile.ts";
import { ownSlots, secretSlotOf } from "../../../../shared/signature.ts";
import { visibleText } from "../../../../shared/visible-text.ts";
import { useStore, useStores } from "../../../core/environment.ts";
import { panelStore } from "../../../core/panels.ts";
import { saveFile } from "../../../core/save-file.ts";
import { type Unsaved, unsavedOf } from "../../../core/unsaved.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { textResolver } from "../../../ui/form-text.ts";
import { Form } from "../../../ui/layout.tsx";
import { OpaqueText } from "../../../ui/opaque-text.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { type SignatureText } from "../../scheme/index.ts";
import { ModeChip } from "../mode.tsx";
import { NEW, type ProfilesState, profilesStore, selectedProfile } from "../profiles-store.ts";
import { exportName } from "../transfer.ts";
import styles from "./editor.module.css";
import { complaintText, editorTabs, partToMend } from "./editor-parts.tsx";
import { type ProfileText, profileText, readProfileText } from "./profile-form.ts";
import { secretField } from "./profile-secret.tsx";
import { UnprotectedSecrets } from "./secret-field.tsx";

interface EditorProps {
  /** null for a profile that is not created yet. */
  readonly view: ProfileView | null;
  readonly onUnsavedChange: (unsaved: Unsaved) => void;
  /** Told the name as it is typed. */
  readonly onNameChange: (name: string) => void;
  /** Runs now, or after the user has agreed to lose what is not saved. */
  readonly guard: (action: () => void) => void;
  /** Told where the keyboard begins in a profile that is not created yet. */
  readonly first: RefObject<HTMLElement | null>;
}

/** The form of one profile. Give it a `key`, so that another profile gets another form. */
export function Editor({ view, onUnsavedChange, onNameChange, guard, first }: EditorProps) {
  const stores = useStores();
  const id = view?.profile.id ?? NEW;
  const stored = view?.profile ?? NEW_PROFILE;
  const part = useStore(profilesStore, (state) => state.part);
  const [failure, setFailure] = useState<string | null>(null);
  /** What was saved last from this form, and in the field of which secret the keyboard was. */
  const [saved, setSaved] = useState<{ readonly slot: string | null } | null>(null);
  /** Secrets that saving would delete; the user is asked about them first. */
  const [losing, setLosing] = useState<readonly string[]>([]);
  const form = useForm<ProfileText>({
    defaultValues: profileText(stored),
    resolver: textResolver(readProfileText),
    mode: "onTouched",
  });
  const { isDirty, isSubmitting, errors } = form.formState;

  const name = useWatch({ control: form.control, name: "name" });
  useEffect(() => onNameChange(name), [name, onNameChange]);

  // After a refusal a secret may be unsaved that the form does not count as a change.
  const isUnsaved = isDirty || failure !== null;
  useEffect(() => onUnsavedChange(unsavedOf(isUnsaved, isSubmitting)), [isUnsaved, isSubmitting, onUnsavedChange]);
  const element = useRef<HTMLFormElement>(null);
  const isNew = view === null;
  useEffect(() => {
    if (!isNew) return;
    first.current = element.current?.querySelector<HTMLElement>('[name="name"]') ?? null;
    first.current?.focus();
  }, [isNew, first]);
  useEffect(() => {
    // Main may have changed it meanwhile: the listener panel saves answers too.
    if (!form.formState.isDirty) form.reset(profileText(stored));
  }, [form, stored]);

  const mend = (problems: typeof errors) => stores.get(profilesStore).showPart(partToMend(part, problems));

  useEffect(() => {
    // A secret's field is gone once it is kept: what stands in its place has the focus, and not the dialog as a whole.
    if (saved !== null && !element.current?.contains(document.activeElement)) secretField(saved.slot)?.focus();
  }, [saved]);

  async function keep(text: ProfileText) {
    const slot = document.activeElement?.closest("[data-secret]")?.getAttribute("data-secret") ?? null;
    const kept = await saveProfile(stores.get(profilesStore), id, text);
    setFailure(kept.failure);
    if (kept.view === null) return;
    form.reset({ ...profileText(kept.view.profile), secrets: kept.unsavedSecrets });
    setSaved({ slot });
    stores.get(profilesStore).show(kept.view.profile.id);
  }

  const save = form.handleSubmit(async (text) => {
    const lost = lostSecrets(view, text.signature);
    if (lost.length > 0) setLosing(lost);
    else await keep(text);
  }, mend);

  const wrong = complaintText(errors);
  return (
    <FormProvider {...form}>
      <Form ref={element} className="flex flex-col min-h-0 h-full" onSubmit={save} aria-label="Profile">
        <EditorTop view={view} guard={guard} />
        <OfferToUse view={view} guard={guard} />
        {part === "connection" || part === "signature" ? <UnprotectedSecrets /> : null}
        <Tabs
          label="Parts of the profile"
          value={part}
          onValueChange={stores.get(profilesStore).showPart}
          tabs={editorTabs(id, errors)}
          keepMounted
          className={styles.parts}
        />
        <div className="flex flex-none items-center justify-end gap-2 py-3 px-5 border-t border-line bg-sunken">
          <output
            className={`flex-1 min-w-0 type-small ${wrong !== "" || failure !== null ? "text-bad" : "text-muted"}`}
          >
            {failure ?? (wrong !== "" ? wrong : isDirty ? "Not saved yet" : saved === null ? "" : "Saved")}
          </output>
          <Button
            disabled={!isUnsaved}
            onClick={() => {
              form.reset(profileText(stored));
              setFailure(null);
              setSaved(null);
            }}
          >
            Discard changes
          </Button>
          <Button variant="primary" submit saves busy={isSubmitting} disabled={!isUnsaved && view !== null}>
            {view === null ? "Create profile" : "Save"}
          </Button>
        </div>
      </Form>
      <Confirm
        open={losing.length > 0}
        title={losing.length === 1 ? "Delete the secret of the signature?" : "Delete the secrets of the signature?"}
        confirm="Save and delete"
        cancel="Go back"
        danger
        onClose={() => setLosing([])}
        onCancel={() => stores.get(profilesStore).showPart("signature")}
        onConfirm={() => void form.handleSubmit(keep, mend)()}
      >
        The signature is not checked any more, so {listText(losing.map((name) => `“${visibleText(name)}”`))} would be
        deleted. It cannot be brought back.
      </Confirm>
    </FormProvider>
  );
}

function EditorTop({ view, guard }: Pick<EditorProps, "view" | "guard">) {
  const stores = useStores();
  const use = useProfile(guard);
  const selectedId = useStore(profilesStore, (state) => state.selectedId);
  const created = useStore(profilesStore, (state) => state.created);
  if (view === null)
    return (
      <div className="flex flex-none items-center gap-2 min-h-(--toolbar) pt-1.5 pr-3 pb-1.5 pl-5 border-b border-line">
        <h3 className="min-w-0 type-heading truncate">New profile</h3>
      </div>
    );
  const { id, name, mode } = view.profile;
  const profiles = stores.get(profilesStore);

  async function duplicate() {
    const copy = await profiles.duplicate(id);
    if (copy !== null) profiles.show(copy.profile.id);
  }

  async function exportOne() {
    const text = await profiles.exportText([id]);
    if (text !== null) saveFile(exportName(name), text, "application/json");
  }

  async function remove() {
    if (await profiles.remove(id)) profiles.show(stores.get(profilesStore).selectedId);
  }

  return (
    <div className="flex flex-none items-center gap-2 min-h-(--toolbar) pt-1.5 pr-3 pb-1.5 pl-5 border-b border-line">
      <OpaqueText as="h3" className="min-w-0 type-heading truncate" text={name} />
      <ModeChip mode={mode} />
      <span className="flex-1" />
      {/* Of one that was just created it is said below, with the same words. */}
      {id === selectedId || id === created ? null : (
        <Button size="small" onClick={() => use(id)}>
          {USE}
        </Button>
      )}
      <IconButton tip size="small" label="Duplicate" icon={<Copy />} onClick={() => guard(() => void duplicate())} />
      <IconButton
        tip="Export without secrets"
        size="small"
        label="Export"
        icon={<Download />}
        onClick={() => void exportOne()}
      />
      {id === SANDBOX_PROFILE_ID ? null : (
        <IconButton tip size="small" label="Delete" icon={<Trash2 />} onClick={() => void remove()} />
      )}
    </div>
  );
}

const USE = "Use this profile";

/** What its command does: who begins to use a profile goes on in the window behind the dialog. */
function useProfile(guard: EditorProps["guard"]): (id: string) => void {
  const stores = useStores();
  async function use(id: string) {
    await stores.get(profilesStore).select(id);
    if (stores.get(profilesStore).selectedId === id) stores.get(panelStore).close();
  }
  return (id) => guard(() => void use(id));
}

/** Who has just created a profile wants to work with it, and calls still go out with the other one. */
function OfferToUse({ view, guard }: Pick<EditorProps, "view" | "guard">) {
  const use = useProfile(guard);
  const offer = useRef<HTMLButtonElement>(null);
  const created = useStore(profilesStore, (state) => state.created);
  const inUse = useStore(profilesStore, selectedProfile);
  const id = view?.profile.id;
  const isOffered = id !== undefined && created === id && inUse !== null && inUse.profile.id !== id;
  useLayoutEffect(() => {
    // The form of a new profile has gone, and with it what had the focus. Who comes back from another profile has it there.
    if (isOffered && document.activeElement === document.body) offer.current?.focus();
  }, [isOffered]);
  if (!isOffered) return null;

  return (
    <div
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 py-2 px-5 border-b border-line type-small"
      role="status"
    >
      <span>
        <b>The profile is created.</b> Calls and webhooks still go by “<OpaqueText text={inUse.profile.name} />
        ”.
      </span>
      <Button size="small" variant="primary" ref={offer} onClick={() => use(id)}>
        {USE}
      </Button>
    </div>
  );
}

interface Saved {
  /** The profile as it is stored now; null when nothing was stored. */
  readonly view: ProfileView | null;
  /** What could not be done, as a sentence. */
  readonly failure: string | null;
  /** Secrets that are still only in the form. */
  readonly unsavedSecrets: ProfileText["secrets"];
}

/** Stores a profile, then its secrets one by one; what fails stays in the form, and the sentence says why. */
async function saveProfile(slice: ProfilesState, id: string, text: ProfileText): Promise<Saved> {
  const reading = readProfileText(text);
  if (!reading.ok) return { view: null, failure: "Something above needs another look.", unsavedSecrets: text.secrets };
  const result = await (id === NEW ? slice.create(reading.value) : slice.update(id, reading.value));
  if (!result.ok) return { view: null, failure: result.message, unsavedSecrets: text.secrets };

  let view = result.value;
  let failure: string | null = null;
  const unsavedSecrets: ProfileText["secrets"] = {};
  for (const [slot, change] of Object.entries(text.secrets)) {
    if (change === "" || !wanted(slot, view)) continue;
    const done = await (change === null
      ? slice.removeSecret(view.profile.id, slot)
      : slice.setSecret(view.profile.id, slot, change));
    if (done.ok) view = done.value;
    else {
      failure = done.message;
      unsavedSecrets[slot] = change;
    }
  }
  return { view, failure, unsavedSecrets };
}

/** A secret may have been typed for a header, or a signature, that was taken out again. */
function wanted(slot: string, { profile }: ProfileView): boolean {
  if (slot === "authentication") return profile.authentication.scheme !== "none";
  if (ownSlots(profile.signature).includes(slot)) return true;
  return profile.extraHeaders.some((header) => header.secret && slot === `header:${header.id}`);
}

/** Names of the signature's secrets that saving would delete because the check is switched off, and nobody asked for it. */
function lostSecrets(view: ProfileView | null, text: SignatureText): readonly string[] {
  const secrets = view?.profile.signature?.secrets ?? [];
  if (view === null || text.kind !== "none") return [];
  return secrets
    .filter((secret) => secret.source === "own" && (view.secrets[secretSlotOf(secret)] ?? "unset") !== "unset")
    .map(({ name }) => name);
}
