// Defines email addresses. Every address that enters the system passes here, and the output is compared, stored and sent by
// SMTP unchanged; no other file trims, lower-cases or splits one. It reads the Mailbox of RFC 5321 4.1.2; of the header
// syntax of RFC 5322 only a name with an address (parseMailbox). A newcomer gets this wrong: splitting at the first or last
// `@`. A quoted part may contain one, and servers disagree about the recipient then; so those are refused, and needless
// quotes are removed.
import { findInvisible, hasControlCharacter, readMailDomain, trimBlanks } from './domain-name.ts'
import type { DomainProblem } from './domain-name.ts'

/** A canonical address: printable ASCII, lower case, domain in ASCII form. Equal texts are one mailbox. */
export type EmailAddress = string & { readonly __brand: 'EmailAddress' }

/** The part behind the `@`, of an address that was checked. */
export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

type AddressProblemCode =
  | DomainProblem['code']
  | 'syntax'
  | 'quoted'
  | 'no-local'
  | 'local-dots'
  | 'local-not-ascii'
  | 'local-too-long'
  | 'too-long'

/** Why a text is not an address. `code` is for programs; `message` is one sentence saying what to do. */
export type AddressProblem = { code: AddressProblemCode; message: string }
type Refusal = { ok: false; problem: AddressProblem }
export type AddressResult = { ok: true; address: EmailAddress; local: string; domain: string } | Refusal

/** RFC 5321 4.5.3.1.1, in octets; all that is accepted is ASCII, so also in characters. */
const MAX_LOCAL = 64
/** RFC 5321 4.5.3.1.3 gives a path 256 octets, two of which are its angle brackets. */
export const MAX_ADDRESS = 254
/** Far above any address, even with spaces around it; far below what takes long to examine. */
export const LONGEST_TEXT = 2_000
/** A domain no longer than the longest label (RFC 1035 2.3.4) needs no check of its labels. */
const MAX_PLAIN_DOMAIN = 63

/**
 * The fast path, for nearly every address of an import. Each character has one way to match, so time is
 * linear. A double hyphen in the domain may be that of `xn--` and takes the slow path.
 */
const PLAIN =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.)+[A-Za-z]+$/
/** Dot-string of RFC 5321 4.1.2, made of the atext of RFC 5322 3.2.3. */
const DOT_STRING = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** The specials of RFC 5322 3.2.3 other than `@` and `.`, and every kind of space. */
const HEADER_SYNTAX = /[\s()<>[\],:;"\\]/
/** RFC 5321 4.1.3. It has the form of an address; `readMailDomain` refuses it. */
const ADDRESS_LITERAL = /^\[[\w.:-]*\]$/
/** Characters that some relay or header parser treats as the end of a quoted part. */
const UNSAFE_QUOTED = /[@ ,<>]/
const NOT_ASCII = /\P{ASCII}/u

/** Problems of texts that do not have the form local@domain at all. */
const FORMLESS: ReadonlySet<AddressProblemCode> = new Set<AddressProblemCode>([
  'control-character',
  'invisible-character',
  'syntax',
  'quoted',
  'no-local',
  'no-domain',
])

/** Reads one address. Surrounding spaces and tabs are dropped; the rest is understood in full or refused. */
export function parseEmailAddress(text: string): AddressResult {
  const at = text.indexOf('@')
  if (at <= MAX_LOCAL && text.length - at <= MAX_PLAIN_DOMAIN + 1 && PLAIN.test(text)) {
    return accept(text.slice(0, at).toLowerCase(), text.slice(at + 1).toLowerCase())
  }
  if (text.length > LONGEST_TEXT) return refuseLong()
  const trimmed = trimBlanks(text)
  if (hasControlCharacter(trimmed)) {
    return refuse('control-character', 'Remove the line breaks and control characters from the address.')
  }
  const parts = trimmed.startsWith('"') ? splitQuoted(trimmed) : splitPlain(trimmed)
  if ('ok' in parts) return parts
  const formProblem = problemOfForm(parts)
  if (formProblem !== undefined) return formProblem
  const local = parts.isQuoted ? readQuoted(parts.local) : readDotString(parts.local)
  if (typeof local !== 'string') return local
  const domain = readMailDomain(parts.domain)
  if (!domain.ok) return domain
  if (local.length + 1 + domain.domain.length > MAX_ADDRESS) {
    return refuseLong()
  }
  return accept(local, domain.domain)
}

export type MailboxResult = { ok: true; address: EmailAddress; name: string | undefined } | Refusal

/** The specials of RFC 5322 3.2.3 that an unquoted name cannot contain. A dot is allowed (obs-phrase, 4.1). */
const UNQUOTED_SPECIALS = /[()<>[\]:;@\\,"]/
const QUOTED_NAME = /^"((?:[^"\\]|\\.)*)"$/

/**
 * Reads an address with an optional name, `Ann Lee <ann@example.com>`: the mailbox of RFC 5322 3.4, without comments. A
 * name with a comma or another special has to be quoted: it could be two addresses.
 */
export function parseMailbox(text: string): MailboxResult {
  const trimmed = text.length > LONGEST_TEXT ? '' : trimBlanks(text)
  const open = trimmed.endsWith('>') ? trimmed.lastIndexOf('<') : -1
  if (open === -1) return withoutName(parseEmailAddress(text))
  const parsed = parseEmailAddress(trimmed.slice(open + 1, -1))
  if (!parsed.ok) return parsed
  const name = readName(trimBlanks(trimmed.slice(0, open)))
  return typeof name === 'object'
    ? name
    : { ok: true, address: parsed.address, name: name === '' ? undefined : name }
}

