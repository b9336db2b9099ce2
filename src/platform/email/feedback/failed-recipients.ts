// Finds the recipients in a report in plain words, and the words about each. There is no standard; in nearly all, a line
// begins with the recipient, and the reason follows on it or below it; in some it stands above (reason-above.ts). Otherwise
// the recipient is the address after a word such as "to", or else any address that is not the sender's.
import { findAddresses, isDaemon } from './address-text.ts'
import { MOST_RECIPIENTS } from './feedback.ts'
import { findReasonsAbove } from './reason-above.ts'

export type FailedRecipient = { address: string; words: string }

/** Addresses that are known from elsewhere about the email that failed. */
export type OriginalAddresses = {
  failed: ReadonlySet<string>
  recipients: ReadonlySet<string>
  senders: ReadonlySet<string>
}

/** Text before an address that begins its line: bullets, an SMTP reply, the command of a transcript, quotes. */
const LINE_START = new RegExp(
  [
    /^[\s<>*•·#|-]{0,40}/,
    /(?:\d{3}[ -]{1,3}(?:#?\d\.\d{1,3}\.\d{1,3}[ :]{0,3})?)?["'<([]{0,3}/,
    /(?:mailto:|smtp:|rfc822;\s?|rcpt to:\s?|recipient:\s{0,8})?["'<([]{0,3}$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'i',
)
/** Text after it, in a sentence that was wrapped there. */
const SENTENCE_GOES_ON = /^["'>)\]]{0,3}\s(?:for|if|or|and|to|with|as|by|from)\b/i
const BEFORE_RECIPIENT =
  /(?:recipients?|rcpt to|\bto|address(?:es)?|users?|mailbox(?:es)?|accounts?|\bfor|e-?mail)\s?[:=]?\s{0,20}["'<([]{0,3}$/i
const ELSEWHERE = /(?:destinat\w{2,6}|empf(?:ä|ae)nger|宛先|あて先)\s?[:=]?\s{0,20}["'<([]{0,3}$/i
/** The sender, whose address is in most reports too. */
const BEFORE_SENDER =
  /(?:\bfrom|sender|reply.?to|contact|message-id|return-path|hello|\bid)\s?[:=]?\s{0,20}["'<([]{0,3}$/i

type Mention = { address: string; line: number; rank: 1 | 2 | 3 }

// Twenty for each of a hundred recipients; longer reports were written to cost time.
const MOST_LINES = 2_000
const LONGEST_LINE = 2_000

export function findFailedRecipients(report: string, known: OriginalAddresses): FailedRecipient[] {
  const lines = report.split('\n', MOST_LINES).map((line) => line.slice(0, LONGEST_LINE))
  const mentions = lines.flatMap(mentionsIn)
  const chosen = choose(mentions, known)
  const addresses = [...new Set(chosen.map(({ address }) => address))].slice(0, MOST_RECIPIENTS)
  const wordsOf = findReasonsAbove(lines, chosen) ?? collectWords(lines, chosen)
  return addresses.map((address) => ({ address, words: wordsOf.get(address) ?? '' }))
}

function mentionsIn(text: string, line: number): Mention[] {
  if (!text.includes('@')) return []
  const lower = text.toLowerCase()
  return findAddresses(text).map((address) => {
    const at = lower.indexOf(address)
    return { address, line, rank: at < 0 ? 3 : rankOf(text.slice(0, at), text.slice(at + address.length)) }
  })
}

function rankOf(before: string, after: string): Mention['rank'] {
  if (LINE_START.test(before) && !SENTENCE_GOES_ON.test(after)) return 1
  const near = before.slice(-60)
  const isRecipient = BEFORE_RECIPIENT.test(near) || ELSEWHERE.test(near)
  return isRecipient && !BEFORE_SENDER.test(near) ? 2 : 3
}

/** The mentions that name a recipient: those that failed by the header, else the most certain ones. */
function choose(mentions: readonly Mention[], known: OriginalAddresses): Mention[] {
  if (known.failed.size > 0) {
    const named = mentions.filter(({ address }) => known.failed.has(address))
    const missing = known.failed.difference(new Set(named.map(({ address }) => address)))
    return [...named, ...unmentioned(missing)]
  }
  const isOther = ({ address }: Mention) => !known.senders.has(address) && !isDaemon(address)
  for (const rank of [1, 2] as const) {
    const sure = mentions.filter((one) => one.rank === rank && isOther(one))
    if (sure.length > 0) return sure
  }
  const addressed = mentions.filter(({ address }) => known.recipients.has(address))
  if (addressed.length > 0) return addressed
  const sent = mentions.filter(({ rank }) => rank === 1)
  if (sent.length > 0) return sent
  // With several, it is unknown which one is meant.
  if (known.recipients.size === 1) return unmentioned(known.recipients)
  const others = mentions.filter(isOther)
  return others.length > 0 ? others.slice(0, 1) : []
}

const unmentioned = (addresses: ReadonlySet<string>): Mention[] =>
  [...addresses].map((address) => ({ address, line: -1, rank: 3 }))

/** The words from each mention to the next one of another address. */
function collectWords(lines: readonly string[], mentions: readonly Mention[]): Map<string, string> {
  const starts = new Map(mentions.filter(({ line }) => line >= 0).map((one) => [one.line, one.address]))
  const words = new Map<string, string>()
  for (const { address, line } of mentions) {
    if (line < 0) continue
    const section = sectionAt(lines, line, (at) => (starts.get(at) ?? address) !== address)
    const before = words.get(address) ?? ''
    const isNew = before.length < LONGEST_WORDS && !before.includes(section)
    if (isNew) words.set(address, before === '' ? section : `${before}\n${section}`)
  }
  return words
}

const LONGEST_WORDS = 4_000
// A reason is a reply of a few lines; explanations for people follow it.
const LONGEST_SECTION = 25

function sectionAt(lines: readonly string[], from: number, isOthers: (line: number) => boolean): string {
  const section: string[] = []
  let hasWords = false
  for (let at = from; at < lines.length && section.length < LONGEST_SECTION; at += 1) {
    const line = lines[at]?.trim() ?? ''
    if (at > from && (isOthers(at) || isNextReply(section, line))) break
    if (line === '' && hasWords && !isAnnouncing(section.at(-1) ?? '')) break
    if (line === '') continue
    section.push(line)
    hasWords ||= saysMoreThanAddress(line)
  }
  return section.join('\n')
}

/** In a transcript every line that begins with a code is about another command; `550-` continues. */
const isNextReply = (section: readonly string[], line: string): boolean =>
  /^[45]\d\d /.test(section[0] ?? '') && /^(?:[45]\d\d |>>>|<<<)/.test(line)

/** A reason was given when there are words besides the address, and no colon announces more of them. */
const isAnnouncing = (line: string): boolean => /:["'>\s]{0,3}$/.test(line)

function saysMoreThanAddress(line: string): boolean {
  const words = line.includes('@') ? line.replace(/[^\s<>"'()]{1,64}@[^\s<>"'()]{1,255}/g, '') : line
  return /\p{L}{3}/u.test(words)
}
