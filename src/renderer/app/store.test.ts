import { describe, expect, it, vi } from "vitest";
import { createFakeBridge } from "../../../tests/fakes/bridge.ts";
import type { Toasts } from "../core/toasts.ts";
import { selectedProfile } from "../features/profiles/index.ts";
import { createStore, startStore } from "./store.ts";

// There is no screen here to paint on.
vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 0));
vi.stubGlobal("cancelAnimationFrame", clearTimeout);

interface Shown {
  readonly title: string;
  readonly reason?: string;
  readonly undo?: (() => void) | undefined;
}

function bench(options: Parameters<typeof createFakeBridge>[0] = {}) {
  const fake = createFakeBridge(options);
  const shown: Shown[] = [];
  const toasts: Toasts = {
    done: (title, undo) => shown.push({ title, undo }),
    failed: (title, reason) => shown.push({ title, reason }),
    manager: {} as Toasts["manager"],
  };
  return { ...fake, shown, store: createStore(fake.bridge, toasts) };
}

describe("the store", () => {
  it("has everything that the first paint needs once it is started", async () => {
    const { store } = bench({ selectedProfile: "acme-test", preferences: { theme: "dark" } });
    await startStore(store);
    const state = store.getState();
    expect(selectedProfile(state)?.profile.name).toBe("Acme Payments");
    expect(state.preferences.values.theme).toBe("dark");
    expect(state.listener.status.state).toBe("listening");
    expect(state.sandbox.status.samples.references).not.toEqual([]);
    expect(state.window.info?.version).toBe("0.1.0");
  });

  it("opens with what there is when something cannot be had, and says so", async () => {
    const { store, failNext, shown } = bench();
    failNext("sandbox", "status", "gone", "The sandbox has ended.");
    await startStore(store);
    expect(shown).toEqual([{ title: "Could not read the sandbox's state", reason: "The sandbox has ended." }]);
    expect(store.getState().profiles.profiles).not.toEqual([]);
  });

  it("makes a failure of a bridge that throws", async () => {
    const { store, handle, shown } = bench();
    handle("app", "info", () => {
      throw new Error("closed");
    });
    await startStore(store);
    expect(shown).toMatchObject([{ reason: expect.stringContaining("closed") }]);
  });

  it("follows what main says without being asked", async () => {
    const { store, push } = bench();
    await startStore(store);
    const { status } = store.getState().listener;
    push("listener.changed", { ...status, deliveries: 7 });
    expect(store.getState().listener.status.deliveries).toBe(7);
    push("preferences.changed", { ...store.getState().preferences.values, theme: "light" });
    expect(store.getState().preferences.values.theme).toBe("light");
  });

  it("keeps two stores apart", async () => {
    const [one, two] = [bench(), bench()];
    one.store.getState().window.open("palette");
    expect(two.store.getState().window.panel).toBeNull();
  });
});

describe("profiles", () => {
  it("brings a deleted profile back, and the selection goes to one that is there", async () => {
    const { store, shown } = bench({ selectedProfile: "acme-test" });
    await startStore(store);
    const names = () => store.getState().profiles.profiles.map((view) => view.profile.name);
    const before = names();
    await store.getState().profiles.remove("acme-test");
    expect(names()).not.toContain("Acme Payments");
    expect(selectedProfile(store.getState())?.profile.id).toBe("sandbox");
    const back = new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        if (names().length === before.length) {
          stop();
          resolve();
        }
      });
    });
    shown.at(-1)?.undo?.();
    await back;
    expect(names().toSorted()).toEqual(before.toSorted());
  });

  it("does not pretend that the sandbox profile was deleted", async () => {
    const { store, shown } = bench();
    await startStore(store);
    expect(await store.getState().profiles.remove("sandbox")).toBe(false);
    expect(shown).toMatchObject([{ title: "Could not delete the profile" }]);
    expect(store.getState().profiles.profiles[0]?.profile.id).toBe("sandbox");
  });
});

describe("commands", () => {
  it("run by id, from the menu too, until they are taken away", async () => {
    const { store, push } = bench();
    const ran: string[] = [];
    const stop = store
      .getState()
      .window.register([{ id: "palette", title: "Palette", group: "Window", run: () => ran.push("palette") }]);
    push("app.command", { command: "palette" });
    stop();
    push("app.command", { command: "palette" });
    expect(ran).toEqual(["palette"]);
  });
});
