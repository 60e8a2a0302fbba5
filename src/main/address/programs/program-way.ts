import type { AddressProblem, AddressWait, TunnelProgram } from "../../../shared/address.ts";
import { errorText } from "../../../shared/primitives.ts";
import type { Way, WayMeans, WayStatus } from "../way.ts";
import { type Child, startChild } from "./child.ts";

/** What a program is started with, and how what it says is understood. */
export interface TunnelRecipe {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Looks through a line of its output. */
  readonly read: (line: string) => void;
  /** Looks at the program's own page on this machine; called every half second. */
  readonly look: (signal: AbortSignal) => Promise<void>;
}

/** What a recipe finds out. */
export interface TunnelFindings {
  url: string | null;
  /** The program says that its connection stands. */
  isConnected: boolean;
  /** The last thing that was wrong, for when it ends or takes too long. */
  problem: AddressProblem | null;
  /** What is wrong will not go away by itself. */
  isHopeless: boolean;
}

const LOOK_EVERY_MS = 500;

/** A way that a program of the user's goes for us: started, read, looked after, and ended. */
export function createProgramWay(
  means: WayMeans,
  name: TunnelProgram,
  find: (name: TunnelProgram) => string | null,
  prepare: (found: TunnelFindings, front: number) => Promise<TunnelRecipe>,
): Way {
  const found: TunnelFindings = { url: null, isConnected: false, problem: null, isHopeless: false };
  const over = new AbortController();
  let changed: () => void = () => {};
  let current: WayStatus = { state: "starting", waitingFor: "program", problem: null };
  let child: Child | null = null;
  let closeFront: () => void = () => {};
  let rest = "";
  let opened: Promise<void> = Promise.resolve();

  function enter(next: WayStatus): void {
    if (current.state === "down" || over.signal.aborted) return;
    const same = JSON.stringify(next) === JSON.stringify(current);
    current = next;
    if (!same) changed();
  }

  const wait = (waitingFor: AddressWait): void => enter({ state: "starting", waitingFor, problem: found.problem });

  function judge(): void {
    if (found.isHopeless && found.problem !== null) enter({ state: "down", problem: found.problem });
    else if (found.url === null) wait(found.isConnected ? "address" : "connection");
    else if (found.isConnected) enter({ state: "up", url: found.url });
    else if (current.state === "up" || current.state === "wavering") enter({ state: "wavering", url: found.url });
    else wait("connection");
  }

  async function open(): Promise<void> {
    const program = find(name);
    if (program === null) {
      enter({ state: "down", problem: { code: "program-missing", detail: name } });
      return;
    }
    const front = await means.openFront();
    closeFront = front.close;
    const recipe = await prepare(found, front.port);
    if (over.signal.aborted) return;
    child = startChild({
      program,
      args: recipe.args,
      environment: recipe.environment,
      onText(text) {
        means.say(text);
        const lines = (rest + text).split(/\r?\n/);
        // A line that does not end is no line of theirs.
        rest = (lines.pop() ?? "").slice(-10_000);
        for (const line of lines) recipe.read(line);
        judge();
      },
      onEnd(reason) {
        // Its last line may lack an end.
        means.say("\n");
        enter({ state: "down", problem: found.problem ?? { code: "ended", detail: reason } });
      },
    });
    void lookAfter(recipe);
  }

  async function lookAfter(recipe: TunnelRecipe): Promise<void> {
    while (current.state !== "down" && !over.signal.aborted) {
      await recipe.look(over.signal);
      judge();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref());
    }
  }

  return {
    isQuickToReopen: false,
    status: () => current,
    start(onChange) {
      changed = onChange;
      opened = open().catch((error: unknown) => {
        const detail = errorText(error);
        enter({ state: "down", problem: { code: "ended", detail } });
      });
    },
    async stop() {
      over.abort();
      await opened;
      await child?.stop();
      closeFront();
    },
  };
}
