// The words of servers that report on an email, in addition to those that refuse one (../smtp/replies/reply-words.ts).
import {
  ABOUT_EMAIL,
  TEMPORARY_PROBLEM,
  ABOUT_SENDER,
  anyOf,
  NO_SUCH_RECIPIENT,
  NO_REASON,
  NULL_MX,
} from '../smtp/replies/reply-words.ts'
import type { Stage } from '../transport.ts'

/** The server tried for days. A domain without a server today counts as this. */
export const EXPIRED = anyOf(
  /expired|queue too long|too long in (?:the )?queue|retry (?:time|timeout)|(?:timeout|time-?out) exceeded/,
  /(?:cannot|could not|unable to) (?:be )?(?:send|deliver|delivered)[^.]{0,40} (?:for|within|after|in) (?:the last )?\d/,
  /aborted after|undeliver(?:ed|able) (?:for|after) \d|exceeded max(?:imum)? (?:retr|time)|maximum (?:retr|time)/,
  /not yet been delivered|still (?:trying|being)|been delayed|will be retried|retry limit|failing for a long time/,
)

export const NO_CONNECTION = anyOf(
  /connect(?:ion)?[^.;]{0,60}(?:refused|reset|timed? ?out|lost|died|failed|dropped|closed|denied)/,
  /(?:lost|no|bad) connection|network (?:error|is unreachable|unreachable)|no route to host|host is (?:down|unreachable)/,
  /(?:unable|failed|could not|couldn't|cannot|can't) (?:to )?(?:establish|connect|open|contact)|socket error/,
  /requests to connect|refused to talk|not (?:able to )?(?:establish|connect)|tls (?:handshake|is required|not available)/,
  /host not found, try again|temporary (?:lookup|name|dns|resol)|server failure|servfail|dns (?:query failed|server)/,
  /loops? back|too many hops|hop count|routing loop|mail loop|operation timed out|conversation with/,
)

