import { describe, expect, it } from "vitest";
import { json, refusal, serve, serveBytes, setUpCalls } from "../../../tests/support/calls.ts";
import type { ConnectionTest } from "../../shared/contract.ts";
import { NEW_PROFILE } from "../../shared/profile.ts";

function asked(baseUrl: string, more: Partial<ConnectionTest> = {}): ConnectionTest {
  const draft = { ...NEW_PROFILE, name: "New", mode: "test", baseUrl } as const;
  return {
    requestId: "t1",
    profileId: null,
    secrets: {},
    linkId: "lnk/own 1",
    ...more,
    draft: { ...draft, ...more.draft },
  };
}

describe("a connection test", () => {
  it("looks up the link with what stands in the form, and leaves nothing in the log", async () => {
    const server = await serve(json(`{"link":{"id":"lnk_1"}}`));
    const { service, journal } = setUpCalls({ profile: {} });
    const tested = await service.testConnection(asked(server.url, { secrets: { authentication: "typed-key" } }));
    expect(tested).toMatchObject({ outcome: { code: "success" }, status: 200 });
    expect(tested.url).toBe(`${server.url}/link/lnk%2Fown%201`);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers).toContainEqual(["x-api-key", "typed-key"]);
    expect(journal.events).toEqual([]);
  });

  it("takes a secret that is kept for what was not typed anew, and none that is to be removed", async () => {
    const server = await serve(json("{}", 401));
    const { service } = setUpCalls({ profile: {}, secrets: { authentication: "kept-key" } });
    const kept = await service.testConnection(asked(server.url, { profileId: "p1" }));
    expect(kept.outcome).toMatchObject({ code: "status", status: 401, credentials: "sent" });
    const removed = await service.testConnection(
      asked(server.url, { profileId: "p1", secrets: { authentication: null } }),
    );
    expect(removed.outcome).toMatchObject({ credentials: "missing" });
    expect(server.requests.map(({ headers }) => headers.find(([name]) => name === "x-api-key")?.[1])).toEqual([
      "kept-key",
      undefined,
    ]);
  });

  it("does not tell a typed key that the service quotes", async () => {
    const server = await serve(json(`{"message":"the key typed-key is unknown"}`, 403));
    const { service } = setUpCalls({ profile: {} });
    const tested = await service.testConnection(asked(server.url, { secrets: { authentication: "typed-key" } }));
    expect(JSON.stringify(tested)).not.toContain("typed-key");
  });

  it("can be given up, and names what of the profile is wrong", async () => {
    const silent = await serveBytes(() => undefined);
    const { service } = setUpCalls({ profile: {} });
    const ended = service.testConnection(asked(silent.url));
    await expect.poll(() => service.cancel("t1")).toBe(true);
    expect((await ended).outcome).toMatchObject({ code: "cancelled" });
    expect((await refusal(service.testConnection(asked("nowhere")))).code).toBe("profile:baseUrl");
  });
});
