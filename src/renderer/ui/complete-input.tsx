import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from "react";
import { visibleText } from "../../shared/visible-text.ts";
import { classes } from "./classes.ts";
import styles from "./complete-input.module.css";
import popup from "./popup.module.css";
import frame from "./text-input.module.css";

/** What can stand at the cursor: each suggestion replaces the text from `start` to `end`. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly CompletionItem[];
}

interface CompletionItem {
  readonly label: string;
  readonly detail: string;
  readonly insert: string;
}

export interface CompleteInputProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly complete: (text: string, cursor: number) => Completions;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly placeholder?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Keys that the open list does not use itself. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string;
}

/**
 * One line in a small language: what can come next at the cursor is on offer to who types, presses ArrowDown or clicks
 * into it. A combobox as the ARIA practices describe it; Base UI's hides the rest of the window from screen readers while
 * its list is open.
 */
export function CompleteInput(props: CompleteInputProps) {
  const { label, value, onValueChange, complete, inputRef } = props;
  const [open, setOpen] = useState(false);
  const [cursor, setCursor] = useState(0);
  /** -1: none, so that Enter means what is typed. */
  const [active, setActive] = useState(-1);
  const listId = useId();
  const { start, end, suggestions } = open ? complete(value, Math.min(cursor, value.length)) : NOTHING;
  const items = suggestions.filter(({ insert }) => insert !== value.slice(start, end));
  // What is wrong with it stands below the field, where the list would hide it.
  const shown = items.length > 0 && props.invalid !== true;

  // What comes beside the text takes of its room: the browser leaves the caret behind it, even for the key End.
  useEffect(() => {
    const input = inputRef.current;
    if (input === null) return;
    const observer = new ResizeObserver(() => {
      const isAtEnd = document.activeElement === input && input.selectionEnd === input.value.length;
      if (isAtEnd) input.scrollLeft = input.scrollWidth;
    });
    observer.observe(input);
    return () => observer.disconnect();
  }, [inputRef]);

  function pick({ insert }: CompletionItem) {
    const next = start + insert.length;
    onValueChange(value.slice(0, start) + insert + value.slice(end));
    setCursor(next);
    setActive(-1);
    // After a field its values are on offer at once.
    setOpen(insert.endsWith(":"));
    const input = inputRef.current;
    input?.focus();
    requestAnimationFrame(() => input?.setSelectionRange(next, next));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const chosen = items[active];
    if (shown && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One place more than there are items: past the last one nothing is chosen again.
      setActive(((active + 1 + step + items.length + 1) % (items.length + 1)) - 1);
    } else if (
      event.key === "ArrowDown" &&
      complete(value, event.currentTarget.selectionStart ?? 0).suggestions.length > 0
    )
      setOpen(true);
    else if (shown && chosen !== undefined && (event.key === "Enter" || event.key === "Tab")) pick(chosen);
    else if (shown && event.key === "Escape") setOpen(false);
    else {
      // Nothing is chosen: what is typed is meant, and its result not to be hidden by what else could be.
      if (event.key === "Enter") setOpen(false);
      props.onKeyDown?.(event);
      return;
    }
    event.preventDefault();
  }

  return (
    <span className={classes(frame.frame, "relative", props.className)}>
      {props.before}
      <input
        ref={inputRef}
        className={classes(frame.input, frame.data)}
        value={value}
        placeholder={props.placeholder}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        data-invalid={props.invalid || undefined}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => {
          setCursor(event.target.selectionStart ?? event.target.value.length);
          setActive(-1);
          // Who has emptied it has asked for nothing: a list would lie over what is pressed next.
          setOpen(event.target.value !== "");
          onValueChange(event.target.value);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
        onClick={(event) => {
          setCursor(event.currentTarget.selectionStart ?? 0);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {props.after}
      {shown ? (
        <div
          id={listId}
          role="listbox"
          aria-label={`Suggestions for ${label}`}
          className={classes(popup.popup, styles.list)}
        >
          {items.map((item, index) => (
            // The field has the focus.
            // The field has the keys.
            <div
              key={item.insert}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              data-highlighted={index === active || undefined}
              ref={index === active ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
              className={popup.item}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(item)}
            >
              <span className="flex-none type-data whitespace-pre">{visibleText(item.label)}</span>
              {item.detail === "" ? null : <span className={classes(popup.note, styles.note)}>{item.detail}</span>}
            </div>
          ))}
        </div>
      ) : null}
    </span>
  );
}

const NOTHING: Completions = { start: 0, end: 0, suggestions: [] };
