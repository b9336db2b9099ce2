// Classifies permanent rejections. A wrong `hard` suppresses a person who exists, so a doubtful reply is never hard. Words
// come before codes, since servers use 550 and 5.1.1 for everything, and words about the sender before words about the
// recipient. A newcomer gets this wrong: a disabled or locked account is not hard. It exists, and may come back.
import {
  ABOUT_EMAIL,
  TEMPORARY_PROBLEM,
  ABOUT_SENDER,
  BLOCKLIST_LINK,
  DIRECTORY_BLOCK,
  EMAIL_CODE,
  LAST_CODE,
  LATE_LOOKUP,
  ADDRESSES_AND_LINKS,
  MAILBOX_FULL,
  NO_SUCH_RECIPIENT,
  NO_REASON,
  HIDING,
  NULL_MX,
} from './reply-words.ts'
import type { SmtpReply, Stage } from '../../transport.ts'
import type { ReplyClass } from './reply-class.values.ts'

export type { ReplyClass }

/** RFC 3463 and its registry, for replies whose words say nothing. 5.1.0, 5.2.0 and 5.5.0 are used for anything. */
const BY_ENHANCED_CODE: readonly [RegExp, ReplyClass][] = [
  [/^5\.7\./, 'policy'],
  // 5.1.351 and 5.4.310 are Exchange Online's: the next server rejected the recipient, and a domain that does not exist.
  [/^5\.1\.(?:1|2|3|6|10|351)$|^5\.4\.310$/, 'hard'],
  [/^5\.4\.4$/, 'hard'],
  // The mailbox exists: disabled, full, too small, or a list.
  [/^5\.2\.[1-4]$/, 'soft'],
]

/** The sender's address or domain does not exist (RFC 3463 section 3.2), or takes no email (RFC 7505 section 5). */
const OF_SENDER = /^[45]\.(?:1\.[78]|7\.27)$/

/** 551: the user has moved; 556: the domain accepts no email (RFC 7504 section 4). */
const HARD_CODES = new Set([551, 556])

const BEFORE_RECIPIENT: ReadonlySet<Stage> = new Set(['connect', 'tls', 'auth', 'mail'])

// The reason comes first; a bounce may quote the whole email after it.
const LONGEST_TEXT = 2_000

/** Whether the email itself was refused, independent of the recipient. */
export function isAboutEmail({ text, enhancedCode }: Pick<SmtpReply, 'text' | 'enhancedCode'>): boolean {
  return (EMAIL_CODE.test(enhancedCode ?? '') || ABOUT_EMAIL.test(text)) && !MAILBOX_FULL.test(text)
}

/** After DATA, "no such user" usually comes from a filter that hides its reason: the recipient had been accepted. */
export function classifyReply(reply: SmtpReply, stage?: Stage): ReplyClass {
  // No recipient had been named yet.
  if (stage !== undefined && BEFORE_RECIPIENT.has(stage)) return 'policy'
  const words = reply.text.slice(0, LONGEST_TEXT).replaceAll('\n', ' ').replace(ADDRESSES_AND_LINKS, ' ')
  const enhancedCode = reply.enhancedCode ?? LAST_CODE.exec(words)?.[1] ?? ''
  if (enhancedCode === '5.4.1' && DIRECTORY_BLOCK.test(words)) return 'hard'
  if (OF_SENDER.test(enhancedCode) || ABOUT_SENDER.test(words)) return 'policy'
  if (isAboutEmail({ text: words, enhancedCode })) return 'policy'
  if (BLOCKLIST_LINK.test(reply.text.slice(0, LONGEST_TEXT))) return 'policy'
  const isForGood = reply.code >= 500 && !enhancedCode.startsWith('4')
  if (!isForGood || TEMPORARY_PROBLEM.test(words)) return 'soft'
  if (isNullMx(words)) return 'hard'
  const isDead = NO_SUCH_RECIPIENT.test(words) || HARD_CODES.has(reply.code)
  const found = isDead ? 'hard' : byCode(enhancedCode, words)
  const isHidden = (stage === 'data' || stage === 'dot') && !LATE_LOOKUP.test(words)
  const isDoubted = isHidden || (isAboutPermission(enhancedCode) && !isNamedAt(stage, words))
  return found === 'hard' && isDoubted ? 'soft' : found
}

export const isNullMx = (text: string): boolean => NULL_MX.test(text.replace(ADDRESSES_AND_LINKS, ' '))

/** RFC 3463 section 3.8. Beside "user unknown" one of the two is wrong, usually the words of a filter that hides. */
export const isAboutPermission = (enhancedCode: string | null): boolean =>
  enhancedCode?.startsWith('5.7.') ?? false

/** Yandex and qmail give 5.7.x to a recipient that they looked up. */
const isNamedAt = (stage: Stage | undefined, words: string): boolean =>
  stage === 'rcpt' && NO_SUCH_RECIPIENT.test(words.replace(HIDING, ' '))

function byCode(enhancedCode: string, words: string): ReplyClass {
  const known = BY_ENHANCED_CODE.find(([form]) => form.test(enhancedCode))
  return known?.[1] ?? (NO_REASON.test(words) ? 'hard' : 'soft')
}
