import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import type { PlaceText } from "./reading-text.ts";
import { WordsTable } from "./words-table.tsx";

interface PlacesEditorProps {
  readonly about: "purpose" | "outcome";
  readonly places: readonly PlaceText[];
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (places: readonly PlaceText[]) => void;
}

/** Places that tell purpose or outcome: where each stands, and what its words mean. */
export function PlacesEditor({ about, places, problems, onChange }: PlacesEditorProps) {
  const replace = (index: number, place: PlaceText) =>
    onChange(places.map((each, other) => (other === index ? place : each)));
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="flex flex-col gap-4">
      {places.map((place, index) => (
        // Lines have no identity but their number: what is typed may be the same twice.
        <div key={index} className="flex flex-col gap-2 p-3 border border-line rounded">
          <div className="flex gap-2 items-end">
            <Field
              label={`Path of place ${index + 1}`}
              error={problems.get(`${about}.places.${index}`)}
              className="flex-1"
            >
              <TextInput
                data
                value={place.path}
                onChange={(event) => replace(index, { ...place, path: event.currentTarget.value })}
              />
            </Field>
            <IconButton
              tip="Remove this place"
              label={`Remove place ${index + 1} of the ${about}`}
              icon={<Trash2 />}
              onClick={() => onChange(places.filter((_, other) => other !== index))}
            />
          </div>
          <WordsTable
            about={about}
            lines={place.lines}
            trouble={null}
            onChange={(lines) => replace(index, { ...place, lines })}
          />
          <NewWord
            onAdd={(text) => {
              if (place.lines.every((line) => line.text !== text))
                replace(index, { ...place, lines: [...place.lines, { text, times: null, means: null }] });
            }}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus />}
        className="self-start"
        onClick={() => {
          flushSync(() => onChange([...places, { path: "", lines: [] }]));
          box.current?.querySelector<HTMLInputElement>(":scope > :nth-last-child(2) input")?.focus();
        }}
      >
        Add a place
      </Button>
    </div>
  );
}

function NewWord({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    if (text === "") return;
    onAdd(text);
    setText("");
    input.current?.focus();
  };
  return (
    <div className="flex gap-2 items-end">
      <Field label="Another word" className="flex-1">
        <TextInput
          data
          ref={input}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") add();
          }}
        />
      </Field>
      <Button disabled={text === ""} onClick={add}>
        Add word
      </Button>
    </div>
  );
}
