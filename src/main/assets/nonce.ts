/** Stands in the built index.html wherever the nonce of the load belongs; the asset server replaces it. */
export const NONCE_PLACEHOLDER = "LINKDESK-CSP-NONCE";
