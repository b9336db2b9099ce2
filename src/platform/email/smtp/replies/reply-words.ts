// The words by which replies are told apart, in the order of reply-class.ts. Each entry is a piece of a reply that was
// seen; a word that could stand in two lists stands in the one that does less harm.

/** One expression of many pieces. */
export const anyOf = (...pieces: readonly RegExp[]): RegExp =>
  new RegExp(pieces.map(({ source }) => source).join('|'), 'i')

/** Addresses, hosts and links hold words that mean nothing. Bounded, so that a long word costs no square of its length. */
export const NAMES =
  /https?:\/\/\S+|<[^<>\s]{0,320}>|[^\s<>(]{1,64}@[\w.-]+|\bsupport\.\S+|\bpostmaster\.\S+/gi

/** The sender, the server that sends, what it may do, and what the email holds. */
export const ABOUT_US = anyOf(
  // Who sends.
  /\bsender|\bmail from\b|from address|return.?path|envelope blocked|outgoing/,
  /\bsending (?:domain|ip|limit|quota|activity)|messages? from (?:\[|\d)/,
  /\byour (?:ip|host|server|domain|access|internet)\b|connections? (?:will )?not (?:be )?accepted/,
  /(?:client|sending) host|\bhelo\b|\behlo\b|\bptr\b|\brdns\b|reverse (?:dns|hostname|lookup)/,
  /dns (?:mx|ptr|record)|\bip=|\bip (?:address )?\S* ?(?:is )?(?:listed|blocked|banned)/,
  // What is thought of it.
  /spam|unsolicited|\bblock(?:ed|list|ing)?\b|black ?list|deny ?list|\brbl\b|dnsbl|barracuda/,
  /reputation|\bbanned\b|(?:is|are) listed|suspicious|abus[ei]|complaint|phish|virus|malware|infected/,
  // How it shows who it is.
  /\bdmarc\b|\bspf\b|\bdkim\b|authenticat|unauthori[sz]ed|not authori[sz]ed|relay(?! recipient table)/,
  // What is allowed.
  /polic(?:y|ies)|prohibi|not (?:allowed|permitted)|restrict|\bdenied\b|forbidden|administrative/,
  /refuse[ds]?\b|security|content (?:was )?(?:rejected|denied)|(?:message|mail) (?:was )?rejected/,
  /rejected (?:by|due|for|because|under|as)|recipient preferences|unacceptable|not welcome|gr[ae]y-?list|white-?list/,
  /not accept(?:ed|ing)? (?:any )?(?:e?mails?|messages?|connections?) from|firewall|\bbulk\b|advertis/,
  // How much of it.
  /rate.?limit|send limit|connection limit|frequency|too (?:many (?!hops)|much|fast|quickly)|throttl|unusual/,
  /(?<!mailbox )exceeded the|\bdaily\b|volume|\bdeferred\b|slow down/,
  // The codes of NetEase, and the words of T-Online.
  /\b(?:MI|RP|DT|HL):[A-Z]{3}\b|ask your postmaster/,
)

/** A link to a list of senders that are blocked is a reason, though links as a rule are none. */
export const BLOCKLIST_LINK =
  /https?:\/\/[\w.-]{0,100}(?:spamhaus|spamcop|sorbs|abuseat|barracudacentral|senderscore|spamrats|uceprotect|surbl|mailspike|sender\.office)/i

/** The email itself: how large it is, or what it is made of. The same email is refused for every recipient. */
export const ABOUT_THE_EMAIL = anyOf(
  /\b(?:message|e?-?mail|headers?|attachments?|body)\b(?: is too long|[^.;]{0,40}\btoo (?:large|big))|\bsize (?:limit|exceed)/,
  /\b(?:message|e?-?mail|attachments?) (?:file )?(?:size|length)\b|\bexceeds?\b.{0,40}\b(?:size|length)|maximum (?:allowed )?size/,
  /nachricht (?:ist )?zu gro(?:ß|ss)|message (?:est )?trop (?:gros|grand|volumineux)|mensaje (?:es )?demasiado grande/,
)

/** RFC 3463: longer than the mailbox (x.2.3) or the system (x.3.4) takes, and everything about its content (x.6). */
export const EMAIL_CODE = /^[45]\.(?:2\.3|3\.4|6\.\d{1,3})$/

/** The mailbox has no room for more, however much it is worded as a limit of size. */
export const NO_ROOM = anyOf(
  /quota|\bfull\b|storage|\bspace\b|\bdisk\b|(?:mailbox|inbox)\b[^.;]{0,20}\b(?:size|limit|exceed)/,
)

/** The mailbox exists and takes nothing now, or the server has trouble. */
export const ABOUT_THE_MOMENT = anyOf(
  /quota|(?:mailbox|inbox|storage|disk|recipient) (?:is |has been |was )?(?:\S+ )?full|insufficient|storage|\bspace\b/,
  /too (?:large|big)|exceed/,
  /disabled|inactiv(?!e email address)|suspend|deactivat|locked|frozen|terminated|discontinued|archived/,
  /temporar|try again|try later|not available|currently|expired|timed? ?out|busy/,
  /\bloop|too many hops|local (?:problem|error)|internal (?:error|resource)/,
)

/**
 * There is no such person, or no such domain. Servers word it freely, but they build the sentence alike: a name for the
 * recipient, and a word that denies it, in either order. So most of the list is those two, and not whole phrases.
 */
export const NOBODY = anyOf(
  // Denied first: "no such user here", "unknown recipient", "invalid mailbox".
  /\b(?:unknown|no such|no valid|not a valid|non-?existent|unrecogni[sz]ed) (?:local |virtual |final |e-?mail )?(?:user|recipient|mailbox|address|account|alias|subscriber|addressee|person|domain|host|name|local|virtual)/,
  /\binvalid (?:local |final |e-?mail )?(?:recipient|mailbox|user|destination|rcpt)|\bbad destination|\bno mailbox|\bno user\b/,
  // Named first: "user … unknown", "mailbox … does not exist", "address couldn't be found".
  /(?:user|recipient|address|mailbox|account|alias|subscriber|addressee|name|local.?part)(?: is)? unknown/,
  /(?:user|mailbox|recipient|account|address|alias|subscriber|domain|host)\b[^.;,]{0,40}(?:(?<!may |might )\bnot|n't) (?:be )?(?:found|known|valid|recogni[sz]ed|registered|listed|exist)/,
  /(?:recipient|mailbox|user|subscriber)\b[^.;,]{0,20}\binvalid|user not (?:known|local)|recip(?:ient)? ?not ?found/,
  // Denied without a name.
  /does(?:n't| not) exist|(?:un|non-?)existent|does(?:n't| not) have an? \S* ?account/,
  /able to find (?:the )?(?:recipient|user|domain)/,
  /not (?:our|a) (?:customer|user|known user|registered)|is not (?:our|a (?:valid|known|registered|local))/,
  /no longer (?:valid|accepts mail|in use|on server|with|exists|employed)|unrouteable|unroutable|undeliverable address/,
  /inactive email address|\bhost unknown|unknown host|unknown or illegal|has moved/,
  /not listed in (?:domino|public|(?:the )?directory)|recipient name is not recogni[sz]ed/,
)

/**
 * What RFC 5321 section 4.2.3 writes beside 550: Hotmail and GMX mean by it that there is none. And an address that is
 * rejected without a reason behind it: Cisco's gateways and Postfix say so of recipients that are not in their tables.
 */
export const VAGUE = anyOf(/mailbox unavailable/, /address rejected[.:!]?\s*(?:$|[[(]|----)/)

/** Providers that look a recipient up when they have the email, each in words of its own: Yahoo, Mail.ru, Exchange. */
export const LATE_LOOKUP = anyOf(
  /does(?:n't| not) have an? \S+ account|mail action aborted, mailbox not found/,
  /invalid mailbox\. +local mailbox .* user not found|RecipientNotFound/,
)

/** What Exchange Online says, with 5.4.1, of a recipient that its directory does not know. */
export const DIRECTORY_BLOCK = /recipient address rejected: access denied/i

/** qmail and its heirs write the enhanced code last. */
export const LAST_CODE = /\(#(5\.\d\.\d{1,3})\)/
