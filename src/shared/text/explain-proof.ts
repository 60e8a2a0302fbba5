import type { Check, Proof } from "../diagnosis.ts";
import { addressForPath } from "../http-address.ts";
import { isLoopback } from "../listener.ts";
import { dayText, durationText, shortClockText } from "../measures.ts";
import { problemOfTunnelCode } from "../tunnel-codes.ts";
import { explainReplay } from "./explain-replay.ts";

type Words = Pick<Check, "state" | "sentence" | "nextStep" | "addressToSet">;

function problem(sentence: string, nextStep = ""): Words {
  return { state: "problem", sentence, nextStep };
}

/**
 * What a proof of life has shown, in words.
 *
 * @param path the listener's
 */
export function explainProof({ address, at, arrived, answer }: Proof, path: string): Words {
  if (arrived !== null && !arrived.onPath)
    return {
      ...problem(
        `A request through this address arrives here, but on ${arrived.path}, which is not the webhook path. A webhook would not be taken there.`,
      ),
      ...afterOtherPath(address, arrived.path, path),
    };
  if (arrived !== null && answer.kind === "ours")
    return {
      state: "fine",
      // It may be looked at long after.
      sentence: `On ${dayText(at)} at ${shortClockText(at)} a request through this address arrived here after ${durationText(arrived.after)}, and our answer came back.`,
      nextStep: "",
    };
  if (arrived !== null)
    return problem(
      `A request through this address arrives here, but our answer does not come back: ${backText(answer)}`,
      "The sender sees that, too, and takes it for a failure. Look at the tunnel or proxy in between.",
    );
  switch (answer.kind) {
    case "none": {
      const { title, sentence, nextStep } = explainReplay(answer.outcome);
      return {
        state: "problem",
        sentence: `${title}. ${sentence} Nothing arrived here.`,
        // Whoever sends webhooks there is to reach Linkdesk, which is running.
        nextStep: answer.outcome.code === "refused" ? afterRefusal(answer.outcome) : nextStep,
      };
    }
    case "ours":
    case "other":
      return elsewhere(answer);
  }
}

/** The address that would be right, where it can be told. */
function afterOtherPath(address: string, came: string, path: string): Pick<Words, "nextStep" | "addressToSet"> {
  const right = addressForPath(address, came, path);
  if (right === null)
    return {
      nextStep: `A proxy or tunnel in between makes ${came} of ${new URL(address).pathname}. Change its rule, so that it makes ${path} of it, or change the path of the listener.`,
    };
  return { nextStep: `Set ${right} on the dashboard, or change the path of the listener.`, addressToSet: right };
}

function afterRefusal({ host, port }: { readonly host: string; readonly port: string }): string {
  return isLoopback(host)
    ? `Put the address of the listener on the dashboard, or have the listener use port ${port}.`
    : `Put an address that leads to the listener on the dashboard, or start what is to lead from ${host} to it, such as a tunnel.`;
}

type Other = Extract<Proof["answer"], { readonly kind: "other" }>;

function elsewhere(answer: Proof["answer"]): Words {
  if (answer.kind !== "other") return problem("Nothing arrived here.");
  const { status, page, location, tunnelCode } = answer;
  if (page === "warning")
    return problem(
      `The tunnel showed its warning page (${status}) and did not let the request through. Nothing arrived here.`,
      "Senders see that page, too. Switch it off in the tunnel, or use one that has none.",
    );
  if (tunnelCode !== null) {
    const { detail, nextStep = "" } = problemOfTunnelCode(tunnelCode);
    return problem(`${detail} Nothing arrived here.`, nextStep);
  }
  if (location !== null)
    return problem(
      `The address points elsewhere (${status}), to ${location}. Nothing arrived here, and senders do not follow.`,
      "Put the address that it points to on the dashboard; https:// in place of http:// is the usual one.",
    );
  if (status === 429)
    return problem(
      "The tunnel takes no more requests for now (429). Nothing arrived here.",
      "Senders see that, too. Wait some minutes, or use another tunnel.",
    );
  if (status === 502 || status === 503 || status === 504)
    return problem(
      `Something answers there (${status}), but finds nobody behind it. Nothing arrived here.`,
      "The tunnel or proxy stands, but leads to another port, or to another machine: point it to the listener.",
    );
  return problem(
    `${page === "page" ? "A web page" : "Something else"} answers at this address (${status}). Nothing arrived here.`,
    status === 404
      ? "Tunnels answer 404 for an address that is no longer theirs: look up the address it has now."
      : "The address belongs to another server, or the tunnel leads to another port of this machine.",
  );
}

function backText(answer: Proof["answer"]): string {
  if (answer.kind === "none") return explainReplay(answer.outcome).sentence;
  return answer.kind === "other" ? `what came back is ${otherText(answer)}.` : "";
}

function otherText({ status, page }: Other): string {
  return page === "none" ? `${status}` : `a web page (${status})`;
}
