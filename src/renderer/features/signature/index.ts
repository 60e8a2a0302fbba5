export { hasReason, SignatureReason, SignatureView } from "./signature-view.tsx";
