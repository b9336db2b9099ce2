// The IP addresses that a request on behalf of a tenant must not reach: everything outside the public internet, in every
// form in which such an address can be written or wrapped.
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The IANA registry of special-purpose IPv4 addresses, and multicast. */
const PRIVATE_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8], // this host
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // shared by the customers of a provider; the metadata service of Alibaba Cloud
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // public by its number, but inside Azure it is the machine's own host
  ['169.254.0.0', 16], // link-local; the metadata services of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4], // reserved, and broadcast
]

/** Special-purpose networks inside the public 2000::/3. */
const PRIVATE_IPV6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23], // Teredo, ORCHID and others
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4: a tunnel to the IPv4 address inside, out of use
  ['3fff::', 20],
]

const PRIVATE = new BlockList()
for (const [network, bits] of PRIVATE_IPV4) PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of PRIVATE_IPV6) PRIVATE.addSubnet(network, bits, 'ipv6')

/** All addresses ever assigned to the public internet. */
const PUBLIC_IPV6 = new BlockList()
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6')

/** Prefixes whose last four bytes are an IPv4 address that the connection would lead to (RFC 4291, RFC 6052). */
const WRAPPED_IPV4 = new BlockList()
WRAPPED_IPV4.addSubnet('::ffff:0:0', 96, 'ipv6')
WRAPPED_IPV4.addSubnet('64:ff9b::', 96, 'ipv6')

/** ISATAP (RFC 5214): an interface id that is a tunnel to the IPv4 address in its last four bytes. */
const ISATAP = /(?:::|:0:|:200:)5efe:[0-9a-f]+:[0-9a-f]+$/

/** Invalid addresses count as private, so that nothing connects to them. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return PRIVATE.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return true
  const spelled = spellIPv6(address)
  if (WRAPPED_IPV4.check(spelled, 'ipv6')) return PRIVATE.check(lastFourBytes(spelled), 'ipv4')
  if (!PUBLIC_IPV6.check(spelled, 'ipv6') || PRIVATE.check(spelled, 'ipv6')) return true
  return ISATAP.test(spelled) && PRIVATE.check(lastFourBytes(spelled), 'ipv4')
}

/** The shortest form, in which the last four bytes are always two groups in hexadecimal. */
const spellIPv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

function lastFourBytes(spelled: string): string {
  const [high = '0', low = '0'] = spelled.replace(/::/, ':0:').split(':').slice(-2)
  return [high, low]
    .map((group) => Number.parseInt(group === '' ? '0' : group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
