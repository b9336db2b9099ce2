import { parseEmailAddress } from '../../addresses/email-address.ts'

// Bounded pieces keep the time linear. Latin letters only: a Japanese sentence has no space between a word and an address.
const ADDRESS =
  /[\p{Script=Latin}\d!#$%&'*+/=?^_`~.-]{1,64}@[\p{Script=Latin}\d-]{1,63}(?:\.[\p{Script=Latin}\d-]{1,63}){1,10}/gu

/** `to=ann@example.net` of a log line. Other equals signs belong to return paths that name a recipient. */
const LOG_FIELD = /^(?:to|from|rcpt|user|e?mail|address|recipient|orig_to)=/i

/** The addresses in a text, in their order, canonical, without duplicates. */
export function findAddresses(text: string): string[] {
  const found = new Set<string>()
  for (const [one] of text.matchAll(ADDRESS)) {
    const address = readAddress(one)
    if (address !== null) found.add(address)
  }
  return [...found]
}

/**
 * Reads one address as reports write it: `rfc822;name@example.com`, `<name@example.com>`, with a route before it (RFC 5321
 * appendix C), or with words around it. Null if there is none.
 */
export function readAddress(text: string): string | null {
  const bare = text
    .slice(0, LONGEST)
    .replace(/^\s*[\w-]{1,20}\s*;/, '')
    .replace(/^[\s<"'(]+|[\s>"'),;:.]+$/g, '')
    .replace(/^@[^\s:]{1,255}:/, '')
    .replace(LOG_FIELD, '')
  const parsed = parseEmailAddress(bare)
  if (parsed.ok) return parsed.address
  const within = bare.match(ADDRESS)?.[0]
  if (within !== undefined && within !== bare) return readAddress(within)
  return looksLikeAddress(bare) ? bare.toLowerCase() : null
}

// RFC 5321 section 4.5.3.1 allows 254; reports wrap it and prepend a type.
const LONGEST = 1_000

/** Even if it is not valid by our rules (a host without a dot, a name that is not ASCII), it identifies the recipient. */
const looksLikeAddress = (text: string): boolean =>
  /^[^\s@<>()\p{Cc}]{1,64}@[^\s@<>()\p{Cc}]{1,255}$/u.test(text)

/** Addresses of mail systems, which are never the recipient of a failed newsletter. */
export const isDaemon = (address: string): boolean =>
  /^(?:mailer-daemon|post[_-]?master|mail-?daemon|double-bounce|bounces?|no-?reply)@/i.test(address)