/** The domain does not exist. */
export const NO_SUCH_DOMAIN = anyOf(
  /(?:host|domain)(?: or domain)?(?: name)?(?: \S{1,255})? (?:is |was )?(?:not found|unknown|invalid)/,
  /(?:host|domain)(?: name)?(?: \S{1,255})? (?:does(?:n't| not)|not) exist|non-?existent (?:host|domain)/,
  /unknown (?:host|domain)|no such (?:host|domain)|nxdomain|unrouteable mail domain|illegal host\/domain/,
  /(?:find|have|no) (?:an? |any )?(?:mail exchanger|mx|host named)|records? point to non-existent/,
  /does not accept (?:e?mail|incoming)|name or service not known/,
)

/**
 * The domain may exist: the name server gave no answer, a broken one, or none of the requested type. Postfix puts "Host or
 * domain name not found" before all of these and gives most of them 5.4.4; Gmail's heading is "domain not found", too.
 */
export const NAME_SERVER_TROUBLE = anyOf(
  /malformed (?:or unexpected )?name server|no data record of|no (?:relevant|usable) answers?|host not found, try again/,
  /responded with code (?!nxdomain)|(?:name ?server|name service|dns|mx|lookup)\b[^.;]{0,60}(?:time[- ]?d? ?out|timeout|temporar|servfail|host name lookup failure|loop)/,
  /invalid arguments/,
)

/** Only said about a recipient, so in reply to its name. */
export const RECIPIENT_REJECTED = /(?<!sender )address rejected/i

/** The heading of Gmail and Exchange Online above a refusal, also above refusals for other reasons. */
export const NOT_FOUND_HEADING = anyOf(
  /address (?:could ?n.t be|could not be|was ?n.t|not) found|was ?n.t found at|unable to find (?:the )?recipient/,
)

/** "Does not exist" and "unknown user" in other languages. */
export const NO_SUCH_RECIPIENT_TRANSLATED = anyOf(
  /(?:ユーザー?は?|ディレクトリ|宛先|アドレス)[^。]{0,60}(?:見つかりません|存在しません|不明|登録されていません|載っていません|見当たりません)/,
  /(?:benutzer|empf(?:ä|ae)nger|adresse|postfach)[^.]{0,60}(?:existiert nicht|unbekannt|nicht (?:gefunden|vorhanden))/,
  /(?:utilisateur|destinataire|adresse|bo(?:î|i)te)[^.]{0,60}(?:n'existe pas|inconnu|introuvable|invalide)/,
  /(?:usuario|destinatario|direcci(?:ó|o)n|buz(?:ó|o)n|cuenta)[^.]{0,60}(?:no existe|desconocid|no encontrad|inexistente)/,
  /(?:utente|destinatario|indirizzo|casella)[^.]{0,60}(?:non esiste|inesistente|sconosciut|non trovat)/,
  /(?:usuário|destinatário|endereço|caixa)[^.]{0,60}(?:não existe|inexistente|desconhecid|não encontrad)/,
  /(?:пользовател|адрес|ящик|получател)[^.]{0,60}(?:не существует|не найден|неизвест)/,
  /(?:gebruiker|ontvanger|adres|postvak)[^.]{0,60}(?:bestaat niet|onbekend|niet gevonden)/,
  /(?:użytkownik|odbiorca|adres|skrzynka)[^.]{0,60}(?:nie istnieje|nieznan)/,
  /(?:用户|收件人|邮箱|地址)[^。]{0,30}(?:不存在|未找到)/,
  /(?:사용자|수신자|주소)[^.]{0,30}(?:존재하지|없습니다|찾을 수 없)/,
)

/** Next to "user unknown", it means that the user exists, or that one of the user's programs failed. */
export const MAILBOX_TROUBLE = anyOf(
  /(?:mailbox|mail box|inbox|quota)(?! (?:may|might|could) be)[^.;,]{0,20} (?:full|exceeded|over)\b|over quota|disk (?:space|quota|full)/,
  /(?:account|mailbox)(?:\(s\)|s)? (?:is |are |has been |was )(?:\S{1,20} )?(?:disabled|suspended|locked|inactive|deactivated|frozen)/,
  /procmail|command died|command output|exit status|couldn't create|cannot create|permission denied/,
)

// Sendmail's reply for a delivery program that failed. It says nothing: the program wrote its reason on the line before.
const BARE = String.raw`(554(?: 5\.\d\.\d)?)[ \t]{0,9}(?:<\S{1,320}>\.\.\. )?(?:unknown mailer error \d{1,3}|service unavailable)?[ \t]{0,9}`

export const BARE_REPLY = new RegExp(`^${BARE}$`, 'i')
export const PROGRAM_AND_BARE_REPLY = new RegExp(
  String.raw`^[ \t]{0,40}([\p{L}/"|][^\n]{1,300})\n[ \t]{0,40}${BARE}$`,
  'gimu',
)

/** Sentences in every report with words that would mean something in a reply. */
export const USUAL_WORDS = new RegExp(
  anyOf(
    /(?:returned|returning|return) (?:mail |message )?to (?:the )?sender|permanent (?:fatal )?errors?/,
    /mail delivery (?:failed|system|software|subsystem)|mailer-daemon|was created automatically/,
    /rejected by (?:a|the) (?:remote|recipient|destination)[\w -]{0,40}(?:server|domain|host)/,
    /(?:contact|notify) (?:your|the) \S{0,20} ?(?:postmaster|administrator|support)[^.]{0,60}/,
    /recommend contacting[^.]{0,120}|the (?:following|original) (?:message|address(?:es)?|recipients?)/,
    /technical details of (?:permanent|temporary) failure|original sender|sender-mta|messaging security suite/,
  ),
  'gi',
)

/** Anything that one of the lists matches. */
export const SAYS_SOMETHING = anyOf(
  anyOf(NO_SUCH_RECIPIENT, ABOUT_EMAIL, TEMPORARY_PROBLEM, NO_REASON, EXPIRED, NO_CONNECTION, ABOUT_SENDER),
  anyOf(NO_SUCH_DOMAIN, NULL_MX, NAME_SERVER_TROUBLE, NO_SUCH_RECIPIENT_TRANSLATED, MAILBOX_TROUBLE),
)

/** The line of a transcript between a command and its reply: `<<<`, `<--`, `Received <<<`. */
const ANSWERED = String.raw`\s{1,3}(?:received )?[<>-]{2,3}\s{0,3}`
const DOT = anyOf(
  /in reply to (?:the )?(?:end of )?data\b|after (?:pipelined )?(?:end of |sending )?data\b|for text command|\(state 18\)/,
  /after i sent the message|failed on data command|did not like our (?:data|message)|smtp transmission failure/,
  /\[body\]/,
)
const RCPT = anyOf(
  /in reply to (?:the )?rcpt|after (?:pipelined )?rcpt|not like (?:our rcpt|recipient)|\[rcpt_to\]|\(state 14\)/,
  new RegExp(String.raw`rcpt to:\s?\S{1,300}${ANSWERED}5\d\d`),
  /smtp:rcpt host|rejected address\)|recipient was rejected|\brcpt (?:error|failed|rejected)/,
  // qmail writes this, with the address or the name of a host, when no recipient was accepted, and nowhere else.
  /giving up on \[?(?:[\w-]{1,63}\.[\w-]|[\da-f]{0,4}:[\da-f]{0,4}:)/,
)
const MAIL = anyOf(
  /in reply to (?:the )?mail|after (?:pipelined )?mail|like our mail|sender was rejected|\[mail_from\]|\(state 13\)/,
)
const CONNECT = anyOf(
  /in reply to (?:the )?(?:ehlo|helo|connect)|after (?:initial connection|ehlo|helo)|like our (?:ehlo|helo)/,
  /refused to talk|\[(?:connect|greeting|helo|ehlo)\]/,
  // qmail and its heirs: "but greeting failed", "but my name was rejected", "but STARTTLS was rejected".
  /connected to \S{1,255} but (?!recipient|sender)(?:\S{1,20} ){1,4}(?:failed|refused|(?:was )?rejected)/,
)

/**
 * Which command was refused, in the words of Postfix, Exim, qmail, Gmail, Yahoo, Sendmail and DragonFly. In this order,
 * since qmail gives up on a host for any of them, and its words about the sender or the greeting are more certain.
 */
export const STAGES: readonly [RegExp, Stage][] = [
  [DOT, 'dot'],
  [MAIL, 'mail'],
  [CONNECT, 'connect'],
  [RCPT, 'rcpt'],
]
