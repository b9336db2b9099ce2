// The words that classify replies, in the order of reply-class.ts. Each entry is part of a reply that was seen; a word that
// fits two lists is in the one that does less harm.

/** Combines several expressions into one. */
export const anyOf = (...pieces: readonly RegExp[]): RegExp =>
  new RegExp(pieces.map(({ source }) => source).join('|'), 'i')

/** Addresses, hosts and links contain words that mean nothing. Bounded, so that a long word does not take quadratic time. */
export const ADDRESSES_AND_LINKS =
  /https?:\/\/\S+|<[^<>\s]{0,320}>|[^\s<>(]{1,64}@[\w.-]+|\bsupport\.\S+|\bpostmaster\.\S+/gi

/** About the sender, its server, its permissions or the content of the email. */
export const ABOUT_SENDER = anyOf(
  // The identity of the sender.
  /\bsender|\bmail from\b|from address|return.?path|envelope blocked|outgoing/,
  /\bsending (?:domain|ip|limit|quota|activity)|messages? from (?:\[|\d)/,
  /\byour (?:ip|host|server|domain|access|internet)\b|connections? (?:will )?not (?:be )?accepted/,
  /(?:client|sending) host|\bhelo\b|\behlo\b|\bptr\b|\brdns\b|reverse (?:dns|hostname|lookup)/,
  /dns (?:mx|ptr|record)|\bip=|\bip (?:address )?\S* ?(?:is )?(?:listed|blocked|banned)/,
  // Reputation.
  /spam|unsolicited|\bblock(?:ed|list|ing)?\b|black ?list|deny ?list|\brbl\b|dnsbl|barracuda/,
  /reputation|\bbanned\b|(?:is|are) listed|suspicious|abus[ei]|complaint|phish|virus|malware|infected/,
  // Authentication.
  /\bdmarc\b|\bspf\b|\bdkim\b|authenticat|unauthori[sz]ed|not authori[sz]ed|relay(?! recipient table)/,
  // Permissions.
  /polic(?:y|ies)|prohibi|not (?:allowed|permitted)|restrict|\bdenied\b|forbidden|administrative/,
  /refuse[ds]?\b|security|content (?:was )?(?:rejected|denied)|(?:message|mail) (?:was )?rejected/,
  /rejected (?:by|due|for|because|under|as)|recipient preferences|unacceptable|not welcome|gr[ae]y-?list|white-?list/,
  /not accept(?:ed|ing)? (?:any )?(?:e?mails?|messages?|connections?) from|firewall|\bbulk\b|advertis/,
  // Volume.
  /rate.?limit|send limit|connection limit|frequency|too (?:many (?!hops)|much|fast|quickly)|throttl|unusual/,
  /(?<!mailbox )exceeded the|\bdaily\b|volume|\bdeferred\b|slow down/,
  // The codes of NetEase, and the wording of T-Online.
  /\b(?:MI|RP|DT|HL):[A-Z]{3}\b|ask your postmaster/,
)

/** A link to a blocklist is a reason, although links usually mean nothing. */
export const BLOCKLIST_LINK =
  /https?:\/\/[\w.-]{0,100}(?:spamhaus|spamcop|sorbs|abuseat|barracudacentral|senderscore|spamrats|uceprotect|surbl|mailspike|sender\.office)/i

/** About the email itself: its size or its content. Every recipient's server would refuse it. */
export const ABOUT_EMAIL = anyOf(
  /\b(?:message|e?-?mail|headers?|attachments?|body)\b(?: is too long|[^.;]{0,40}\btoo (?:large|big))|\bsize (?:limit|exceed)/,
  /\b(?:message|e?-?mail|attachments?) (?:file )?(?:size|length)\b|\bexceeds?\b.{0,40}\b(?:size|length)|maximum (?:allowed )?size/,
  /nachricht (?:ist )?zu gro(?:ß|ss)|message (?:est )?trop (?:gros|grand|volumineux)|mensaje (?:es )?demasiado grande/,
)

/** RFC 3463: larger than the mailbox (x.2.3) or the system (x.3.4) accepts, and everything about its content (x.6). */
export const EMAIL_CODE = /^[45]\.(?:2\.3|3\.4|6\.\d{1,3})$/

/** The mailbox is full, even if the reply sounds like a limit on the email's size. */
export const MAILBOX_FULL = anyOf(
  /quota|\bfull\b|storage|\bspace\b|\bdisk\b|(?:mailbox|inbox)\b[^.;]{0,20}\b(?:size|limit|exceed)/,
)

/** The mailbox exists but accepts nothing now, or the server has trouble. */
export const TEMPORARY_PROBLEM = anyOf(
  /quota|(?:mailbox|inbox|storage|disk|recipient) (?:is |has been |was )?(?:\S+ )?full|insufficient|storage|\bspace\b/,
  /too (?:large|big)|exceed/,
  /disabled|inactiv(?!e email address)|suspend|deactivat|locked|frozen|terminated|discontinued|archived/,
  /temporar|try again|try later|not available|currently|expired|timed? ?out|busy/,
  /\bloop|too many hops|local (?:problem|error)|internal (?:error|resource)/,
)

/**
 * The mailbox or the domain does not exist. The wording varies, but the sentence is built alike: a noun for the recipient
 * and a word that denies it, in either order. So the list combines those two instead of listing phrases.
 */
export const NO_SUCH_RECIPIENT = anyOf(
  // The denial first: "no such user here", "unknown recipient", "invalid mailbox".
  /\b(?:unknown|no such|no valid|not a valid|non-?existent|unrecogni[sz]ed) (?:local |virtual |final |e-?mail )?(?:user|recipient|mailbox|address|account|alias|subscriber|addressee|person|domain|host|name|local|virtual)/,
  /\binvalid (?:local |final |e-?mail )?(?:recipient|mailbox|user|destination|rcpt)|\bbad destination|\bno mailbox|\bno user\b/,
  // The noun first: "user … unknown", "mailbox … does not exist", "address couldn't be found".
  /(?:user|recipient|address|mailbox|account|alias|subscriber|addressee|name|local.?part)(?: is)? unknown/,
  /(?:user|mailbox|recipient|account|address|alias|subscriber|domain|host)\b[^.;,]{0,40}(?:(?<!may |might )\bnot|n't) (?:be )?(?:found|known|valid|recogni[sz]ed|registered|listed|exist)/,
  /(?:recipient|mailbox|user|subscriber)\b[^.;,]{0,20}\binvalid|user not (?:known|local)|recip(?:ient)? ?not ?found/,
  // A denial without a noun.
  /do(?:es)?(?:n't| not) exist|(?:un|non-?)existent|does(?:n't| not) have an? \S* ?account/,
  /able to find (?:the )?(?:recipient|user|domain)/,
  /not (?:our|a) (?:customer|user|known user|registered)|is not (?:our|a (?:valid|known|registered|local))/,
  /no longer (?:valid|accepts mail|in use|on server|with|exists|employed)|unrouteable|unroutable|undeliverable address/,
  /inactive email address|\bhost unknown|unknown host|unknown or illegal|has moved/,
  /not listed in (?:domino|public|(?:the )?directory)|recipient name is not recogni[sz]ed/,
)

/** Filters hide behind these words, since Sendmail uses them for every unknown user. Other words come from a lookup. */
export const HIDING = new RegExp(
  anyOf(
    /\buser unknown(?! in\b)|\bunknown user(?! account|:)|does(?:n't| not) have an? \S* ?account/,
    /is not a registered \S* ?user/,
  ),
  'gi',
)

/**
 * RFC 7505: the domain says in its DNS that it takes no email, or the host in its reply (RFC 7504). Nothing else is described
 * in these words, so they count whatever the status of a permanent failure is.
 */
export const NULL_MX = anyOf(
  /\bnull[ -]?mx\b|indicated no smtp service/,
  /(?:\b(?:domain|host)(?: \S{1,255})?|[\w-]\.[\w-]{2,63}) does(?:n't| not) (?:accept|receive) (?:any )?e?-?mails?\b/,
)

/**
 * Hotmail and GMX use the wording of RFC 5321 section 4.2.3 for 550 when the mailbox does not exist. Cisco's gateways and
 * Postfix reject recipients that are not in their tables without giving a reason.
 */
export const NO_REASON = anyOf(/mailbox unavailable/, /address rejected[.:!]?\s*(?:$|[[(]|----)/)

/** Yahoo, Mail.ru and Exchange look a recipient up only after they have the email, each with its own wording. */
export const LATE_LOOKUP = anyOf(
  /does(?:n't| not) have an? \S+ account|mail action aborted, mailbox not found/,
  /invalid mailbox\. +local mailbox .* user not found|RecipientNotFound/,
)

/** Exchange Online, with 5.4.1, for a recipient that is not in its directory. */
export const DIRECTORY_BLOCK = /recipient address rejected: access denied/i

/** qmail and its successors write the enhanced code last. */
export const LAST_CODE = /\(#(5\.\d\.\d{1,3})\)/
