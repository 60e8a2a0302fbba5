import { Toast } from "@base-ui/react/toast";
import { visibleText } from "../../shared/visible-text.ts";

/** Short messages in the status line, which cover nothing. Errors of a form belong beside its fields, not here. */
export interface Toasts {
  /** Something was done; with `undo` it can be taken back for ten seconds, or until what is returned is called. */
  done(title: string, undo?: () => void, gone?: () => void): () => void;
  /** Something could not be done: what, and the reason as a sentence. Stays for twelve seconds. */
  failed(title: string, reason: string): void;
  /** What the toast area shows. */
  readonly manager: ReturnType<typeof Toast.createToastManager>;
}

/** Long enough for every sentence of ours; a text from outside may be a megabyte. */
const LONGEST = 600;

/** Names and messages from outside are quoted in both: nothing in them may hide, or turn the words around it about. */
function shown(text: string): string {
  return visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
}

export function createToasts(): Toasts {
  const manager = Toast.createToastManager();
  return {
    manager,
    done(words, undo, gone) {
      const title = shown(words);
      if (undo === undefined) {
        const plain = manager.add({ title, timeout: 4_000 });
        return () => manager.close(plain);
      }
      const id = manager.add({
        title,
        timeout: 10_000,
        ...(gone === undefined ? {} : { onClose: gone }),
        actionProps: {
          children: "Undo",
          onClick() {
            manager.close(id);
            undo();
          },
        },
      });
      return () => manager.close(id);
    },
    failed(title, reason) {
      manager.add({
        title: shown(title),
        description: shown(reason),
        type: "failure",
        priority: "high",
        timeout: 12_000,
      });
    },
  };
}
