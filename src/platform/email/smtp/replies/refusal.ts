// Decides what a refusal is about: the transport as a whole (the relay rejects us), the sender, this email, or its
// recipient. Only the last may count against a recipient. A newcomer gets this wrong: Postfix rejects the client and the
// sender at RCPT (smtpd_delay_reject), so the stage alone is not enough.
import { isAboutEmail } from './reply-class.ts'
import { anyOf } from './reply-words.ts'
import type { SmtpReply, Stage } from '../../transport.ts'

export type RefusedParty = 'transport' | 'sender' | 'email' | 'recipient'

/**
 * About the session at any stage: the server closes (421), did not understand us or is out of step (500, 502, 503), or
 * requires other credentials or TLS first (530, 534, 535, 538). RFC 5321 section 4.2.3, RFC 4954 section 6.
 */
export const ABOUT_THE_SESSION: ReadonlySet<number> = new Set([421, 500, 502, 503, 530, 534, 535, 538])

/** These persist until the operator changes the user name or the password. */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([530, 534, 535, 538])

const BEFORE_MAIL: ReadonlySet<Stage> = new Set(['connect', 'tls', 'auth'])

/** The return path, its domain, or its permissions. RFC 3463 section 3.2 has 5.1.7 and 5.1.8 for it. */
const SENDER = anyOf(
  /\bsender\b(?! ?ip)|from address|return.?path|address is not verified|not owned by|mail from (?:address|domain)/,
  /domain (?:of \S+ )?(?:does not exist|not found|must (?:exist|resolve))|user unknown|no such user|unknown user/,
)
const SENDER_CODE = /^[45]\.1\.[01278]$/

/** RFC 3463 section 3.7: about the content, even if the words are also those for a full mailbox, which MAIL does not name. */
const CONTENT_CODE = /^[45]\.6\.\d{1,3}$/

/** The client, its address and its permissions; the recipient does not matter. */
const CLIENT = anyOf(
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|disallowed|prohibited|not (?:permitted|allowed))|(?:unable|not permitted|not allowed|not authori[sz]ed) to relay/,
  /do(?:es)?(?: not|n't) (?:allow )?relay|rcpthosts|client host|client was not authenticated|tenantattribution/,
  /access denied|access (?:was )?blocked|authentication (?:is )?required|must authenticate|not authenticated/,
  /banned sending ip|your (?:ip|host|server|network)\b[^.;]{0,60}\b(?:block|reject|denied|refuse|banned|not allowed)/,
)

/** Postfix, for a rule about this recipient, and Exchange Online, for a recipient it does not know. */
const RECIPIENT = /recipient address rejected/i

/** We exceed the server's rate limit. */
const PACE = anyOf(
  /rate.?limit|throttl|slow down|too fast|too quickly|message rate|sending (?:rate|limit|quota)|send limit/,
  /too (?:many|much) (?:messages?|e?-?mails?|mail|recipients|connections|requests|concurrent)\b/,
  /(?:limit|quota|maximum)\b[^.;]{0,40}\b(?:exceeded|reached)\b|exceeded\b[^.;]{0,40}\b(?:limit|rate|quota)/,
  /per (?:second|minute|hour|day)\b/,
)

/** Words about the mailbox, which is full or receives too much from others, although they resemble the lists above. */
const OF_MAILBOX = /mailbox|inbox|over quota|user you are trying to contact|recipient('s)? (?:quota|storage)/i

export function refusedParty(reply: SmtpReply, stage: Stage): RefusedParty {
  const { text, enhancedCode } = reply
  if (BEFORE_MAIL.has(stage) || ABOUT_THE_SESSION.has(reply.code)) return 'transport'
  if (stage === 'mail') {
    if (isAboutEmail(reply) || CONTENT_CODE.test(enhancedCode ?? '')) return 'email'
    const isSender = SENDER_CODE.test(enhancedCode ?? '') || SENDER.test(text)
    return isSender && !CLIENT.test(text) ? 'sender' : 'transport'
  }
  if (isAboutPace(reply)) return 'transport'
  if (stage === 'rcpt' && CLIENT.test(text) && !RECIPIENT.test(text)) return 'transport'
  return 'recipient'
}

/** The receiver does not trust the address or the domain enough for the amount: Gmail, Yahoo, Microsoft, Comcast, Apple. */
const REPUTATION = anyOf(
  /unusual rate|unsolicited|reputation|(?:user|recipient|spam) complaints|suspicious|likely spam/,
  /(?:messages?|e?-?mails?|mail|connections?)\b[^.;]{0,60}\btemporarily (?:deferred|blocked|limited|refused|rejected)/,
  /\[(?:TSS|TS|RLY|PH|CS|BL)\d{2}\]|\bRP-00\d|\bS\d{3,4}\)/,
)

/** A temporary refusal because of what we have sent so far. */
export const isAboutReputation = ({ code, text }: SmtpReply): boolean =>
  code < 500 && REPUTATION.test(text) && !OF_MAILBOX.test(text)

/** A temporary refusal because we send too much. */
export const isAboutPace = ({ code, text }: SmtpReply): boolean =>
  code < 500 && PACE.test(text) && !OF_MAILBOX.test(text)

export const isAboutCredentials = ({ code }: SmtpReply, stage: Stage): boolean =>
  stage === 'auth' || ABOUT_CREDENTIALS.has(code)
