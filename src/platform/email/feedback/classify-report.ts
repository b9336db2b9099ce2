// Classifies a report by the status, the reply of the last server, and the words of the reporting server. If there is a
// reply, it decides (classifyReply()). A newcomer gets this wrong: the words around the reply are the reporting server's
// own, full of "sender", "refused" and "permanent", and mean nothing.
import { classifyReply, isAboutPermission, isNullMx } from '../smtp/replies/reply-class.ts'
import type { ReplyClass } from '../smtp/replies/reply-class.ts'
import type { SmtpReply, Stage } from '../transport.ts'
import {
  anyOf,
  DIRECTORY_BLOCK,
  HIDING,
  LATE_LOOKUP,
  NO_REASON,
  NO_SUCH_RECIPIENT,
} from '../smtp/replies/reply-words.ts'
import {
  BARE_REPLY,
  EXPIRED,
  MAILBOX_TROUBLE,
  NAME_SERVER_TROUBLE,
  NO_CONNECTION,
  NO_SUCH_DOMAIN,
  NO_SUCH_RECIPIENT_TRANSLATED,
  NOT_FOUND_HEADING,
  PROGRAM_AND_BARE_REPLY,
  RECIPIENT_REJECTED,
  SAYS_SOMETHING,
  STAGES,
  USUAL_WORDS,
} from './bounce-words.ts'

export type ReportEvidence = {
  /** RFC 3463, as in the report. */
  status: string | null
  /** Most reliable first: the diagnosis, the words about this recipient, the whole report. */
  texts: readonly string[]
  /** The server keeps trying. */
  isDelayed: boolean
}

export type ReportClass = { class: ReplyClass; code: string | null; reason: string }

