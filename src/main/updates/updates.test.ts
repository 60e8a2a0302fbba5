import { describe, expect, test, vi } from "vitest";
import { PATIENCE } from "../../../tests/support/until.ts";
import { NOTES_LIMIT, type UpdateConsent, type UpdateStatus, updateStatus } from "../../shared/updates.ts";
import type { UpdateSource } from "../hosts/host.ts";
import { createUpdates, plainNotes } from "./updates.ts";

const DAY_MS = 86_400_000;
type Updater = Extract<UpdateSource, { available: true }>["updater"];

function setUp(changes: Partial<Pick<Updater, "check">> = {}, firstConsent: UpdateConsent = "ask") {
  let consent = firstConsent;
  let timer: { readonly milliseconds: number; readonly action: () => void } | null = null;
  const seen: UpdateStatus[] = [];
  const updater = {
    check: vi.fn<Updater["check"]>(async () => ({ version: "0.2.0", notes: "<p>Better &amp; faster</p>" })),
    download: vi.fn<Updater["download"]>(async (progress) => {
      progress(12.4);
      progress(250);
    }),
    install: vi.fn<Updater["install"]>(async () => {}),
    ...changes,
  };
  const updates = createUpdates({
    source: { available: true, address: "github.com/acme/linkdesk", updater },
    consent: () => consent,
    timers: {
      after(milliseconds, action) {
        timer = { milliseconds, action };
        return () => (timer = null);
      },
    },
    now: () => 1_700_000_000_000,
    onStatus: (status) => seen.push(updateStatus.parse(status)),
    log: () => {},
  });
  return {
    updates,
    updater,
    states: () => seen.map(({ state }) => state),
    seen,
    due: () => timer?.milliseconds ?? null,
    ring: () => timer?.action(),
    agree(next: UpdateConsent) {
      consent = next;
      updates.preferencesChanged();
    },
  };
}

describe("looking by itself", () => {
  test("does not happen before the user has agreed, nor after a no", () => {
    const { due, agree, updater } = setUp();
    expect(due()).toBeNull();
    agree("off");
    expect(due()).toBeNull();
    expect(updater.check).not.toHaveBeenCalled();
  });

  test("begins with the yes, goes on once a day, ends with the no", async () => {
    const { due, agree, ring, updater } = setUp();
    agree("on");
    expect(due()).toBe(0);
    ring();
    await vi.waitFor(() => expect(updater.check).toHaveBeenCalledOnce(), PATIENCE);
    expect(due()).toBe(DAY_MS);
    agree("off");
    expect(due()).toBeNull();
  });

  test("waits a moment at the start of the program, and is not put off by other preferences", () => {
    const { due, updates } = setUp({}, "on");
    const first = due();
    expect(first).toBeGreaterThan(1_000);
    expect(first).toBeLessThan(DAY_MS);
    updates.preferencesChanged();
    expect(due()).toBe(first);
    updates.close();
    expect(due()).toBeNull();
  });
});

describe("the steps", () => {
  test("are taken one by one, each when asked for", async () => {
    const { updates, updater, states, seen } = setUp();
    const offer = { version: "0.2.0", notes: "Better & faster" };
    expect(await updates.check()).toMatchObject({ state: "available", ...offer });
    expect(updater.download).not.toHaveBeenCalled();
    expect(await updates.download()).toMatchObject({ state: "ready", ...offer });
    expect(updater.install).not.toHaveBeenCalled();
    expect(await updates.install()).toMatchObject({ state: "installing", version: "0.2.0" });
    expect(states()).toEqual([
      "checking",
      "available",
      "downloading",
      "downloading",
      "downloading",
      "ready",
      "installing",
      "installing",
    ]);
    expect(seen.filter((status) => status.state === "downloading").map(({ percent }) => percent)).toEqual([0, 12, 100]);
  });

  test("say when there is nothing newer, and since when that is known", async () => {
    const { updates } = setUp({ check: async () => null });
    expect(await updates.check()).toEqual({
      state: "idle",
      source: "github.com/acme/linkdesk",
      checkedAt: 1_700_000_000_000,
    });
  });

  test("cannot be skipped", async () => {
    const { updates, updater } = setUp();
    await expect(updates.download()).rejects.toMatchObject({ code: "nothing-to-download" });
    await updates.check();
    await expect(updates.install()).rejects.toMatchObject({ code: "nothing-to-install" });
    expect(updater.install).not.toHaveBeenCalled();
  });

  test("do not begin anew over what has been fetched", async () => {
    const { updates, updater } = setUp();
    await updates.check();
    await updates.download();
    expect(await updates.check()).toMatchObject({ state: "ready" });
    expect(updater.check).toHaveBeenCalledOnce();
  });

  test("can be tried again after a failure, with what was offered", async () => {
    const { updates, updater } = setUp();
    await updates.check();
    updater.download.mockRejectedValueOnce(new Error("net::ERR_CONNECTION_RESET"));
    expect(await updates.download()).toMatchObject({
      state: "failed",
      during: "download",
      offer: { version: "0.2.0" },
      message: expect.stringContaining("ERR_CONNECTION_RESET"),
    });
    expect(await updates.download()).toMatchObject({ state: "ready" });
  });
});

