import styles from "./kbd.module.css";

const MAC = /Mac/.test(navigator.platform);
const NAMES: Readonly<Record<string, string>> = {
  mod: MAC ? "⌘" : "Ctrl",
  shift: MAC ? "⇧" : "Shift",
  alt: MAC ? "⌥" : "Alt",
  enter: MAC ? "↩" : "Enter",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  delete: "Del",
};

/** The keys of a shortcut such as `mod+k`, as this system names them. */
export function keyNames(keys: string): readonly string[] {
  return keys.split(/\+(?!$)/).map((key) => NAMES[key] ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`);
}

/** A shortcut, drawn as keys. `keys` as in the shortcut registry: `mod+k`, `?`. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex gap-0.5">
      {keyNames(keys).map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
