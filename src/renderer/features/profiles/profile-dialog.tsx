import { Download, FileUp, Plus } from "lucide-react";
import { type ChangeEvent, type RefObject, useRef, useState } from "react";
import { PROFILES_EXTENSION, PROFILES_FILE_LIMIT } from "../../../shared/transfer-file.ts";
import { useStore, useStores, useToasts } from "../../core/environment.ts";
import { saveFile } from "../../core/save-file.ts";
import { type Unsaved, useLeaving } from "../../core/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { Editor } from "./editor/editor.tsx";
import { secretField } from "./editor/profile-secret.tsx";
import { ModeChip } from "./mode.tsx";
import styles from "./profile-dialog.module.css";
import { NEW, profilesStore, viewOf } from "./profiles-store.ts";

/** All profiles on the left, the form of one on the right. */
export function ProfileDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const stores = useStores();
  const [unsaved, setUnsaved] = useState<Unsaved>("no");
  const leaving = useLeaving(unsaved);
  const { guard } = leaving;
  const current = useRef<HTMLElement>(null);

  return (
    <Dialog
      open={open}
      initialFocus={() => secretField(stores.get(profilesStore).wantedSecret) ?? current.current}
      onClose={() => guard(onClose)}
      title="Profiles"
      description="A profile says where calls go, who they are from, and what the listener answers."
      size="large"
      fixedHeight
      flush
    >
      <ProfileManager guard={guard} onUnsavedChange={setUnsaved} current={current} />
      <Confirm
        open={leaving.asks}
        title="Discard what is not saved?"
        confirm="Discard changes"
        cancel="Keep editing"
        danger
        onClose={leaving.stay}
        onConfirm={() => {
          leaving.leave();
          setUnsaved("no");
        }}
      >
        This profile has changes that were not saved yet.
      </Confirm>
    </Dialog>
  );
}

interface ManagerProps {
  readonly guard: (action: () => void) => void;
  readonly onUnsavedChange: (unsaved: Unsaved) => void;
  /** Where the keyboard begins: the entry of the profile that is shown, the name of a new one. */
  readonly current: RefObject<HTMLElement | null>;
}

function ProfileManager({ guard, onUnsavedChange, current }: ManagerProps) {
  const stores = useStores();
  const profiles = useStore(profilesStore, (state) => state.profiles);
  const selectedId = useStore(profilesStore, (state) => state.selectedId);
  const shown = useStore(profilesStore, (state) => state.shown);
  const view = viewOf(shown)({ profiles }) ?? null;
  const [typed, setTyped] = useState("");

  function show(id: string) {
    guard(() => stores.get(profilesStore).show(id));
  }

  return (
    <div className="grid grid-cols-[244px_minmax(0,1fr)] h-full min-h-0">
      <nav className="flex flex-col min-h-0 border-r border-line bg-sunken" aria-label="Profiles">
        <ul className="flex flex-1 flex-col gap-0.5 min-h-0 overflow-auto p-2">
          {profiles.map(({ profile }) => (
            <li key={profile.id}>
              <button
                type="button"
                className={styles.entry}
                ref={(entry) => {
                  if (profile.id === shown && entry !== null) current.current = entry;
                }}
                aria-current={profile.id === shown}
                onClick={() => (profile.id === shown ? undefined : show(profile.id))}
              >
                <OpaqueText as="span" className="type-body-strong truncate" text={profile.name} />
                <span className="flex items-center gap-2">
                  <ModeChip mode={profile.mode} />
                  {profile.id === selectedId ? <span className="text-secondary type-small">in use</span> : null}
                </span>
              </button>
            </li>
          ))}
          {view === null ? (
            <li>
              <button type="button" className={styles.entry} aria-current>
                <OpaqueText as="span" className="type-body-strong truncate" text={typed.trim() || "New profile"} />
              </button>
            </li>
          ) : null}
        </ul>
        <div className="flex flex-col gap-1 p-3 border-t border-line">
          <Button icon={<Plus />} disabled={view === null} onClick={() => show(NEW)}>
            New profile
          </Button>
          <Transfer guard={guard} />
        </div>
      </nav>
      <Editor
        key={shown}
        view={view}
        guard={guard}
        onUnsavedChange={onUnsavedChange}
        onNameChange={setTyped}
        first={current}
      />
    </div>
  );
}

function Transfer({ guard }: Pick<ManagerProps, "guard">) {
  const stores = useStores();
  const toasts = useToasts();
  const input = useRef<HTMLInputElement>(null);

  async function exportAll() {
    const profiles = stores.get(profilesStore);
    const text = await profiles.exportText(profiles.profiles.map((view) => view.profile.id));
    if (text !== null) saveFile(`profiles.${PROFILES_EXTENSION}`, text, "application/json");
  }

  async function take(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Emptied, so that the same file can be chosen again after it was mended.
    event.target.value = "";
    if (file === undefined) return;
    if (file.size > PROFILES_FILE_LIMIT) {
      toasts.failed("Could not import the profiles", "This file is larger than 5 MB: it is not an export of profiles.");
      return;
    }
    const text = await file.text();
    guard(() => void stores.get(profilesStore).offerText(file.name.slice(0, 300), text));
  }

  return (
    <div className="grid grid-cols-2 gap-1">
      <Button variant="quiet" className="px-1" icon={<FileUp />} onClick={() => input.current?.click()}>
        Import…
      </Button>
      <Button variant="quiet" className="px-1" icon={<Download />} onClick={() => void exportAll()}>
        Export all
      </Button>
      <input
        ref={input}
        type="file"
        accept={`.${PROFILES_EXTENSION},.json,application/json`}
        hidden
        aria-label="File with profiles to import"
        onChange={(event) => void take(event)}
      />
    </div>
  );
}