/** An SMTP reply within other words. A number followed by a unit is not one. */
const REPLY =
  /(?<![\d./#\w-]|[\d\]]:)(?:smtp;\s?)?(4[2-5]\d|5[0-7]\d)(?=[ :,#-]|$)(?![ -](?:seconds|minutes|hours|days|bytes|[kmg]i?b|messages|recipients))/i
const ENHANCED = /(?<![\d.])#?([45]\.\d{1,2}\.\d{1,3})(?![\d.]*\d)/
/** The code on each line of a reply (RFC 5321 section 4.2.1), when the lines were joined. */
const REPEATED_CODE = /(?<![\d.])[45]\d\d[ -](?:[45]\.\d{1,2}\.\d{1,3}[ :]{0,2})?/g
/** Where the reply ends and the reporting server speaks again. */
const END_OF_REPLY = /----|>>>|<<<|giving up on|\(in reply to|i'm not going to|while talking to|\(state \d/i

const LONGEST_TEXT = 4_000

export function classifyReport({ status, texts, isDelayed }: ReportEvidence): ReportClass {
  const given = texts.map((text) => oneLine(text.slice(0, LONGEST_TEXT))).filter((text) => text !== '')
  const text = mostTelling(given)
  const reply = readReplyIn(text, status)
  const isHeaded = given.some((one) => NOT_FOUND_HEADING.test(one))
  const reading = { text, reply, stage: stageIn(given), isHeaded }
  const verdict = isDelayed ? notForGood(reading) : verdictOn(reading)
  const isDenied = verdict === 'hard' && given.some((one) => MAILBOX_TROUBLE.test(one))
  return {
    class: isDenied ? 'soft' : verdict,
    code: reply.enhancedCode ?? REPLY.exec(text)?.[1] ?? status,
    reason: reasonOf(text, status),
  }
}

/** Whether a text contains the reply of a server. */
export const hasReply = (text: string): boolean => REPLY.test(text)

/** Whether a text gives a reason, apart from the usual words of reports. */
export const givesReason = (text: string): boolean => hasReply(text) || saysSomething(text)

const mostTelling = (texts: readonly string[]): string => {
  const replies = texts.filter(hasReply)
  return (
    replies.find((one) => !BARE_REPLY.test(one)) ?? replies[0] ?? texts.find(saysSomething) ?? texts[0] ?? ''
  )
}

const saysSomething = (text: string): boolean => SAYS_SOMETHING.test(text.replace(USUAL_WORDS, ' '))

type ReportReading = {
  text: string
  reply: SmtpReply
  stage: Stage | undefined
  /** The reporting server's heading says that the address does not exist. */
  isHeaded: boolean
}

function verdictOn(reading: ReportReading): ReplyClass {
  const { text, reply, stage, isHeaded } = reading
  const isOwnWord = !REPLY.test(text)
  if (isNullMx(reply.text)) {
    // The reporting server looked the domain up itself; the reply of another may be about the sender's domain.
    return isOwnWord && reply.code >= 500 ? 'hard' : classifyReply(reply, stage)
  }
  if (NAME_SERVER_TROUBLE.test(reply.text)) return 'soft'
  if (isOwnWord && (NO_CONNECTION.test(text) || EXPIRED.test(text))) return 'soft'
  const isPlain = reply.code >= 500 && UNKNOWN.test(reply.text)
  if (isPlain && isAboutPermission(reply.enhancedCode)) return doubted(reading)
  const verdict = isPlain && isOwnWord ? 'hard' : classifyReply(reply, stage)
  if (verdict === 'soft' && isHeaded && saysNothing(reading)) return 'hard'
  if (verdict !== 'hard') return verdict
  // Refused before a recipient was named, so not about the recipient.
  if (stage === 'connect' || stage === 'mail') return 'policy'
  return isSure(reading) ? 'hard' : 'soft'
}

const UNKNOWN = anyOf(NO_SUCH_DOMAIN, NO_SUCH_RECIPIENT_TRANSLATED)

/** The status contradicts the words, so it does not count; the words may still be about us. */
const doubted = (reading: ReportReading): ReplyClass =>
  notForGood({ ...reading, reply: { ...reading.reply, enhancedCode: null } })

/** RFC 5321 section 4.2.3: codes about the mailbox or its name. */
const OF_MAILBOX = new Set([550, 553])

/** The last server gives no reason, so the reporting server's guess is all there is. */
function saysNothing({ reply, stage }: ReportReading): boolean {
  const isEarly = stage !== 'dot' && stage !== 'data'
  const isCoded = /^[45]\.[2-7]\./.test(reply.enhancedCode ?? '')
  return isEarly && !isCoded && OF_MAILBOX.has(reply.code) && !saysSomething(reply.text)
}

/** RFC 3463 section 3.2 (the address) and 3.5 (no route to the domain), and the codes of Exchange Online. */
const SURE_STATUS = /^5\.(?:1\.\d{1,3}|4\.(?:4|310))$/
/** Outlook uses it with "mailbox unavailable". */
const PROTOCOL_STATUS = '5.5.0'
const SURE_CODES = new Set([551, 556])

/**
 * A bounce comes after the fact, and "user unknown" alone may be a filter's reply to the finished email. It is hard when
 * the recipient was refused by name, when the status says so, or when the words can mean nothing else.
 */
function isSure({ text, reply, stage }: ReportReading): boolean {
  const isNamed = SURE_STATUS.test(reply.enhancedCode ?? '') || SURE_CODES.has(reply.code)
  const isBlocked = reply.enhancedCode === '5.4.1' && DIRECTORY_BLOCK.test(text)
  const isOutlooks = reply.enhancedCode === PROTOCOL_STATUS && NO_REASON.test(text)
  if (stage === 'rcpt' || isNamed || isBlocked || isOutlooks) return true
  // The words around a reply are the reporting server's guess: Gmail writes "address not found" above anything.
  const hasReply = REPLY.test(text)
  const words = hasReply ? reply.text : text
  const isPlain = RECIPIENT_REJECTED.test(words) || UNKNOWN.test(words)
  return (
    isPlain || NO_SUCH_RECIPIENT.test(words.replace(HIDING, ' ')) || (hasReply && LATE_LOOKUP.test(words))
  )
}

/** A delay because of a missing connection is temporary, even if it was "refused". */
function notForGood({ text, reply, stage }: ReportReading): ReplyClass {
  if (!REPLY.test(text) && (NO_CONNECTION.test(text) || EXPIRED.test(text))) return 'soft'
  return classifyReply({ ...reply, code: 450 }, stage) === 'policy' ? 'policy' : 'soft'
}

function readReplyIn(text: string, status: string | null): SmtpReply {
  const found = REPLY.exec(text)
  const behind = found === null ? text : replyAt(text, found.index)
  const named = ENHANCED.exec(behind)?.[1] ?? null
  const enhancedCode = named !== null && !named.endsWith('.0.0') ? named : (specific(status) ?? named)
  const words = found === null ? behind.replace(USUAL_WORDS, ' ') : behind.replace(REPEATED_CODE, ' ')
  const isForNow = (named ?? status ?? '').startsWith('4')
  return { code: found ? Number(found[1]) : isForNow ? 450 : 550, enhancedCode, text: words }
}

function replyAt(text: string, start: number): string {
  const behind = text.slice(start)
  const end = behind.search(END_OF_REPLY)
  return end < 0 ? behind : behind.slice(0, end)
}

/** x.0.0 says no more than its first digit; the reply is more precise. */
const specific = (status: string | null): string | null => (status?.endsWith('.0.0') ? null : status)

/** From the most reliable text that names a stage. */
function stageIn(texts: readonly string[]): Stage | undefined {
  for (const text of texts) {
    const stage = STAGES.find(([form]) => form.test(text))?.[1]
    if (stage !== undefined) return stage
  }
  return undefined
}

// One line on a screen; the email itself has the rest.
const LONGEST_REASON = 500

function reasonOf(text: string, status: string | null): string {
  const words = text
    .replace(/[=*_-]{3,}/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
  if (words !== '') return words
  return status === null ? 'The report gives no reason.' : `The report gives only the status ${status}.`
}

// Separates the paragraphs of a report; a reply ends there.
const PARAGRAPH = ' ---- '

const oneLine = (text: string): string =>
  withGaps(withProgramWords(text.trim()))
    .replace(/\n[ \t]*\n\s*/g, PARAGRAPH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The words of the program become those of the reply, which has none. */
const withProgramWords = (text: string): string => text.replace(PROGRAM_AND_BARE_REPLY, '$2 $1')

/** In a transcript the next code is the next reply, so its text ("Deferred") is about something else. */
function withGaps(text: string): string {
  let former = ''
  return text.replace(/^[ \t]*([245]\d\d)(?=[ -])/gm, (start, code: string) => {
    const isOther = former !== '' && former !== code
    former = code
    return isOther ? `\n\n${start}` : start
  })
}
