// What a report means, from all it says: the status, the reply of the last server, the words of the one that reports.
// The reply decides where there is one; classifyReply() knows them. What a newcomer gets wrong: the words around it
// are the reporting server's own, full of "sender", "refused" and "permanent", and mean nothing.
import { classifyReply } from '../smtp/replies/reply-class.ts'
import type { ReplyClass } from '../smtp/replies/reply-class.ts'
import type { SmtpReply, Stage } from '../transport.ts'
import { DIRECTORY_BLOCK, LATE_LOOKUP, NOBODY, VAGUE } from '../smtp/replies/reply-words.ts'
import {
  EXPIRED,
  HIDING,
  MAILBOX_TROUBLE,
  NAME_SERVER_TROUBLE,
  NO_CONNECTION,
  NO_SUCH_DOMAIN,
  NOBODY_ELSEWHERE,
  NOT_FOUND_HEADING,
  RECIPIENT_REJECTED,
  SAYS_SOMETHING,
  STAGES,
  USUAL_WORDS,
} from './bounce-words.ts'

export type Evidence = {
  /** RFC 3463, as the report has it. */
  status: string | null
  /** The surest first: the diagnosis, the words about this recipient, the whole report. */
  texts: readonly string[]
  /** The server still tries. */
  isDelayed: boolean
}

export type Judgement = { class: ReplyClass; code: string | null; reason: string }

