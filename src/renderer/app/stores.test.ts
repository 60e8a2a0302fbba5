import { describe, expect, it, vi } from "vitest";
import { createFakeBridge } from "../../../tests/fakes/bridge.ts";
import { appInfoStore } from "../core/app-info.ts";
import { commandsStore } from "../core/commands.ts";
import { panelStore } from "../core/panels.ts";
import { preferencesStore } from "../core/preferences.ts";
import { createStores, startStores } from "../core/store.ts";
import type { Toasts } from "../core/toasts.ts";
import { listenerStore } from "../features/listener/index.ts";
import { profilesStore, selectedProfile } from "../features/profiles/index.ts";
import { sandboxStore } from "../features/sandbox/index.ts";
import { WINDOW_STORES } from "./stores.ts";

interface Shown {
  readonly title: string;
  readonly reason?: string;
  readonly undo?: (() => void) | undefined;
}

function setUp(options: Parameters<typeof createFakeBridge>[0] = {}) {
  const fake = createFakeBridge(options);
  const shown: Shown[] = [];
  const toasts: Toasts = {
    done(title, undo) {
      shown.push({ title, undo });
    },
    hint: (title) => shown.push({ title }),
    offer(title, { run }) {
      shown.push({ title, undo: run });
      return () => undefined;
    },
    failed: (title, reason) => shown.push({ title, reason }),
    outcome(what, result) {
      if (!result.ok) shown.push({ title: `Could not ${what}`, reason: result.message });
      return result;
    },
    begin: () => {},
    undo: () => false,
    manager: {} as Toasts["manager"],
  };
  return { ...fake, shown, stores: createStores(fake.bridge, toasts) };
}

describe("the store", () => {
  it("has everything that the first paint needs once it is started", async () => {
    const { stores } = setUp({ selectedProfile: "acme-test", preferences: { theme: "dark" } });
    await startStores(stores, WINDOW_STORES);
    expect(selectedProfile(stores.get(profilesStore))?.profile.name).toBe("Acme Payments");
    expect(stores.get(preferencesStore).values.theme).toBe("dark");
    expect(stores.get(listenerStore).status.state).toBe("listening");
    expect(stores.get(sandboxStore).status.samples.references).not.toEqual([]);
    expect(stores.get(appInfoStore).info?.version).toBe("0.1.0");
  });

  it("opens with what there is when something cannot be had, and says so", async () => {
    const { stores, failNext, shown } = setUp();
    failNext("sandbox", "status", "gone", "The sandbox has ended.");
    await startStores(stores, WINDOW_STORES);
    expect(shown).toEqual([{ title: "Could not read the sandbox’s state", reason: "The sandbox has ended." }]);
    expect(stores.get(profilesStore).profiles).not.toEqual([]);
  });

  it("makes a failure of a bridge that throws", async () => {
    const { stores, handle, shown } = setUp();
    handle("app", "info", () => {
      throw new Error("closed");
    });
    await startStores(stores, WINDOW_STORES);
    expect(shown).toMatchObject([{ reason: expect.stringContaining("closed") }]);
  });

  it("follows what main says without being asked", async () => {
    const { stores, push } = setUp();
    await startStores(stores, WINDOW_STORES);
    const { status } = stores.get(listenerStore);
    push("listener.changed", { ...status, deliveries: 7 });
    expect(stores.get(listenerStore).status.deliveries).toBe(7);
    push("preferences.changed", { ...stores.get(preferencesStore).values, theme: "light" });
    expect(stores.get(preferencesStore).values.theme).toBe("light");
  });

  it("shows a preference that was changed, whatever main still says of the time before", async () => {
    const { stores, push } = setUp();
    await startStores(stores, WINDOW_STORES);
    const { values, change } = stores.get(preferencesStore);
    change({ theme: "light" });
    change({ actionTab: "charge" });
    push("preferences.changed", { ...values, theme: "light" });
    expect(stores.get(preferencesStore).values).toMatchObject({ theme: "light", actionTab: "charge" });
    // What main says once it has answered counts again.
    await vi.waitFor(() => {
      push("preferences.changed", { ...values, actionTab: "link" });
      expect(stores.get(preferencesStore).values.actionTab).toBe("link");
    });
  });

  it("keeps two stores apart", async () => {
    const [one, two] = [setUp(), setUp()];
    one.stores.get(panelStore).open("palette");
    expect(two.stores.get(panelStore).panel).toBeNull();
  });
});

describe("profiles", () => {
  it("brings a deleted profile back, and the selection goes to one that is there", async () => {
    const { stores, shown } = setUp({ selectedProfile: "acme-test" });
    await startStores(stores, WINDOW_STORES);
    const names = () => stores.get(profilesStore).profiles.map((view) => view.profile.name);
    const before = names();
    await stores.get(profilesStore).remove("acme-test");
    expect(names()).not.toContain("Acme Payments");
    expect(selectedProfile(stores.get(profilesStore))?.profile.id).toBe("sandbox");
    const back = new Promise<void>((resolve) => {
      const stop = stores.of(profilesStore).subscribe(() => {
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
    const { stores, shown } = setUp();
    await startStores(stores, WINDOW_STORES);
    expect(await stores.get(profilesStore).remove("sandbox")).toBe(false);
    expect(shown).toMatchObject([{ title: "Could not delete the profile" }]);
    expect(stores.get(profilesStore).profiles[0]?.profile.id).toBe("sandbox");
  });
});

describe("commands", () => {
  it("run by id, from the menu too, until they are taken away", async () => {
    const { stores, push } = setUp();
    const ran: string[] = [];
    const stop = stores
      .get(commandsStore)
      .register([{ id: "palette", title: "Palette", group: "Window", run: () => ran.push("palette") }]);
    push("app.command", { command: "palette" });
    stop();
    push("app.command", { command: "palette" });
    expect(ran).toEqual(["palette"]);
  });

  it("stand in for one that is not there at the moment", () => {
    const { stores, push } = setUp();
    const ran: string[] = [];
    const command = (id: string, standsInFor?: string) => ({
      id,
      title: id,
      group: "Window" as const,
      ...(standsInFor === undefined ? {} : { standsInFor }),
      run: () => ran.push(id),
    });
    const stop = stores.get(commandsStore).register([command("export")]);
    stores.get(commandsStore).register([command("export-shown", "export")]);
    push("app.command", { command: "export" });
    stop();
    push("app.command", { command: "export" });
    expect(ran).toEqual(["export", "export-shown"]);
  });
});