const withoutName = (parsed: AddressResult): MailboxResult =>
  parsed.ok ? { ok: true, address: parsed.address, name: undefined } : parsed

function readName(text: string): string | Refusal {
  if (hasControlCharacter(text)) {
    return refuse('control-character', 'Remove the line breaks and control characters from the name.')
  }
  const quoted = QUOTED_NAME.exec(text)?.[1]
  if (quoted !== undefined) return trimBlanks(quoted.replace(/\\(.)/g, '$1'))
  if (!UNQUOTED_SPECIALS.test(text)) return text
  return refuse(
    'syntax',
    'Give one address, as Name <name@example.com>; a name with commas or other special characters needs quotation marks.',
  )
}

/** Formats a mailbox so that parseMailbox reads it back. */
export const formatMailbox = ({ email, name }: { email: string; name?: string | undefined }): string =>
  name === undefined ? email : `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`

/**
 * Whether a text has the form local@domain, even if it breaks a rule of names or lengths. False where the two halves are
 * not clear, or where another parser could read the text differently.
 */
export function isEmailForm(text: string): boolean {
  const parsed = parseEmailAddress(text)
  return parsed.ok || !FORMLESS.has(parsed.problem.code)
}

/** The two sides of the `@` as written; a quoted `local` comes without its outer quotes, with its escapes. */
type Parts = { local: string; domain: string; isQuoted: boolean }

function splitPlain(text: string): Parts | Refusal {
  const at = text.indexOf('@')
  if (at === -1) return refuse('no-domain', 'Write the address in full, as name@example.com.')
  return { local: text.slice(0, at), domain: text.slice(at + 1), isQuoted: false }
}

/** Finds the end of a Quoted-string with a loop: a regular expression needs stack for each of many escapes. */
function splitQuoted(text: string): Parts | Refusal {
  let end = 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  if (end >= text.length) return refuse('quoted', 'Close the quoted part with a quotation mark.')
  if (text[end + 1] !== '@') {
    // `"Ann" <ann@example.com>` of a header, and `"a".b@example.com`, obsolete since RFC 5322 4.4.
    return refuse('syntax', 'Give the bare address: quotation marks must hold all that is before the @.')
  }
  return { local: text.slice(1, end), domain: text.slice(end + 2), isQuoted: true }
}

/** Refuses syntax that RFC 5322 3.4 and 4.4 allow in a header but RFC 5321 4.1.2 does not: names, lists, routes. */
function problemOfForm({ local, domain, isQuoted }: Parts): Refusal | undefined {
  if (domain.includes('@')) return refuse('syntax', 'Give exactly one address, with one @.')
  if (local === '') return refuse('no-local', 'Write a name before the @.')
  if (domain === '') return refuse('no-domain', 'Write a domain after the @, such as example.com.')
  const hidden = findInvisible(local)
  if (hidden !== undefined) {
    return refuse('invisible-character', `Remove the invisible character ${hidden} from the address.`)
  }
  const isBareDomain = !HEADER_SYNTAX.test(domain) || ADDRESS_LITERAL.test(domain)
  if (!isBareDomain || (!isQuoted && HEADER_SYNTAX.test(local))) {
    return refuse('syntax', 'Give only the address, as name@example.com, without spaces, names or brackets.')
  }
  if (isQuoted && UNSAFE_QUOTED.test(local)) {
    return refuse('quoted', 'Use an address without @, spaces, commas or angle brackets in quotation marks.')
  }
  return undefined
}

function readDotString(local: string): string | Refusal {
  if (NOT_ASCII.test(local)) return refuseNotAscii()
  if (local.length > MAX_LOCAL) return refuseLongLocal()
  if (!DOT_STRING.test(local)) {
    return refuse('local-dots', 'Before the @, remove the dot at the start or end, or one of two in a row.')
  }
  return local.toLowerCase()
}

/**
 * The canonical spelling of a quoted name. RFC 5321 4.1.2: `"a\b"`, `"ab"` and `ab` are one mailbox, and the form with the
 * least quoting is to be sent; a backslash stays only before a quote or a backslash.
 */
function readQuoted(quoted: string): string | Refusal {
  if (NOT_ASCII.test(quoted)) return refuseNotAscii()
  // Every character may be escaped, and the limit applies to the canonical form.
  if (quoted.length > 2 * MAX_LOCAL) return refuseLongLocal()
  const content = quoted.replace(/\\(.)/g, '$1')
  const local = DOT_STRING.test(content) ? content : `"${content.replace(/["\\]/g, '\\$&')}"`
  return local.length > MAX_LOCAL ? refuseLongLocal() : local.toLowerCase()
}

/** RFC 6531 3.3 allows UTF-8 here, but only for servers that offer SMTPUTF8, which we do not use. */
function refuseNotAscii(): Refusal {
  return refuse('local-not-ascii', 'Use only unaccented letters, digits and common signs before the @.')
}

function refuseLong(): Refusal {
  return refuse('too-long', 'Shorten the address: it can have 254 characters at most.')
}

function refuseLongLocal(): Refusal {
  return refuse('local-too-long', 'Shorten the name before the @: it can have 64 characters at most.')
}

function refuse(code: AddressProblemCode, message: string): Refusal {
  return { ok: false, problem: { code, message } }
}

function accept(local: string, domain: string): AddressResult {
  return { ok: true, address: `${local}@${domain}` as EmailAddress, local, domain }
}
