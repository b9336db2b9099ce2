// Why a receiver refused for good. A wrong `hard` silences a living person, so the doubtful is never hard. Words come
// before codes, since servers use 550 and 5.1.1 for everything, and words about us before words about the recipient.
// What a newcomer gets wrong: a disabled or locked account is not hard. It exists, and may come back.
import {
  ABOUT_THE_EMAIL,
  ABOUT_THE_MOMENT,
  ABOUT_US,
  BLOCKLIST_LINK,
  DIRECTORY_BLOCK,
  EMAIL_CODE,
  LAST_CODE,
  LATE_LOOKUP,
  NAMES,
  NO_ROOM,
  NOBODY,
  VAGUE,
} from './reply-words.ts'
import type { SmtpReply, Stage } from '../../transport.ts'

/**
 * `hard`: the recipient or its domain does not exist, write to it no more. `policy`: it is about us (reputation,
 * authentication, limits) or about the email (size, content), tell the operator. `soft`: it is about the moment (mailbox full, account locked).
 */
export type ReplyClass = 'hard' | 'soft' | 'policy'

/** RFC 3463 and its registry, where the words said nothing. 5.1.0, 5.2.0 and 5.5.0 are used for anything. */
const BY_ENHANCED_CODE: readonly [RegExp, ReplyClass][] = [
  [/^5\.7\./, 'policy'],
  // 5.1.351 and 5.4.310 are Exchange Online's: what the next server said of the recipient, and a domain that is none.
  [/^5\.1\.(?:1|2|3|6|10|351)$|^5\.4\.310$/, 'hard'],
  [/^5\.4\.4$/, 'hard'],
  // The mailbox is there: disabled, full, too small, or a list.
  [/^5\.2\.[1-4]$/, 'soft'],
]

/** RFC 3463 section 3.2: the sender's address, or its domain, is what does not exist. */
const OF_SENDER = /^[45]\.1\.[78]$/

/** 551: has moved; 556: the domain takes no email (RFC 7504 section 4). */
const HARD_CODES = new Set([551, 556])

const BEFORE_RECIPIENT: ReadonlySet<Stage> = new Set(['connect', 'tls', 'auth', 'mail'])

// What matters is said at the beginning; a bounce may quote the whole email behind it.
const LONGEST_TEXT = 2_000

/** Refused for what the email is, whoever it is for. */
export function isAboutEmail({ text, enhancedCode }: Pick<SmtpReply, 'text' | 'enhancedCode'>): boolean {
  return (EMAIL_CODE.test(enhancedCode ?? '') || ABOUT_THE_EMAIL.test(text)) && !NO_ROOM.test(text)
}

/** After the data, "no such user" is as a rule the word of a filter that hides: the recipient had been accepted. */
export function classifyReply(reply: SmtpReply, stage?: Stage): ReplyClass {
  // Nobody had been named yet.
  if (stage !== undefined && BEFORE_RECIPIENT.has(stage)) return 'policy'
  const words = reply.text.slice(0, LONGEST_TEXT).replaceAll('\n', ' ').replace(NAMES, ' ')
  const enhancedCode = reply.enhancedCode ?? LAST_CODE.exec(words)?.[1] ?? ''
  if (enhancedCode === '5.4.1' && DIRECTORY_BLOCK.test(words)) return 'hard'
  if (OF_SENDER.test(enhancedCode) || ABOUT_US.test(words)) return 'policy'
  if (isAboutEmail({ text: words, enhancedCode })) return 'policy'
  if (BLOCKLIST_LINK.test(reply.text.slice(0, LONGEST_TEXT))) return 'policy'
  const isForGood = reply.code >= 500 && !enhancedCode.startsWith('4')
  if (!isForGood || ABOUT_THE_MOMENT.test(words)) return 'soft'
  const isDead = NOBODY.test(words) || HARD_CODES.has(reply.code)
  const found = isDead ? 'hard' : byCode(enhancedCode, words)
  const isHidden = (stage === 'data' || stage === 'dot') && !LATE_LOOKUP.test(words)
  return found === 'hard' && isHidden ? 'soft' : found
}

function byCode(enhancedCode: string, words: string): ReplyClass {
  const known = BY_ENHANCED_CODE.find(([form]) => form.test(enhancedCode))
  return known?.[1] ?? (VAGUE.test(words) ? 'hard' : 'soft')
}
