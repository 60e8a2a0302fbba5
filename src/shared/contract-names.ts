import { contract, type Group, type Method, type PushName, pushes } from "./contract.ts";

type ContractNames = {
  readonly groups: { readonly [G in Group]: readonly Method<G>[] };
  readonly pushes: readonly PushName[];
};

/**
 * The names in the contract, without its schemas: all that the preload needs. The preload's build evaluates this
 * module and keeps the result only, so that the window does not load a validation library to learn some names.
 */
export const contractNames: ContractNames = {
  groups: Object.fromEntries(
    Object.entries(contract).map(([group, methods]) => [group, Object.keys(methods)]),
    // The compiler does not follow a mapped type through `entries`; the preload check does, on the built file.
  ) as unknown as ContractNames["groups"],
  pushes: Object.keys(pushes) as PushName[],
};
