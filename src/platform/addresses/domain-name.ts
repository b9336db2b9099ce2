// Defines mail domains: the rules of a host name, the ASCII form of an international name for DNS and SMTP, and its
// readable form. It makes no DNS queries: a name may pass here and not exist. A newcomer gets this wrong: `domainToASCII`
// of node:url is a URL host parser. It decodes `%41`, cuts at `/`, drops tabs, reads `0x7f.1` as 127.0.0.1 and accepts
// invalid `xn--` labels; hence the checks around it.
import { domainToASCII, domainToUnicode } from 'node:url'

/** Why a text is not a valid mail domain. `code` is for programs; `message` is one sentence saying what to do. */
export type DomainProblem = {
  code:
    | 'control-character'
    | 'invisible-character'
    | 'no-domain'
    | 'address-literal'
    | 'domain-too-long'
    | 'label'
    | 'single-label'
    | 'numeric-tld'
    | 'idn'
  message: string
}
export type DomainResult = { ok: true; domain: string } | { ok: false; problem: DomainProblem }

/** RFC 5321 4.5.3.1.2 says 255 octets, two of which DNS needs for lengths and the root (RFC 1035 3.1). */
const MAX_DOMAIN = 253
/** RFC 1035 2.3.4. */
const MAX_LABEL = 63
/**
 * Longest text, in UTF-16 units, that is examined. More than 253, since composing shortens a name (three units to one in
 * Vietnamese), but a hostile megabyte must never reach normalization.
 */
const MAX_DOMAIN_INPUT = 4 * MAX_DOMAIN

/** C0, DEL, C1, and the two separators that many readers treat as a line end. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const NOT_ASCII = /\P{ASCII}/u
/**
 * Every space, and ASCII other than small letters, digits, hyphen and dot: RFC 952 and RFC 1123 2.1.
 * Underscores are for records such as _dmarc, never for a mail host.
 */
const NOT_HOST = /[\s[\p{ASCII}--[a-z0-9.\-]]]/v
const EDGE_HYPHEN = /^-|-$/
/** RFC 3696 2, and numbers as inet_aton reads them: a resolver reads `127.1` and `0x7f.0x1` as 127.0.0.1. */
const NUMERIC_TLD = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/
/** Half-width and full-width forms, and the full-width space: RFC 5895 2, step 2. */
const WIDTH_FORMS = /[\u3000\uff01-\uffee]/g
/** The emoji variation selector, which keyboards add; not part of a name (UTS 46 section 5: ignored). */
const EMOJI_STYLE = /(\p{Extended_Pictographic})\ufe0f/gu
/** Without the two joiners: RFC 5892 A.1 and A.2 allow them in some scripts, as `domainToASCII` checks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d]]/v
/** Readable characters. A name with other symbols, such as a fraction slash, is shown as `xn--`. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\u00b7\u30fb\u200c-\u200d.-]+$/u

/**
 * Reads a domain as a person types it, and accepts only valid mail domains. Surrounding blanks and one trailing dot (the
 * root, RFC 1034 3.1) are dropped; the result is ASCII in lower case.
 */
export function parseDomainName(text: string): DomainResult {
  const trimmed = trimBlanks(text)
  if (hasControlCharacter(trimmed)) {
    return refuse('control-character', 'Remove the line breaks and control characters from the domain.')
  }
  return readMailDomain(/[.\u3002\uff0e\uff61]/.test(trimmed.slice(-1)) ? trimmed.slice(0, -1) : trimmed)
}

/** Reads the part after the `@` of an address: RFC 5321 4.1.2 allows no trailing dot and no blanks there. */
export function readMailDomain(text: string): DomainResult {
  if (text === '') return refuse('no-domain', 'Write a domain, such as example.com.')
  if (text.startsWith('[')) {
    // RFC 5321 4.1.3. No public mail host is addressed like this, and it could reach a server's internal network.
    return refuse('address-literal', 'Use a domain name in place of the IP address in square brackets.')
  }
  if (text.length > MAX_DOMAIN_INPUT) return tooLong()
  const mapped = NOT_ASCII.test(text) ? mapForLookup(text) : text.toLowerCase()
  const unfit = characterProblem(mapped)
  if (unfit !== undefined) return unfit
  const domain = NOT_ASCII.test(mapped) ? toAscii(mapped) : mapped
  if (domain === undefined) return refuseIdn()
  const badLabel = domain.split('.').map(labelProblem).find(Boolean)
  if (badLabel !== undefined) return refuse('label', badLabel)
  if (domain.length > MAX_DOMAIN) return tooLong()
  if (!domain.includes('.')) {
    return refuse('single-label', 'Write the whole domain with its ending, such as example.com.')
  }
  return domain.includes('xn--') && !isRegularIdn(domain) ? refuseIdn() : { ok: true, domain }
}

