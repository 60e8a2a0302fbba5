import { Toast } from "@base-ui/react/toast";
import type { Tone } from "../../shared/outcomes.ts";
import type { Result } from "../../shared/primitives.ts";
import { visibleText } from "../../shared/visible-text.ts";

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
  /** Something was not done, and how it can be: no success, and no failure either. */
  hint(title: string): void;
  /**
   * Something was done or found, and what can be done next: for ten seconds, or until what is returned is called. `tone`:
   * of the worst that it tells.
   */
  offer(title: string, offer: Offer, tone?: Tone): () => void;
  /**
   * Does what "Undo" of the message in sight does. False: there is nothing to undo, and nothing else is offered that a
   * message about that would put away.
   */
  undo(): boolean;
  /** Something could not be done: what, and the reason as a sentence. Stays until it is dismissed. */
  failed(title: string, reason: string): void;
  /** How an act of somebody's ended: "Could not `what`" with the reason, which goes once the same act succeeds; returns it. */
  outcome<R extends Result<unknown>>(what: string, result: R): R;
  /** Called by the toast area once it is there: what was said before, it is told then. */
  begin(): void;
  /** What the toast area shows. */
  readonly manager: ReturnType<typeof Toast.createToastManager>;
}

/** What is longer than this takes longer to read than the time that a word or two has. */
const SHORT = 50;

/** What is offered under this name, the key of undoing does, too. */
export const UNDO = "Undo";

/** Long enough for every sentence of ours; a text from outside may be a megabyte. */
const LONGEST = 600;

/** Names and messages from outside are quoted in both: nothing in them may hide, or turn the words around it about. */
function shown(text: string): string {
  return visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
}

function failureOf(title: string): string {
  return `failure: ${title}`;
}

export function createToasts(): Toasts {
  const manager = Toast.createToastManager();
  // The manager forgets what nobody listens to: a file that was refused at the start.
  let early: Parameters<typeof manager.add>[0][] | null = [];

  /** What the message in sight offers. */
  let offered: { readonly id: string; readonly label: string; readonly take: () => void } | null = null;

  /** What was said last that is no failure; the next one takes its place, for what it offers may be true no longer. */
  let lesser = "";

  function add(options: Parameters<typeof manager.add>[0], id: string): void {
    // Said once more it is one message, and the newest.
    close(id);
    if (early === null) manager.add({ ...options, id });
    else early.push({ ...options, id });
  }

  function say(options: Parameters<typeof manager.add>[0]): string {
    close(lesser);
    lesser = crypto.randomUUID();
    add(options, lesser);
    return lesser;
  }

  function close(id: string): void {
    if (offered?.id === id) offered = null;
    if (early === null) manager.close(id);
    else early = early.filter((each) => each.id !== id);
  }

  function offer(title: string, { label, run, gone }: Offer, tone: Tone = "good"): () => void {
    const take = () => {
      close(id);
      run();
    };
    const id = say({
      title: shown(title),
      type: tone,
      timeout: 10_000,
      onClose() {
        if (offered?.id === id) offered = null;
        gone?.();
      },
      actionProps: {
        children: label,
        onClick: take,
      },
    });
    offered = { id, label, take };
    return () => close(id);
  }

  function failed(title: string, reason: string): void {
    const message = {
      title: shown(title),
      description: shown(reason),
      type: "failure",
      priority: "high",
      timeout: 0,
    } as const;
    add(message, failureOf(title));
  }

  return {
    manager,
    begin() {
      const said = early ?? [];
      early = null;
      for (const options of said) manager.add(options);
    },
    offer,
    undo() {
      const what = offered;
      if (what?.label === UNDO) what.take();
      return what !== null;
    },
    hint: (title) => void say({ title: shown(title), type: "hint", timeout: 10_000 }),
    done(title, undo) {
      if (undo === undefined) say({ title: shown(title), timeout: title.length > SHORT ? 8_000 : 4_000 });
      else offer(title, { label: UNDO, run: undo });
    },
    failed,
    outcome(what, result) {
      const title = `Could not ${what}`;
      if (result.ok) close(failureOf(title));
      else failed(title, result.message);
      return result;
    },
  };
}
