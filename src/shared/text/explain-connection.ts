import type { Explanation, Outcome, ProxyFault, TlsFault } from "../outcomes.ts";
import { bad } from "./explanation.ts";

type ConnectionOutcome = Extract<
  Outcome,
  { code: "dns" | "refused" | "unreachable" | "tls" | "proxy" | "connect-timeout" }
>;

/** Outcomes of a call that never got as far as the service: nothing of it was sent. */
export function explainConnection(outcome: ConnectionOutcome): Explanation {
  switch (outcome.code) {
    case "dns":
      return bad(
        "The name of the service is not known",
        outcome.detail === "EAI_AGAIN"
          ? `No name server answered when asked for ${outcome.host}.`
          : `There is no address for ${outcome.host}.`,
        "Check the spelling of the base URL, and whether this machine is online or needs a VPN for this name.",
      );
    case "refused":
      return bad(
        "Connection refused",
        `Nothing takes connections on port ${outcome.port} of ${outcome.host}.`,
        "Check the port in the base URL of the profile, and whether the service is running.",
      );
    case "unreachable":
      return bad(
        "The service cannot be reached",
        `There is no way from this machine to ${outcome.host} (${outcome.detail}).`,
        "Check the network connection, the VPN and the firewall of this machine.",
      );
    case "connect-timeout":
      return bad(
        "No connection in time",
        `The connection did not stand within ${limitTime(outcome.limitMs)}. Nothing was sent.`,
        "Check the base URL, the VPN and any firewall. If the way is slow, allow more time in the profile.",
      );
    case "tls":
      return tls(outcome.fault, outcome.host, outcome.detail);
    case "proxy":
      return proxy(outcome.fault, outcome.proxy, outcome.detail);
  }
}

/** A limit as it was set: "30 s", "1500 ms". */
export function limitTime(milliseconds: number): string {
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000} s` : `${milliseconds} ms`;
}

const UNSENT = "Nothing was sent.";

function tls(fault: TlsFault, host: string, detail: string): Explanation {
  switch (fault) {
    case "expired":
      return bad(
        "The certificate has expired",
        `The certificate of ${host} is past its end date. ${UNSENT}`,
        "Check the date and time of this machine. If they are right, whoever runs the service must renew it.",
      );
    case "not-yet-valid":
      return bad(
        "The certificate is not valid yet",
        `The certificate of ${host} begins in the future. ${UNSENT}`,
        "Check the date and time of this machine: they are probably behind.",
      );
    case "wrong-host":
      return bad(
        "The certificate is for another host",
        `What answers at ${host} proves to be somebody else. ${UNSENT}`,
        "Check the host name in the base URL of the profile; an address of digits or a short name often fails here.",
      );
    case "self-signed":
      return bad(
        "The certificate vouches for itself",
        `Nobody but ${host} itself has signed its certificate, so anyone could have made it. ${UNSENT}`,
        "If the service is your own, add its certificate to the trusted ones of this system and restart Linkdesk.",
      );
    case "unknown-issuer":
      return bad(
        "The certificate is from an unknown issuer",
        `This system does not trust whoever signed the certificate of ${host}. ${UNSENT}`,
        "In an office that inspects traffic its own root certificate must be installed in this system. Otherwise the service does not send its intermediate certificate.",
      );
    case "client-certificate":
      return bad(
        "A client certificate is wanted",
        `The service at ${host} talks only to callers that show a certificate of their own. Linkdesk has none to show.`,
        "Ask for an address of the service that takes a key instead.",
      );
    case "protocol":
      return bad(
        "No secure connection",
        `Linkdesk and ${host} could not agree on a secure connection (${detail}). ${UNSENT}`,
        "Check the port in the base URL. If the service speaks no TLS there, its address starts with http://.",
      );
    case "other":
      return bad(
        "The certificate cannot be trusted",
        `The certificate of ${host} does not stand up (${detail}). ${UNSENT}`,
        "Show this text to whoever runs the service.",
      );
  }
}

function proxy(fault: ProxyFault, name: string, detail: string): Explanation {
  switch (fault) {
    case "unreachable":
      return bad(
        "The proxy cannot be reached",
        `This machine is set to use the proxy ${name}, and that gave no connection (${detail}).`,
        "Check the proxy in the system’s settings and in HTTP_PROXY and HTTPS_PROXY, or the VPN it belongs to.",
      );
    case "authentication":
      return bad(
        "The proxy wants a name and password",
        `The proxy ${name} lets nobody through without them, or did not accept the ones it got.`,
        "Put them into HTTPS_PROXY (http://name:password@host:port) before starting Linkdesk, or ask your administrator.",
      );
    case "refused":
      return bad(
        "The proxy refused the connection",
        `The proxy ${name} did not connect to the service. ${detail}`,
        "Check the base URL of the profile. If it is right, ask your administrator whether the proxy allows it.",
      );
    case "unsupported":
      return bad(
        "This kind of proxy is not supported",
        `This machine is set to use the proxy ${name}. ${detail}`,
        "Use a proxy of the kind http, https or socks5, or exclude the service with NO_PROXY.",
      );
  }
}
