// The returned email. Reports that follow MIME include it as a part; the others put it below a line of their own wording,
// or below none.
import { anyOf } from '../smtp/replies/reply-words.ts'
import { findAddresses, readAddress } from './address-text.ts'
import { firstOf, readHeader } from './header-fields.ts'
import type { Field } from './header-fields.ts'
import type { EmailParts } from './email-parts.ts'
import { ORIGINAL_BELOW } from './sign-words.ts'

/** The start of a header: fields that never occur in the words of a report. */
const FIRST_FIELD = anyOf(
  /^(?:received|return-path|delivered-to|authentication-results|received-spf|dkim-signature|domainkey-signature):/,
  /^(?:x-received|x-originating-ip|x-apparently-to|x-google-[\w-]{1,40}|arc-[\w-]{1,40}):/,
)
const ANY_FIELD = /^(?:[!-9;-~]{1,60}:|[ \t])/

/** Separates the words of a report from the original below them. */
export function splitAtOriginal(text: string): { report: string; original: string } {
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => isMarker(lines, index) || isHeaderStart(lines, index, line))
  if (at < 0) return { report: text, original: '' }
  const isBare = FIRST_FIELD.test(lines[at] ?? '')
  return {
    report: lines.slice(0, at).join('\n'),
    original: lines.slice(isBare ? at : at + 1).join('\n'),
  }
}

// How far below the marker the header of the original may begin: rules, empty lines, a sentence.
const MARKER_REACH = 6
// A marker is one line on a screen, half of it dashes.
const LONGEST_MARKER = 200

/** Words like "the original message was received at …" also begin reports; a marker has a header below it. */
function isMarker(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.length > LONGEST_MARKER || !ORIGINAL_BELOW.test(line.replace(/^[ \t>*#=|-]+/, ''))) return false
  const below = lines.slice(at + 1, at + 1 + MARKER_REACH)
  return below.some((one, index) => {
    const next = below[index + 1] ?? lines[at + 2 + index] ?? ''
    return (
      /^\s{0,8}[A-Z][\w-]{1,40}:(?: |\t|<|$)/i.test(one) && (ANY_FIELD.test(next) || FIRST_FIELD.test(one))
    )
  })
}

function isHeaderStart(lines: readonly string[], at: number, line: string): boolean {
  if (!FIRST_FIELD.test(line)) return false
  const below = lines.slice(at + 1, at + 4).filter((one) => one.trim() !== '')
  return below.every((one) => ANY_FIELD.test(one))
}

export type Original = { messageId: string | null; recipients: string[]; senders: string[] }

export function readOriginal(parts: EmailParts, below: string): Original {
  const header = [...parts.originals, below].map(readHeader).find((fields) => fields.length > 0) ?? []
  const id = firstOf(header, 'message-id') ?? ''
  return {
    messageId: /<[^<>\s]{1,900}>/.exec(id)?.[0] ?? (/^[^<>\s]{1,900}$/.test(id) ? `<${id}>` : null),
    recipients: recipientsOf(header),
    senders: ['return-path', 'from', 'sender', 'reply-to', 'errors-to'].flatMap((name) =>
      valuesOf(header, name),
    ),
  }
}

/** The envelope as noted by Hotmail and others is more reliable than the header, which may name a list. */
function recipientsOf(header: readonly Field[]): string[] {
  const noted = firstOf(
    header,
    'x-hmxmroriginalrecipient',
    'x-original-to',
    'envelope-to',
    'x-envelope-to',
    'x-rcpt-to',
  )
  const address = noted === undefined ? null : readAddress(noted)
  if (address !== null) return [address]
  const named = [...valuesOf(header, 'to'), ...valuesOf(header, 'cc')]
  return named.length > 0 ? [...new Set(named)] : valuesOf(header, 'delivered-to')
}

const valuesOf = (header: readonly Field[], name: string): string[] =>
  header.filter((field) => field.name === name).flatMap(({ value }) => findAddresses(value))
