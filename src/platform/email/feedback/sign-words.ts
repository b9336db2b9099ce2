// The words that tell the kind of an email, if no part of it does.
import { anyOf } from '../smtp/replies/reply-words.ts'

/** Subjects that mail servers write. */
export const BOUNCE_SUBJECT = anyOf(
  /undeliver|not deliver|non.?deliver|could not (?:be )?(?:deliver|send)|failure delivery|delivery.{0,20}fail/,
  /delivery (?:status|fail|report|problem|error|has failed|incomplete|delay|notification)|mail failed/,
  /(?:returned|failed|bounced|rejected|undelivered) (?:e-?mail|mail|message)|return(?:ed|ing) to sender/,
  /mail (?:delivery|system|could not|error)|(?:failure|error|nondelivery|warning) (?:notice|report|delivery)/,
  /loop (?:alert|back|detected|warning)|message \S{0,60} ?(?:delayed|undeliver)|automatically rejected/,
  /unzustellbar|konnte nicht (?:zugestellt|gesendet)|non remis|(?:é|e)chec de|non recapitabile|mancato recapito/,
  /no se (?:ha podido|pudo) entregar|devuelto|não entregue|не доставлен|недостав|niedostarcz|onbestelbaar/,
  /配信|送信できません|エラー|投递失败|退信|전송 실패/,
)

/** Subjects of automatic replies, without the `Re:` before them. */
export const ANSWER_SUBJECT = anyOf(
  /^\[?auto(?:matic|mated)?[ -]?(?:reply|response|replied|antwort|answer)|^out of (?:the )?(?:office|town)/,
  /^ooo\b|^vacation|^on (?:leave|holiday|vacation)|^away|^absen[ct]|^i am (?:away|out)|^no longer (?:with|at|works?)/,
  /^abwesen|^automatische (?:antwort|abwesen|e?mail)|^r(?:é|e)ponse automatique|^afwezig|^automatisch antwoord/,
  /^respuesta autom|^risposta automatica|^resposta autom|^fuori (?:sede|ufficio)|^fuera de la oficina/,
  /^автоответ|^自動(?:応答|返信)|^不在|^自动回复|^automatiskt? svar|^automaattinen vastaus|^odpowiedź automatyczna/,
)

/** Words of servers in the body. */
export const FAILURE = anyOf(
  /(?:could|can|was|were|has|have|is|did)(?: ?n.?t| not)? (?:not )?(?:be |been |able to be )?(?:delivered|deliver|reach(?:ed)?|sent)\b/,
  /undeliverable|delivery (?:\S{1,20} ){0,8}(?:failed|failure|error|impossible)|unable to (?:deliver|send)/,
  /fail(?:ed|ure) to deliver|permanent(?:ly)? (?:fatal )?(?:error|failure|failed)|following (?:address|recipient)/,
  /(?:has been|was|is being) (?:automatically )?(?:returned|rejected|bounced|refused)|transcript of session/,
  /error (?:occurred )?(?:while )?(?:delivering|sending|deliver)|returned (?:message|mail)|invalid user address/,
  /failed addresses|no valid recipients|mail loop|duplicated message-id|nicht zugestellt|n'a pas pu être/,
  /no se ha podido|impossibile|не может быть доставлен|送信できません|配信できません|届け/,
)

/** The server keeps trying. */
export const DELAY = anyOf(
  /warning message only|delivery delayed|has been delayed|is delayed|delayed mail|\(delay\)|delayed \d{1,4} hours/,
  /delivery attempts will continue|not yet been delivered|temporary failure report|still (?:being|trying)/,
  /will (?:be retried|keep trying|continue to (?:be )?(?:try|attempt|retr))|could not send message for past/,
)

export const GIVEN_UP =
  /permanent(?:ly)? (?:error|fail)|giv(?:en|ing) up|failed permanently|will not be retried|no further attempts/i

/** The line above the original, without the dashes before it. */
export const ORIGINAL_BELOW = anyOf(
  /^(?:(?:this|below|below this line|included|enclosed|here|following) is )?(?:an? |the )?(?:full )?copy of/,
  /^(?:the |message )?headers? (?:of|from|follow)|^(?:the )?(?:body|text|header) of the original/,
  /^(?:the |your |start of |beginning of |begin )?original (?:message|mail|header)|^(?:the )?returned (?:message|mail)/,
  /^(?:the )?(?:unsent|undelivered) message|^message (?:headers?|text|body|contents?) (?:follow|is)/,
  /^your (?:original )?(?:message|mail) (?:was|follows|reads|is (?:enclosed|attached|below))/,
  /^original-nachricht|^urspr(?:ü|ue)ngliche nachricht|^message d'origine|^mensaje original|^元のメッセージ/,
)
