/**
 * What the sandbox assumes beyond the specification, for the interface to show. The specification leaves these
 * points open; a real service may do otherwise.
 */
export const SANDBOX_ASSUMPTIONS: readonly string[] = [
  "Calls are authenticated by the header x-api-key. A missing or wrong key, the public key among them, is answered 401.",
  "Every error is answered with a JSON object that has a message; 422 adds errors, a list of sentences for each field.",
  "An unknown link is answered 404, an unknown path 404, a known path with another method 405.",
  "An amount is a whole number above zero, written with digits only; there is no upper bound.",
  "A currency is a code of three capital letters. Every such code is accepted.",
  "References must belong to one of the sandbox's own users, otherwise the answer is 422. From and to may be the same.",
  "A remark must be there and must not be empty.",
  "Successful calls are answered 200. A call that fails, is reset or is never answered sends no webhook.",
  "Webhooks are POST requests with a JSON body in one of the shapes known from public documentation.",
  "A credit's peer is a user at another business whom the user is linked with; a charge names the receiver as its peer.",
  "A charge's fees are half a percent and 2500 units.",
  "A webhook is signed with lower-case hex of HMAC-SHA1 over the body, keyed with the secret key; the header's name can be set.",
  "Only the status 200 counts as received. Anything else is tried again, much sooner than a real service would.",
  "The sender of webhooks waits ten seconds for an answer and follows no redirects.",
  "Fields may be absent, null or empty, identifier types may be unknown, and there may be fields the specification does not name.",
];
