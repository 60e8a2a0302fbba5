import { Autocomplete } from "@base-ui/react/autocomplete";
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { classes } from "./classes.ts";
import styles from "./complete-input.module.css";
import popup from "./popup.module.css";
import frame from "./text-input.module.css";

/** What can stand at the cursor: each suggestion replaces the text from `start` to `end`. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly { readonly label: string; readonly detail: string; readonly insert: string }[];
}

export interface CompleteInputProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly complete: (text: string, cursor: number) => Completions;
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Keys that the open list does not use itself. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string | undefined;
}

interface Item {
  readonly label: string;
  readonly detail: string;
  /** The whole text with this suggestion in its place. */
  readonly text: string;
  readonly cursor: number;
}

/** One line in a small language: what can come next at the cursor is on offer while one types. */
export function CompleteInput(props: CompleteInputProps) {
  const { label, value, onValueChange, complete, placeholder, invalid = false, describedBy } = props;
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [cursor, setCursor] = useState(value.length);
  const items: readonly Item[] = open ? itemsAt(value, Math.min(cursor, value.length), complete) : [];

  function noteCursor() {
    setCursor(input.current?.selectionStart ?? value.length);
  }

  return (
    <Autocomplete.Root
      items={items}
      mode="none"
      value={value}
      open={open && items.length > 0}
      onOpenChange={setOpen}
      itemToStringValue={(item: Item) => item.text}
      onValueChange={(next, { reason }) => {
        onValueChange(next);
        const picked = reason === "item-press" ? items.find((item) => item.text === next) : undefined;
        if (picked === undefined) {
          noteCursor();
          return;
        }
        setCursor(picked.cursor);
        // After a field its values are on offer at once.
        setOpen(picked.text.charAt(picked.cursor - 1) === ":");
        requestAnimationFrame(() => input.current?.setSelectionRange(picked.cursor, picked.cursor));
      }}
    >
      <Autocomplete.InputGroup className={classes(frame.frame, props.className)}>
        {props.before}
        <Autocomplete.Input
          ref={(element) => {
            input.current = element;
            if (typeof props.inputRef === "function") props.inputRef(element);
            else if (props.inputRef) props.inputRef.current = element;
          }}
          className={classes(frame.input, frame.data)}
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          data-invalid={invalid || undefined}
          onSelect={noteCursor}
          onKeyDown={props.onKeyDown}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
        />
        {props.after}
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={popup.positioner} sideOffset={4} collisionPadding={8}>
          <Autocomplete.Popup className={classes(popup.popup, styles.popup)}>
            <Autocomplete.List className={popup.list}>
              {(item: Item) => (
                <Autocomplete.Item key={item.text} value={item} className={popup.item}>
                  <span className={styles.label}>{item.label}</span>
                  {item.detail === "" ? null : <span className={popup.note}>{item.detail}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function itemsAt(text: string, cursor: number, complete: CompleteInputProps["complete"]): readonly Item[] {
  const { start, end, suggestions } = complete(text, cursor);
  return suggestions
    .filter(({ insert }) => insert !== text.slice(start, end))
    .map(({ label, detail, insert }) => ({
      label,
      detail,
      text: text.slice(0, start) + insert + text.slice(end),
      cursor: start + insert.length,
    }));
}
