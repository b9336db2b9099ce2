import { isIPv6 } from 'node:net'

const IPV6_WORDS = 8
const WORD_DIGITS = 4

/** An address back to front, as in names below in-addr.arpa, ip6.arpa and those of blocklists. */
export function reversedAddress(address: string): string {
  const parts = isIPv6(address) ? digitsOf(address).split('') : address.split('.')
  return parts.toReversed().join('.')
}

/** The 32 digits of an IPv6 address. */
function digitsOf(address: string): string {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const words = (part = '') => (part === '' ? [] : part.split(':'))
  const missing = IPV6_WORDS - words(head).length - words(tail).length
  const zeros = Array.from({ length: missing }, () => '0')
  return [...words(head), ...zeros, ...words(tail)].map((word) => word.padStart(WORD_DIGITS, '0')).join('')
}

/** The name whose PTR records are the names of an address. */
export const reverseNameOf = (address: string): string =>
  `${reversedAddress(address)}.${isIPv6(address) ? 'ip6' : 'in-addr'}.arpa`
