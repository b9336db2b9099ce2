// The words of servers that report about a mail, beside those of servers that refuse one (../reply-words.ts).
import { ABOUT_THE_MOMENT, ABOUT_US, anyOf, NOBODY, VAGUE } from '../reply-words.ts'
import type { Stage } from '../transport.ts'

/** It was tried for days. That the domain has no server today is the same thing. */
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

/** The domain, not the person. */
export const NO_SUCH_DOMAIN = anyOf(
  /(?:host|domain)(?: or domain)?(?: name)?(?: \S{1,255})? (?:is |was )?(?:not found|unknown|invalid)/,
  /(?:host|domain)(?: name)?(?: \S{1,255})? (?:does(?:n't| not)|not) exist|non-?existent (?:host|domain)/,
  /unknown (?:host|domain)|no such (?:host|domain)|nxdomain|unrouteable mail domain|illegal host\/domain/,
  /(?:find|have|no) (?:an? |any )?(?:mail exchanger|mx|host named)|records? point to non-existent/,
  /null ?mx|does not accept (?:e?mail|incoming)|indicated no smtp service|name or service not known/,
)

/** The words of servers that looked it up in a list of their own, where "unknown" may be said by a filter. */
export const NOT_IN_DIRECTORY = anyOf(
  /not (?:listed|found|known) in|recipient name is not recogni[sz]ed|invalid recipient|has moved|not our customer/,
  /(?:user|account|mailbox|recipient|address)\b[^.;]{0,60} (?:does(?:n't| not)|do not|not) exist/,
  /(?:user|mailbox|recipient|account|address) (?:was |is )?not found|does(?:n't| not) exist at|no mailbox here/,
  /^unknown user:|unknown local.?part|unrouteable address|no longer (?:accepts mail|valid|in use|exists)/,
)

/** "Does not exist" and "unknown user" of reports in other languages. */
export const NOBODY_ELSEWHERE = anyOf(
  /(?:ユーザー?は?|ディレクトリ|宛先|アドレス)[^。]{0,60}(?:見つかりません|存在しません|不明)/,
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

/** Said beside "user unknown", it means that the user is known, or that a program of theirs failed. */
export const MAILBOX_TROUBLE = anyOf(
  /(?:mailbox|mail box|inbox|quota) (?:is |has |was )?(?:full|exceeded|over)|over quota|disk (?:space|quota|full)/,
  /account (?:is |has been |was )(?:disabled|suspended|locked|inactive)/,
  /procmail|command died|exit status|couldn't create|cannot create|permission denied/,
)

/** Sentences of every report, with words in them that would mean something in a reply. */
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

/** Anything that one of the lists knows. */
export const SAYS_SOMETHING = anyOf(
  anyOf(NOBODY, ABOUT_THE_MOMENT, VAGUE, EXPIRED, NO_CONNECTION, ABOUT_US),
  anyOf(NO_SUCH_DOMAIN, NOT_IN_DIRECTORY, NOBODY_ELSEWHERE, MAILBOX_TROUBLE),
)

const DOT = anyOf(
  /in reply to (?:the )?(?:end of )?data\b|after (?:pipelined )?end of data|for text command|\(state 18\)/,
  /after i sent the message|did not like our (?:data|message)/,
)
const RCPT = anyOf(
  /in reply to (?:the )?rcpt|after (?:pipelined )?rcpt|not like (?:our rcpt|recipient)|\[rcpt_to\]|\(state 14\)/,
  /rcpt to:\S{1,300} (?:<<<|received >>>) 5|smtp:rcpt host|rejected address\)/,
)
const MAIL = anyOf(
  /in reply to (?:the )?mail|after (?:pipelined )?mail|like our mail|sender was rejected|\[mail_from\]|\(state 13\)/,
)
const CONNECT = anyOf(
  /in reply to (?:the )?(?:ehlo|helo|connect)|after (?:initial connection|ehlo|helo)|like our (?:ehlo|helo)/,
  /refused to talk/,
)

/** Which command was refused, as Postfix, Exim, qmail, Gmail, Yahoo, Sendmail and DragonFly say it. */
export const STAGES: readonly [RegExp, Stage][] = [
  [DOT, 'dot'],
  [RCPT, 'rcpt'],
  [MAIL, 'mail'],
  [CONNECT, 'connect'],
]