describe("a failure in words", () => {
  const withCode = (code: string, message = "x") => Object.assign(new Error(message), { code });
  test.each([
    [withCode("ERR_UPDATER_INVALID_SIGNATURE"), /not signed by the makers/],
    [withCode("ERR_CHECKSUM_MISMATCH"), /damaged/],
    [new Error("net::ERR_INTERNET_DISCONNECTED at /home/ada"), /could not be reached \(ERR_INTERNET_DISCONNECTED\)/],
    [new Error("getaddrinfo ENOTFOUND updates.example"), /could not be reached \(ENOTFOUND\)/],
    [withCode("HTTP_ERROR_404"), /no release for this computer/],
    [withCode("ENOSPC"), /disk is full/],
    [withCode("ERR_ANYTHING", "secret=1"), /did not work \(ERR_ANYTHING\)/],
    ["thrown text", /did not work \(no reason given\)/],
  ])("%s", async (error, words) => {
    const { updates } = setUp({ check: () => Promise.reject(error) });
    const status = await updates.check();
    expect(status).toMatchObject({
      state: "failed",
      during: "check",
      offer: null,
      message: expect.stringMatching(words),
    });
    expect(JSON.stringify(status)).not.toMatch(/\/home|secret/);
  });
});

test("where there are none, every step is refused with the host's own reason", async () => {
  const updates = createUpdates({
    source: { available: false, reason: "Started from its source." },
    consent: () => "on",
    timers: { after: () => expect.fail("Nothing is to be looked for.") },
    now: Date.now,
    onStatus: () => {},
    log: () => {},
  });
  expect(updates.status()).toEqual({ state: "unavailable", reason: "Started from its source." });
  await expect(updates.check()).rejects.toMatchObject({ code: "no-updates", message: "Started from its source." });
});

describe("release notes", () => {
  test.each([
    ["<h2>New</h2>\n<ul><li>One</li><li>Two &lt;b&gt;</li></ul>", "New\n\n• One\n\n• Two <b>"],
    ["Plain\r\ntext, 3 < 4", "Plain\ntext, 3 < 4"],
    ['<p>a</p><script>alert(1)</script><a href="javascript:x">b</a><!-- c -->', "a\nalert(1)b"],
    [[{ version: "0.3.0", note: "Third" }, { version: "0.2.0", note: null }, "First"], "Third\n\nFirst"],
    ["&#8364; &#x1F600; &#0; &#x110000; &unknown;", "€ 😀 &#0; &#x110000; &unknown;"],
    [null, ""],
    [{ note: 7 }, ""],
  ])("%j", (given, text) => {
    expect(plainNotes(given)).toBe(text);
  });

  test("of any length are cut, and quickly", () => {
    expect(plainNotes("<".repeat(5_000_000))).toHaveLength(NOTES_LIMIT);
    expect(plainNotes("<p ".repeat(1_000_000)).length).toBeLessThanOrEqual(NOTES_LIMIT);
    expect(plainNotes("<!--".repeat(1_000_000)).length).toBeLessThanOrEqual(NOTES_LIMIT);
  });
});
