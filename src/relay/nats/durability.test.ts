import { expect, it } from "vitest";
import type { Nats } from "./connection.ts";
import { lookAtDurability } from "./durability.ts";

const asTold = (version: string, replicas: number) =>
  lookAtDurability({ connection: { info: { version } } } as unknown as Nats, replicas, []).then(({ cost }) => cost);

it.each(["2.9.10", "2.10.9", "2.10.27"])(
  "says that %s may lose what was answered when servers are restarted",
  async (version) => {
    expect(await asTold(version, 3)).toMatch(
      new RegExp(`^Servers of NATS ${version} may lose .* use 2\\.15\\.1 or later\\. NATS ack`),
    );
  },
);

it.each([
  ["2.16.0", 3],
  ["2.15.1", 5],
  ["2.9.10", 1],
] as const)("says nothing of the kind about %s with %d replicas", async (version, replicas) => {
  expect(await asTold(version, replicas)).not.toContain("Servers of NATS");
});
