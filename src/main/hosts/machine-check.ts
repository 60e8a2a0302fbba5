// What a host, and the program itself, can be asked about the machine that it runs on.

/** One thing to be looked at. It costs its own feature and no more, so that a failure is a finding and not an error. */
export interface MachineCheck {
  readonly what: string;
  /** What Linkdesk does without it, as a sentence. */
  readonly without: string;
  /** @returns what was seen, in a few words @throws NotHere, or anything else when it is missing */
  look(): Promise<string> | string;
}

/** What a host adds to the check, and whether this start is for the check alone. */
export interface HostChecks {
  readonly only: boolean;
  readonly checks: readonly MachineCheck[];
}

/** There is no such thing on this host or in this start, and nothing is lost by it. */
export class NotHere extends Error {}
