import { BlockList, isIP } from "node:net";

/** Not addresses of the public internet (IANA's special-purpose registries, RFC 6890). */
const IPV4_RANGES: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
const IPV6_RANGES: readonly (readonly [string, number])[] = [
  ["::", 128],
  ["::1", 128],
  ["100::", 64],
  ["2001:db8::", 32],
  // 6to4 carries an IPv4 address of any kind, and nobody serves logos there.
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
];

const special = new BlockList();
const loopback = new BlockList();
for (const [address, prefix] of IPV4_RANGES) {
  special.addSubnet(address, prefix, "ipv4");
  // The same within IPv6: mapped (RFC 4291), compatible, and as NAT64 translates it (RFC 6052).
  for (const within of ["::ffff:", "::", "64:ff9b::"]) special.addSubnet(within + address, 96 + prefix, "ipv6");
}
for (const [address, prefix] of IPV6_RANGES) special.addSubnet(address, prefix, "ipv6");
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");
loopback.addAddress("::1", "ipv6");

/** Whether a logo may be fetched from an address: public ones, and loopback where the service itself is there. */
export function mayFetchFrom(address: string, loopbackAllowed: boolean): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return (loopbackAllowed && loopback.check(address, family)) || !special.check(address, family);
}
