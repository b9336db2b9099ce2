// Whom a refusal is about: the way out as a whole (the relay does not want us), the sender, this email, or its recipient.
// Only the last may ever be held against a recipient. What a newcomer gets wrong: Postfix says at RCPT what it thinks of
// the client and the sender (smtpd_delay_reject), so the stage alone does not tell.
import { isAboutEmail } from './reply-class.ts'
import { anyOf } from './reply-words.ts'
import type { SmtpReply, Stage } from '../../transport.ts'

export type RefusedParty = 'transport' | 'sender' | 'email' | 'recipient'

/**
 * About the session whatever the stage: it closes (421), did not understand us or is out of step (500, 502, 503), or
 * wants other credentials or TLS first (530, 534, 535, 538). RFC 5321 section 4.2.3, RFC 4954 section 6.
 */
export const ABOUT_THE_SESSION: ReadonlySet<number> = new Set([421, 500, 502, 503, 530, 534, 535, 538])

/** Nothing will change before the operator has changed the user name or the password. */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([530, 534, 535, 538])

const BEFORE_MAIL: ReadonlySet<Stage> = new Set(['connect', 'tls', 'auth'])

/** The return path, its domain, or what it may be used for. RFC 3463 section 3.2 has 5.1.7 and 5.1.8 for it. */
const SENDER = anyOf(
  /\bsender\b(?! ?ip)|from address|return.?path|address is not verified|not owned by|mail from (?:address|domain)/,
  /domain (?:of \S+ )?(?:does not exist|not found|must (?:exist|resolve))|user unknown|no such user|unknown user/,
)
const SENDER_CODE = /^[45]\.1\.[01278]$/

/** The client, its address and what it may do: nothing in it depends on who the email is for. */
const CLIENT = anyOf(
  /relay(?:ing)? (?:access )?(?:is )?(?:denied|disallowed|prohibited|not (?:permitted|allowed))|(?:unable|not permitted|not allowed|not authori[sz]ed) to relay/,
  /do(?:es)?(?: not|n't) (?:allow )?relay|rcpthosts|client host|client was not authenticated|tenantattribution/,
  /access denied|access (?:was )?blocked|authentication (?:is )?required|must authenticate|not authenticated/,
  /banned sending ip|your (?:ip|host|server|network)\b[^.;]{0,60}\b(?:block|reject|denied|refuse|banned|not allowed)/,
)

/** Postfix's words for a rule about this very recipient, and Exchange Online's for one that it does not know. */
const RECIPIENT = /recipient address rejected/i

/** More than the server takes of us in a while. */
const PACE = anyOf(
  /rate.?limit|throttl|slow down|too fast|too quickly|message rate|sending (?:rate|limit|quota)|send limit/,
  /too (?:many|much) (?:messages?|e?-?mails?|mail|recipients|connections|requests|concurrent)\b/,
  /(?:limit|quota|maximum)\b[^.;]{0,40}\b(?:exceeded|reached)\b|exceeded\b[^.;]{0,40}\b(?:limit|rate|quota)/,
  /per (?:second|minute|hour|day)\b/,
)

/** Words about the mailbox, which is full or gets too much from others, however much they sound like the above. */
const OF_MAILBOX = /mailbox|inbox|over quota|user you are trying to contact|recipient('s)? (?:quota|storage)/i

export function refusedParty(reply: SmtpReply, stage: Stage): RefusedParty {
  const { text, enhancedCode } = reply
  if (BEFORE_MAIL.has(stage) || ABOUT_THE_SESSION.has(reply.code)) return 'transport'
  if (stage === 'mail') {
    if (isAboutEmail(reply)) return 'email'
    const isSender = SENDER_CODE.test(enhancedCode ?? '') || SENDER.test(text)
    return isSender && !CLIENT.test(text) ? 'sender' : 'transport'
  }
  if (isAboutPace(reply)) return 'transport'
  if (stage === 'rcpt' && CLIENT.test(text) && !RECIPIENT.test(text)) return 'transport'
  return 'recipient'
}

/** A refusal for now because of how much we send. */
export const isAboutPace = ({ code, text }: SmtpReply): boolean =>
  code < 500 && PACE.test(text) && !OF_MAILBOX.test(text)

export const isAboutCredentials = ({ code }: SmtpReply, stage: Stage): boolean =>
  stage === 'auth' || ABOUT_CREDENTIALS.has(code)