/** An SMTP reply within other words. Numbers with a unit behind them are none. */
const REPLY =
  /(?<![\d./#\w-]|[\d\]]:)(?:smtp;\s?)?(4[2-5]\d|5[0-7]\d)(?=[ :,#-]|$)(?![ -](?:seconds|minutes|hours|days|bytes|[kmg]i?b|messages|recipients))/i
const ENHANCED = /(?<![\d.])#?([45]\.\d{1,2}\.\d{1,3})(?![\d.]*\d)/
/** The code on each line of a reply (RFC 5321 section 4.2.1), when the lines were joined. */
const REPEATED_CODE = /(?<![\d.])[45]\d\d[ -](?:[45]\.\d{1,2}\.\d{1,3}[ :]{0,2})?/g
/** Where the reply ends and the reporting server speaks again. */
const END_OF_REPLY = /----|>>>|<<<|giving up on|\(in reply to|i'm not going to|while talking to|\(state \d/i

const LONGEST_TEXT = 4_000

export function judge({ status, texts, isDelayed }: Evidence): Judgement {
  const given = texts.map((text) => oneLine(text.slice(0, LONGEST_TEXT))).filter((text) => text !== '')
  const text = given.find((one) => REPLY.test(one)) ?? given.find(saysSomething) ?? given[0] ?? ''
  const reply = readReplyIn(text, status)
  const isHeaded = given.some((one) => NOT_FOUND_HEADING.test(one))
  const said = { text, reply, stage: stageIn(given), isHeaded }
  const verdict = isDelayed ? notForGood(said) : verdictOn(said)
  const isDenied = verdict === 'hard' && given.some((one) => MAILBOX_TROUBLE.test(one))
  return {
    class: isDenied ? 'soft' : verdict,
    code: reply.enhancedCode ?? REPLY.exec(text)?.[1] ?? status,
    reason: reasonOf(text, status),
  }
}

const saysSomething = (text: string): boolean => SAYS_SOMETHING.test(text.replace(USUAL_WORDS, ' '))

type Said = {
  text: string
  reply: SmtpReply
  stage: Stage | undefined
  /** The reporting server takes it for an address that is not there. */
  isHeaded: boolean
}

function verdictOn(said: Said): ReplyClass {
  const { text, reply, stage, isHeaded } = said
  const isOwnWord = !REPLY.test(text)
  if (NAME_SERVER_TROUBLE.test(reply.text)) return 'soft'
  if (isOwnWord && (NO_CONNECTION.test(text) || EXPIRED.test(text))) return 'soft'
  const isPlain = isOwnWord && reply.code >= 500 && (NO_SUCH_DOMAIN.test(text) || NOBODY_ELSEWHERE.test(text))
  const verdict = isPlain ? 'hard' : classifyReply(reply, stage)
  if (verdict === 'soft' && isHeaded && saysNothing(said)) return 'hard'
  if (verdict !== 'hard') return verdict
  // Refused before a recipient was named, whatever the words are about.
  if (stage === 'connect' || stage === 'mail') return 'policy'
  return isSure(said) ? 'hard' : 'soft'
}

/** RFC 5321 section 4.2.3: the mailbox, or its name. */
const OF_MAILBOX = new Set([550, 553])

/** Where the last server gives no reason, the guess of the one that reports is all there is. */
function saysNothing({ reply, stage }: Said): boolean {
  const isEarly = stage !== 'dot' && stage !== 'data'
  const isCoded = /^[45]\.[2-7]\./.test(reply.enhancedCode ?? '')
  return isEarly && !isCoded && OF_MAILBOX.has(reply.code) && !saysSomething(reply.text)
}

/** RFC 3463 section 3.2 (the address) and 3.5 (no route to the domain), and those of Exchange Online. */
const SURE_STATUS = /^5\.(?:1\.\d{1,3}|4\.(?:4|310))$/
/** Outlook's, beside "mailbox unavailable". */
const PROTOCOL_STATUS = '5.5.0'
const SURE_CODES = new Set([551, 556])

/**
 * A bounce comes after the fact, and "user unknown" alone may be what a filter said to the finished email. It is hard
 * when the recipient was refused by name, when the status says so, or when the words can mean nothing else.
 */
function isSure({ text, reply, stage }: Said): boolean {
  const isNamed = SURE_STATUS.test(reply.enhancedCode ?? '') || SURE_CODES.has(reply.code)
  const isBlocked = reply.enhancedCode === '5.4.1' && DIRECTORY_BLOCK.test(text)
  const isOutlooks = reply.enhancedCode === PROTOCOL_STATUS && VAGUE.test(text)
  if (stage === 'rcpt' || isNamed || isBlocked || isOutlooks) return true
  // What stands around a reply is a guess of the reporting server: Gmail writes "address not found" over anything.
  const hasReply = REPLY.test(text)
  const words = hasReply ? reply.text : text
  // A status about policy beside it is a reason to doubt.
  if (RECIPIENT_REJECTED.test(words)) return !(reply.enhancedCode ?? '').startsWith('5.7.')
  const isPlain = [NO_SUCH_DOMAIN, NOBODY_ELSEWHERE].some((list) => list.test(words))
  return isPlain || NOBODY.test(words.replace(HIDING, ' ')) || (hasReply && LATE_LOOKUP.test(words))
}

/** A delay for want of a connection is about the moment, whatever was "refused". */
function notForGood({ text, reply, stage }: Said): ReplyClass {
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

/** x.0.0 says no more than its first digit, which the reply says better. */
const specific = (status: string | null): string | null => (status?.endsWith('.0.0') ? null : status)

/** By the surest text that says it. */
function stageIn(texts: readonly string[]): Stage | undefined {
  for (const text of texts) {
    const stage = STAGES.find(([form]) => form.test(text))?.[1]
    if (stage !== undefined) return stage
  }
  return undefined
}

// A line on a screen; the email itself is kept by whoever wants more.
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

// What the servers write between the pieces of a report; a reply ends there.
const PARAGRAPH = ' ---- '

const oneLine = (text: string): string =>
  withGaps(text.trim())
    .replace(/\n[ \t]*\n\s*/g, PARAGRAPH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** In a transcript the next code is the next reply: what it says ("Deferred") is said of something else. */
function withGaps(text: string): string {
  let former = ''
  return text.replace(/^[ \t]*([245]\d\d)(?=[ -])/gm, (start, code: string) => {
    const isOther = former !== '' && former !== code
    former = code
    return isOther ? `\n\n${start}` : start
  })
}
