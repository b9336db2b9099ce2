// The footer of marketing email without an unsubscribe link. Its texts are variables, because the language is the
// recipient's while the body is the same for all.
import type { Language } from '../../../platform/text/languages.ts'

/** email-variables.ts fills in the texts. The background is white, so that the grey text is readable anywhere. */
export const FOOTER_HTML = `<div lang="{{ lm_footer_language }}" dir="auto" style="margin:24px auto 0;padding:16px;max-width:600px;background-color:#ffffff;color:#595959;font:13px/1.5 Arial,Helvetica,sans-serif;text-align:center">
<p style="margin:0 0 8px">{{ lm_footer_reason }}</p>
<p style="margin:0 0 8px"><a href="{{ unsubscribeUrl }}" style="color:#595959;text-decoration:underline">{{ lm_footer_unsubscribe }}</a> &middot; <a href="{{ manageUrl }}" style="color:#595959;text-decoration:underline">{{ lm_footer_manage }}</a></p>
<p style="margin:0;white-space:pre-line">{{ lm_project_name }}<br>{{ lm_postal_address }}</p>
</div>`

/** RFC 3676, section 4.3: the signature separator. */
export const FOOTER_TEXT = `

--\u0020
{{ lm_footer_reason }}
{{ lm_footer_unsubscribe }}: {{ unsubscribeUrl }}
{{ lm_footer_manage }}: {{ manageUrl }}
{{ lm_project_name }}
{{ lm_postal_address }}
`

export type FooterWords = {
  reason: string
  unsubscribe: string
  /** The link to the preference page. */
  manage: string
}

const WORDS: Record<Language, FooterWords> = {
  en: {
    reason: 'You receive this email because you subscribed to it.',
    unsubscribe: 'Unsubscribe',
    manage: 'Choose what you receive',
  },
  de: {
    reason: 'Sie erhalten diese E-Mail, weil Sie sie abonniert haben.',
    unsubscribe: 'Abmelden',
    manage: 'Auswählen, was Sie erhalten',
  },
  fr: {
    reason: 'Vous recevez cet e-mail parce que vous y êtes abonné.',
    unsubscribe: 'Se désabonner',
    manage: 'Choisir ce que vous recevez',
  },
  es: {
    reason: 'Recibe este correo porque está suscrito.',
    unsubscribe: 'Cancelar la suscripción',
    manage: 'Elegir qué recibe',
  },
  it: {
    reason: 'Ricevi questa email perché ti sei iscritto.',
    unsubscribe: "Annulla l'iscrizione",
    manage: 'Scegli che cosa ricevere',
  },
  pt: {
    reason: 'Recebe este e-mail porque o subscreveu.',
    unsubscribe: 'Cancelar subscrição',
    manage: 'Escolher o que recebe',
  },
  nl: {
    reason: 'U ontvangt deze e-mail omdat u zich ervoor hebt aangemeld.',
    unsubscribe: 'Afmelden',
    manage: 'Kies wat u ontvangt',
  },
  pl: {
    reason: 'Otrzymujesz tę wiadomość, ponieważ ją subskrybujesz.',
    unsubscribe: 'Zrezygnuj z subskrypcji',
    manage: 'Wybierz, co otrzymujesz',
  },
  sv: {
    reason: 'Du får det här mejlet för att du prenumererar på det.',
    unsubscribe: 'Avsluta prenumerationen',
    manage: 'Välj vad du får',
  },
  ja: {
    reason: 'このメールは、配信をご登録いただいた方にお送りしています。',
    unsubscribe: '配信を停止する',
    manage: '受け取るメールを選ぶ',
  },
  ar: { reason: 'وصلتك هذه الرسالة لأنك مشترك فيها.', unsubscribe: 'إلغاء الاشتراك', manage: 'اختر ما تتلقاه' },
}

export const footerWords = (language: Language): FooterWords => WORDS[language]
