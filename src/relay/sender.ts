import { BlockList, isIP } from "node:net";
import type { HeaderList } from "../shared/primitives.ts";

/** Who a request came from, past the proxies that are trusted. */
export type SenderOf = (remoteAddress: string, headers: HeaderList) => string;

/**
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies whose word on `X-Forwarded-For` is taken. Anybody can
 * write such a field, so it is read from its end, for as long as trusted proxies have written it.
 * @throws RangeError for one that is no address
 */
export function createSenderOf(trusted: readonly string[]): SenderOf {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = "", bits] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0) throw new RangeError(`${each} is no address or network.`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return (remoteAddress, headers) => {
    let sender = plain(remoteAddress);
    const said = headers
      .flatMap(([name, value]) => (name.toLowerCase() === "x-forwarded-for" ? value.split(",") : []))
      .map((each) => plain(each.trim()));
    while (isTrusted(sender)) {
      const before = said.pop();
      if (before === undefined || isIP(before) === 0) break;
      sender = before;
    }
    return sender;
  };
}

/** An IPv4 address as a socket for both families tells it. */
function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
