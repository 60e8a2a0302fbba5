/**
 * A request that is refused for a reason the user can act on. The bridge turns it into
 * `{ ok: false, code, message }`; `message` is a whole sentence for the user, without secrets.
 */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.code = code;
  }
}

/** For `catch`, where a refusal changes nothing: null for one. @throws every other error */
export function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
