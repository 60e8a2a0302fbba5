/** How a webhook is signed, as it is filled in: by a profile, which checks it, and by the sandbox, which does it. */
export { SchemeDetails } from "./scheme-details.tsx";
export {
  fieldOfSignature,
  isSameScheme,
  readSignatureText,
  SEPARATOR_FIELD,
  type SignatureText,
  schemeOf,
  separatorProblem,
  signatureOf,
  signatureText,
  type WithSignature,
  withPreset,
  withWritten,
} from "./signature-text.ts";
