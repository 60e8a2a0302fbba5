import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import styles from "./search-list.module.css";

interface SearchListInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** At the end of the line. */
  readonly aside: ReactNode;
}

/** The line above a list that is searched while one types; `search-list.module.css` has what the list is drawn with. */
export function SearchListInput({ label, placeholder, inputRef, aside }: SearchListInputProps) {
  // The dialog around it would give it the focus with the next frame only: on a busy machine the keys that are typed
  // right behind its shortcut were lost. A moment late, so that the dialog has seen what had the focus before.
  useLayoutEffect(() => queueMicrotask(() => inputRef.current?.focus()), [inputRef]);
  return (
    <div className="flex flex-none items-center gap-2 h-12 px-5 border-b border-line text-muted">
      <Search size={16} aria-hidden="true" />
      <Autocomplete.Input
        ref={inputRef}
        className={styles.input}
        placeholder={placeholder}
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
      />
      {aside}
    </div>
  );
}
