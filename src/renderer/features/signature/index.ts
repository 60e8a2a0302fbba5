export { SignatureReason, SignatureView } from "./signature-view.tsx";
