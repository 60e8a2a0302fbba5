import { useEffect, useState } from "react";
import { MAX_NOTE } from "../../../shared/events.ts";
import { pluralText } from "../../../shared/measures.ts";
import { useStore, useStores } from "../../core/environment.ts";
import { unsavedOf, useLeaving } from "../../core/unsaved.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/callout.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { keyNames } from "../../ui/kbd.tsx";
import { Form } from "../../ui/layout.tsx";
import { OpaqueText } from "../../ui/opaque-text.tsx";
import { TextArea, TextInput } from "../../ui/text-input.tsx";
import styles from "./note-and-tags.module.css";
import { noteStore, tagsOf } from "./note-store.ts";

/** Known tags that are offered below the field. */
const OFFERED = 12;

/** Note and tags of one event, or of all that are selected. */
export function NoteDialog() {
  const stores = useStores();
  const writing = useStore(noteStore, (state) => state.writing);
  const { close } = stores.get(noteStore);
  const [isEdited, setEdited] = useState(false);
  const leaving = useLeaving(unsavedOf(writing !== null && isEdited, false));
  const title =
    writing !== null && writing.ids.length > 1 ? `Note and tags of ${writing.ids.length} events` : "Note and tags";
  return (
    <Dialog open={writing !== null} onClose={() => leaving.guard(close)} title={title} size="small">
      {writing === null ? null : <NoteForm key={writing.ids.join()} onEdited={setEdited} />}
      <Confirm
        open={leaving.asks}
        title="Discard what is not saved?"
        confirm="Discard changes"
        cancel="Keep editing"
        danger
        onClose={leaving.stay}
        onConfirm={leaving.leave}
      >
        The note or the tags were changed and not saved yet.
      </Confirm>
    </Dialog>
  );
}

function NoteForm({ onEdited }: { readonly onEdited: (isEdited: boolean) => void }) {
  const stores = useStores();
  const writing = useStore(noteStore, (state) => state.writing);
  const [note, setNote] = useState(writing?.note ?? "");
  const [text, setText] = useState(writing?.tags.join(", ") ?? "");
  const [failure, setFailure] = useState<string | null>(null);
  const isEdited = note !== (writing?.note ?? "") || text !== (writing?.tags.join(", ") ?? "");
  useEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  if (writing === null) return null;
  const tags = tagsOf(text);
  const tooLong = tags.find((tag) => tag.length > 40);
  const offered = writing.known.filter((tag) => !tags.includes(tag)).slice(0, OFFERED);
  const save = async () => {
    if (tooLong === undefined) setFailure(await stores.get(noteStore).save(note, tags));
  };

  return (
    <Form className="grid gap-4" onSubmit={save}>
      <Field
        label="Note"
        hint={
          writing.note === null
            ? `${pluralText(writing.ids.length, "event has", "events have")} notes of their own. What is written here takes their place.`
            : `Stays on this machine, and goes into exports. ${keyNames("mod+enter").join(" ")} saves.`
        }
      >
        <TextArea rows={5} maxLength={MAX_NOTE} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Field
        label="Tags"
        hint="Parted by commas. The filter finds them: tag:refund."
        error={tooLong === undefined ? undefined : "A tag has 40 characters at most."}
      >
        <TextInput value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {offered.length === 0 ? null : (
        <div className="flex flex-wrap gap-1" role="group" aria-label="Tags in use">
          {offered.map((tag) => (
            <button key={tag} type="button" className={styles.tag} onClick={() => setText([...tags, tag].join(", "))}>
              <OpaqueText text={tag} />
            </button>
          ))}
        </div>
      )}
      <Failure title="Not kept" text={failure} />
      <Button variant="primary" submit saves>
        Save
      </Button>
    </Form>
  );
}
