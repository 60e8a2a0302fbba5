import { Toast } from "@base-ui/react/toast";
import { visibleText } from "../../shared/visible-text.ts";

/** Short messages in the status line, which cover nothing. Errors of a form belong beside its fields, not here. */
/** What can be done about what a message says. */
export interface Offer {
  readonly label: string;
  readonly run: () => void;
  /** Told when the message is there no longer, for whatever reason. */
  readonly gone?: () => void;
}

/** Short messages in the status line, which cover nothing. Errors of a form belong beside its fields, not here. */
export interface Toasts {
  /** Something was done; with `undo` it can be taken back for ten seconds. */
  done(title: string, undo?: () => void): void;
  /** Something was done or found, and what can be done next: for ten seconds, or until what is returned is called. */
  offer(title: string, offer: Offer): () => void;
  /** Something could not be done: what, and the reason as a sentence. Stays for twelve seconds. */
  failed(title: string, reason: string): void;
  /** Called by the toast area once it is there: what was said before, it is told then. */
  begin(): void;
  /** What the toast area shows. */
  readonly manager: ReturnType<typeof Toast.createToastManager>;
}

/** What is longer than this takes longer to read than the time that a word or two has. */
const SHORT = 50;

/** Long enough for every sentence of ours; a text from outside may be a megabyte. */
const LONGEST = 600;

/** Names and messages from outside are quoted in both: nothing in them may hide, or turn the words around it about. */
function shown(text: string): string {
  return visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
}

export function createToasts(): Toasts {
  const manager = Toast.createToastManager();
  // The manager forgets what nobody listens to: a file that was refused at the start.
  let early: Parameters<typeof manager.add>[0][] | null = [];

  function add(options: Parameters<typeof manager.add>[0]): string {
    const id = crypto.randomUUID();
    if (early === null) manager.add({ ...options, id });
    else early.push({ ...options, id });
    return id;
  }

  function close(id: string): void {
    if (early === null) manager.close(id);
    else early = early.filter((each) => each.id !== id);
  }

  function offer(title: string, { label, run, gone }: Offer): () => void {
    const id = add({
      title: shown(title),
      timeout: 10_000,
      ...(gone === undefined ? {} : { onClose: gone }),
      actionProps: {
        children: label,
        onClick() {
          close(id);
          run();
        },
      },
    });
    return () => close(id);
  }

  return {
    manager,
    begin() {
      const said = early ?? [];
      early = null;
      for (const options of said) manager.add(options);
    },
    offer,
    done(title, undo) {
      if (undo === undefined) add({ title: shown(title), timeout: title.length > SHORT ? 8_000 : 4_000 });
      else offer(title, { label: "Undo", run: undo });
    },
    failed(title, reason) {
      add({
        title: shown(title),
        description: shown(reason),
        type: "failure",
        priority: "high",
        timeout: 12_000,
      });
    },
  };
}
