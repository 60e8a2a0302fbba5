/** What a fake handler throws to refuse, as main's handlers throw `Refusal`. */
export class FakeRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
