export { SignatureView } from "./signature-view.tsx";
