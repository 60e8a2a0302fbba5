import { randomBytes, randomUUID } from "node:crypto";
import type { PayloadShape, SandboxBehaviour } from "../../shared/sandbox.ts";
import { type JsonValue, spelled } from "./json-text.ts";
import { findUser, peerOf } from "./links.ts";
import type { User } from "./people.ts";
import type { Simulation } from "./simulation.ts";

/**
 * The webhook's payload for a simulation, in one of the shapes of the public documentation. The values are those of
 * the request, the amount digit for digit.
 *
 * @param origin the sandbox's own address, for logos
 */
export function payload(simulation: Simulation, behaviour: SandboxBehaviour, origin: string, now: Date): JsonValue {
  const shape: PayloadShape = simulation.operation === "credit" ? behaviour.creditShape : behaviour.chargeShape;
  switch (shape) {
    case "transaction":
      return { type: "transaction", transaction: transaction(simulation, origin, now) };
    case "event": {
      const event = simulation.operation === "credit" ? "send.success" : "direct_debit.success";
      return { event, transaction: transaction(simulation, origin, now) };
    }
    case "charge":
      return { type: "charge", charge: charge(simulation, origin, now) };
    case "charge-with-remark":
      return { type: "charge", charge: { ...charge(simulation, origin, now), remark: remarkOf(simulation) } };
  }
}

function transaction(simulation: Simulation, origin: string, now: Date): JsonValue {
  const credit = simulation.operation === "credit";
  return {
    id: randomUUID(),
    remark: remarkOf(simulation),
    amount: simulation.amount,
    currency: simulation.currency,
    charge: 0n,
    type: "peer",
    refund: false,
    channel: credit ? "send" : "direct_charge",
    status: "success",
    user: owner(simulation),
    checkout: null,
    mode: credit ? "credit" : "debit",
    reference: randomBytes(16).toString("hex"),
    peer: otherSide(simulation, origin),
    meta: { city: "Lagos", state: "Lagos" },
    created_at: timestamp(now),
    updated_at: timestamp(now),
  };
}

function charge(simulation: Simulation, origin: string, now: Date) {
  const fee = simulation.amount / 200n + 2_500n;
  return {
    reference: randomBytes(16).toString("hex"),
    channel: "direct_charge",
    amount: simulation.amount,
    currency: simulation.currency,
    charges: { amount_to_be_charged: simulation.amount + fee, included_fees: fee },
    fees: { percentage: spelled("0.5"), flat_fee: 2_500n },
    user: owner(simulation),
    peer: otherSide(simulation, origin),
    created_at: timestamp(now),
    updated_at: timestamp(now),
  } satisfies JsonValue;
}

function owner(simulation: Simulation): JsonValue {
  const reference = simulation.operation === "credit" ? simulation.userReference : simulation.from;
  return { ...known(reference) };
}

/** Thinner than in a link, as documented: neither a business id nor the peer's reference or times. */
function otherSide(simulation: Simulation, origin: string): JsonValue {
  const linked = peerOf(known(simulation.operation === "credit" ? simulation.userReference : simulation.from), origin);
  const user = simulation.operation === "credit" ? linked.user : known(simulation.to);
  const { name, logo = null, logo_colour = null } = linked.business;
  return {
    user: { name: user.name, identifier: user.identifier, identifier_type: user.identifier_type },
    business: { name, logo, logo_colour },
  };
}

function remarkOf(simulation: Simulation): string {
  return simulation.operation === "credit" ? "Test credit" : simulation.remark;
}

/** References were checked when the simulation was accepted. */
function known(reference: string): User {
  const user = findUser(reference);
  if (user === null) throw new Error("A simulation with an unknown reference was accepted.");
  return user;
}

/** ISO 8601 with microseconds and a trailing Z, as everywhere in the service's answers. */
function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}000Z`;
}
