import { Autocomplete } from "@base-ui/react/autocomplete";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type Ref, useRef, useState } from "react";
import { classes } from "./classes.ts";
import popup from "./popup.module.css";
import styles from "./suggest-input.module.css";
import frame from "./text-input.module.css";

export interface Suggestion {
  /** What lands in the field, exactly. */
  readonly value: string;
  /** What it is: shown beside the value, searched too. */
  readonly label?: string | null;
}

/** Suggestions of one origin; no heading where there is but one. */
export interface SuggestionGroup {
  readonly heading?: string;
  readonly items: readonly Suggestion[];
}

export interface SuggestInputProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly groups: readonly SuggestionGroup[];
  readonly placeholder?: string | undefined;
  readonly data?: boolean;
  readonly inputMode?: "text" | "numeric";
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onBlur?: () => void;
}

function matches(suggestion: Suggestion, query: string): boolean {
  return `${suggestion.value} ${suggestion.label ?? ""}`.toLowerCase().includes(query.toLowerCase());
}

/**
 * One line of any text, with values on offer: a suggestion helps and never limits. The list comes when it is asked
 * for, by arrow key, by the chevron or by pressing into an empty field; it never jumps over what is below by itself.
 */
export function SuggestInput({
  value,
  onValueChange,
  groups,
  placeholder,
  data = false,
  inputMode,
  inputRef,
  onBlur,
}: SuggestInputProps) {
  // What stood in the field when the list was opened does not narrow it; what is typed then does.
  const [typed, setTyped] = useState(false);
  const [open, setOpen] = useState(false);
  const picked = groups.some(({ items }) => items.some((each) => each.value === value));
  const offers = groups.length > 0;
  const hadFocus = useRef(false);

  function onOpenChange(open: boolean, details: Autocomplete.Root.ChangeEventDetails) {
    if (open && details.reason === "input-change") {
      details.cancel();
      return;
    }
    if (open) setTyped(false);
    setOpen(open);
  }
  const isOffered = (item: Suggestion, query: string) => !typed || (!picked && matches(item, query));
  // An open list hides everything else from a screen reader: one with nothing on offer is closed.
  const shown = open && groups.some(({ items }) => items.some((item) => isOffered(item, value)));

  /** Enter is about the list as long as one is seen: it takes what is chosen there, or closes it. The next one sends. */
  function onKeyDown(event: KeyboardEvent) {
    if (shown && event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
  }

  /** As Tab does: the first press into a field chooses what stands there, so that what is typed takes its place. */
  function onClick({ currentTarget }: MouseEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = currentTarget;
    if (!hadFocus.current && selectionStart === selectionEnd) currentTarget.select();
  }

  function onChange(next: string, details: Autocomplete.Root.ChangeEventDetails) {
    // Base UI empties the field at Escape; here that key cancels a call, and a reference is not to be lost by it.
    if (details.reason === "escape-key") return;
    setTyped(details.reason === "input-change");
    onValueChange(next);
  }

  return (
    <Autocomplete.Root
      items={groups}
      value={value}
      onValueChange={onChange}
      onOpenChange={onOpenChange}
      itemToStringValue={(item: Suggestion) => item.value}
      filter={isOffered}
      open={shown}
      openOnInputClick={value === ""}
    >
      <Autocomplete.InputGroup className={classes(frame.frame, "pr-0.75")}>
        <Autocomplete.Input
          ref={inputRef}
          className={classes(frame.input, data && frame.data)}
          inputMode={inputMode}
          placeholder={placeholder}
          onBlur={() => {
            // Asked for with nothing on offer, it would come by itself once something is.
            if (!shown) setOpen(false);
            onBlur?.();
          }}
          onMouseDown={({ currentTarget }) => {
            hadFocus.current = document.activeElement === currentTarget;
          }}
          onClick={onClick}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
        />
        {offers ? (
          // For the pointer only: the arrow keys open the list too, and a second element by the field's name would
          // be in the way of whoever looks for the field by it.
          <Autocomplete.Trigger className={styles.trigger} aria-hidden="true" aria-labelledby={undefined} tabIndex={-1}>
            <ChevronDown size={14} />
          </Autocomplete.Trigger>
        ) : null}
      </Autocomplete.InputGroup>
      {offers ? (
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={popup.positioner} sideOffset={4} collisionPadding={8}>
            <Autocomplete.Popup
              className={classes(popup.popup, "w-[max(var(--anchor-width),180px)] data-empty:hidden")}
            >
              <Autocomplete.List className="outline-none">
                {(group: SuggestionGroup) => (
                  <Autocomplete.Group key={group.heading} items={group.items}>
                    {group.heading === undefined ? null : (
                      <Autocomplete.GroupLabel className={popup.heading}>{group.heading}</Autocomplete.GroupLabel>
                    )}
                    <Autocomplete.Collection>
                      {(item: Suggestion) => (
                        <Autocomplete.Item key={item.value} value={item} className={popup.item}>
                          <span
                            className={classes("overflow-hidden text-ellipsis whitespace-pre", data && "type-data")}
                          >
                            {item.value}
                          </span>
                          {item.label == null ? null : <span className={popup.note}>{item.label}</span>}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      ) : null}
    </Autocomplete.Root>
  );
}