/** A canonical domain for display: `münchen.de` for `xn--mnchen-3ya.de`. Never for comparing or sending. */
export function displayDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain
  const parsed = readMailDomain(domain)
  if (!parsed.ok || parsed.domain !== domain) return domain
  const unicode = domainToUnicode(domain)
  return READABLE.test(unicode) ? unicode : domain
}

/** Drops only spaces and tabs at both ends: a newline or a no-break space must be refused. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** True for C0, DEL, C1 and the Unicode line and paragraph separators, anywhere in the text. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text)
}

/** The first invisible character of a text, as `U+200B`, so that a message can name it. */
export function findInvisible(text: string): string | undefined {
  const code = INVISIBLE.exec(text)?.[0].codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

/**
 * RFC 5895 2: lower case, ordinary width, composed, ideographic full stop to dot. Case goes character by
 * character, as in UTS 46: `toLowerCase` of a whole Greek word ends it in ς, not σ: another domain.
 */
function mapForLookup(text: string): string {
  return text
    .replace(WIDTH_FORMS, (char) => char.normalize('NFKC'))
    .replace(EMOJI_STYLE, '$1')
    .replace(/./gsu, (char) => char.toLowerCase())
    .normalize('NFC')
    .replaceAll('\u3002', '.')
}

function characterProblem(mapped: string): DomainResult | undefined {
  const hidden = findInvisible(mapped)
  if (hidden !== undefined) {
    return refuse('invisible-character', `Remove the invisible character ${hidden} from the domain.`)
  }
  const unfit = NOT_HOST.exec(mapped)
  if (unfit !== null) {
    return refuse('label', `Remove "${unfit[0]}": a domain holds letters, digits, hyphens and dots.`)
  }
  if (NUMERIC_TLD.test(mapped)) {
    return refuse('numeric-tld', 'Use a domain name: one that ends in a number is read as an IP address.')
  }
  return undefined
}

/**
 * UTS 46 4.2, non-transitional (ß stays ß). UTS 46 also rewrites ① to 1, ﬁ to fi and ſ to s; changes beyond RFC 5895 are
 * refused, so that a name never turns into one that its owner did not write.
 */
function toAscii(mapped: string): string | undefined {
  const ascii = domainToASCII(mapped)
  const encoded = ascii.split('.')
  const decoded = mapForLookup(domainToUnicode(ascii)).split('.')
  const labels = mapped.split('.')
  // A label may be in its xn-- form next to others that are not.
  const isFaithful = labels.every((label, i) => label === decoded[i] || label === encoded[i])
  return isFaithful && encoded.length === labels.length ? ascii : undefined
}

function labelProblem(label: string): string | undefined {
  if (label === '') return 'Remove the dot too many from the domain.'
  if (label.length > MAX_LABEL) return 'Shorten the domain: 63 characters between dots at most.'
  if (EDGE_HYPHEN.test(label)) return 'Remove the hyphen at the start or end of a domain part.'
  return undefined
}

/**
 * Whether every `xn--` label is a real A-label (RFC 5890 2.3.2.1): it decodes, and encodes to itself again. The decoded
 * name keeps RFC 5891 4.2.3.1 (no hyphen at either end) and, as UTS 46 with UseSTD3ASCIIRules requires, contains nothing
 * that decomposes into ASCII punctuation, as ≠ does.
 */
function isRegularIdn(domain: string): boolean {
  const unicode = domainToUnicode(domain)
  const isDecoded = (label: string) => !label.startsWith('xn--') && !EDGE_HYPHEN.test(label)
  return (
    domainToASCII(unicode) === domain &&
    unicode.split('.').every(isDecoded) &&
    !NOT_HOST.test(unicode.normalize('NFD').toLowerCase())
  )
}

function tooLong(): DomainResult {
  return refuse('domain-too-long', 'Shorten the domain: it can have 253 characters at most.')
}

function refuseIdn(): DomainResult {
  return refuse('idn', 'Check the spelling of the domain: it is not a valid international domain name.')
}

function refuse(code: DomainProblem['code'], message: string): DomainResult {
  return { ok: false, problem: { code, message } }
}
