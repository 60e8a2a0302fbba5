import { Terminal } from "lucide-react";
import type { CallDetail, DeliveryDetail } from "../../../shared/events.ts";
import { bodyBytes } from "../../core/body-bytes.ts";
import { settle } from "../../core/bridge.ts";
import { useCommands } from "../../core/commands.ts";
import { useCopying } from "../../core/copying.ts";
import { useBridge, useStore, useToasts } from "../../core/environment.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { listenerStore } from "../listener/index.ts";
import { replayCurl } from "./replay-curl.ts";

/** Copies a command that sends the same again: a call to the service, a delivery to the listener. */
export function CurlButton({ detail }: { readonly detail: CallDetail | DeliveryDetail }) {
  const bridge = useBridge();
  const toasts = useToasts();
  const listener = useStore(listenerStore, (state) => state.status.url);
  const copyText = useCopying();
  const { id } = detail.summary;

  async function command(): Promise<string | null> {
    if (detail.kind === "call") {
      const result = await settle(bridge.calls.curl({ id }));
      if (!result.ok) toasts.failed("Could not copy as cURL", result.message);
      return result.ok ? result.value.text : null;
    }
    const body = await bodyBytes(bridge, { id, part: "request" });
    if (!body.ok) {
      toasts.failed("Could not copy as cURL", body.message);
      return null;
    }
    const { localAddress, localPort } = detail.request;
    const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
    const origin = listener === null ? `http://${host}:${localPort}` : new URL(listener).origin;
    return replayCurl(detail, body.value, origin);
  }

  async function copy() {
    const text = await command();
    if (text === null || !(await copyText(text))) return;
    const hasSecrets = text.includes("$LINKDESK_KEY");
    if (detail.kind === "call") toasts.done("Copied as cURL, without secrets");
    else
      toasts.done(hasSecrets ? "Copied as cURL, to the listener, without secrets" : "Copied as cURL, to the listener");
  }

  useCommands([
    { id: "copy-curl", title: "Copy as cURL", group: "Inspector", keywords: "command line", run: () => void copy() },
  ]);
  return (
    <Tooltip label="Copy as cURL">
      <IconButton label="Copy as cURL" icon={<Terminal />} onClick={() => void copy()} />
    </Tooltip>
  );
}
