import { Autocomplete } from "@base-ui/react/autocomplete";
import { ChevronDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import popup from "./popup.module.css";
import styles from "./suggest-input.module.css";
import frame from "./text-input.module.css";

export interface Suggestion {
  /** What lands in the field, exactly. */
  readonly value: string;
  /** What it is: shown beside the value, searched too. */
  readonly label?: string;
}

export interface SuggestInputProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly suggestions: readonly Suggestion[];
  /** A heading above the suggestions, such as "Recent". */
  readonly heading?: string;
  readonly placeholder?: string;
  readonly data?: boolean;
  readonly name?: string;
  readonly inputMode?: "text" | "numeric";
  readonly disabled?: boolean;
  readonly after?: ReactNode;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onBlur?: () => void;
  readonly className?: string;
}

function matches(suggestion: Suggestion, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return `${suggestion.value} ${suggestion.label ?? ""}`.toLowerCase().includes(wanted);
}

/** One line of any text, with values on offer: a suggestion helps and never limits. */
export function SuggestInput({
  value,
  onValueChange,
  suggestions,
  heading,
  placeholder,
  data = false,
  name,
  inputMode,
  disabled = false,
  after,
  inputRef,
  onBlur,
  className,
}: SuggestInputProps) {
  // A value that was picked would hide all others; then the whole list is the more useful answer.
  const picked = suggestions.some((each) => each.value === value);
  return (
    <Autocomplete.Root
      items={suggestions}
      value={value}
      onValueChange={onValueChange}
      itemToStringValue={(item: Suggestion) => item.value}
      filter={(item: Suggestion, query) => picked || matches(item, query)}
      openOnInputClick
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <Autocomplete.InputGroup className={classes(frame.frame, styles.frame, className)}>
        <Autocomplete.Input
          ref={inputRef}
          className={classes(frame.input, data && frame.data)}
          placeholder={placeholder}
          inputMode={inputMode}
          onBlur={onBlur}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
        />
        {after}
        {suggestions.length === 0 ? null : (
          <Autocomplete.Trigger className={styles.trigger} aria-label="Show suggestions" tabIndex={-1}>
            <ChevronDown size={14} />
          </Autocomplete.Trigger>
        )}
      </Autocomplete.InputGroup>
      {suggestions.length === 0 ? null : (
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={popup.positioner} sideOffset={4} collisionPadding={8}>
            <Autocomplete.Popup className={classes(popup.popup, styles.popup)} data-empty={undefined}>
              {heading === undefined ? null : <div className={popup.heading}>{heading}</div>}
              <Autocomplete.List className={popup.list}>
                {(item: Suggestion) => (
                  <Autocomplete.Item key={item.value} value={item} className={popup.item}>
                    <span className={classes(styles.value, data && styles.data)}>{item.value}</span>
                    {item.label === undefined ? null : <span className={popup.note}>{item.label}</span>}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}
