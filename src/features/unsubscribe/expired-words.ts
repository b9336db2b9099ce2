// The page for an expired email, in all languages of the footer.
import type { Language } from '../../platform/text/languages.ts'

export const EXPIRED_WORDS: Record<Language, { title: string; text: string }> = {
  en: {
    title: 'This email is no longer available',
    text: 'Emails are kept for some time only. Please look for it in your mailbox.',
  },
  de: {
    title: 'Diese E-Mail ist nicht mehr verfügbar',
    text: 'Nachrichten werden nur eine Zeit lang aufbewahrt. Bitte suchen Sie sie in Ihrem Postfach.',
  },
  fr: {
    title: "Cet e-mail n'est plus disponible",
    text: "Les messages ne sont conservés qu'un certain temps. Recherchez-le dans votre boîte de réception.",
  },
  es: {
    title: 'Este correo ya no está disponible',
    text: 'Los correos solo se guardan durante un tiempo. Búsquelo en su buzón.',
  },
  it: {
    title: 'Questa email non è più disponibile',
    text: 'Le email vengono conservate solo per un certo periodo. Cercala nella tua casella di posta.',
  },
  pt: {
    title: 'Este e-mail já não está disponível',
    text: 'As mensagens são guardadas apenas durante algum tempo. Procure-o na sua caixa de correio.',
  },
  nl: {
    title: 'Deze e-mail is niet meer beschikbaar',
    text: 'Berichten worden slechts een tijd lang bewaard. Zoek hem in uw mailbox.',
  },
  pl: {
    title: 'Ta wiadomość nie jest już dostępna',
    text: 'Wiadomości są przechowywane tylko przez pewien czas. Poszukaj jej w swojej skrzynce.',
  },
  sv: {
    title: 'Det här mejlet är inte längre tillgängligt',
    text: 'Mejl sparas bara en tid. Sök efter det i din inkorg.',
  },
  ja: {
    title: 'このメールは表示できなくなりました',
    text: 'メールの保存期間は限られています。受信トレイをご確認ください。',
  },
  ar: {
    title: 'لم تعد هذه الرسالة متاحة',
    text: 'تُحفظ الرسائل لفترة محدودة فقط. يُرجى البحث عنها في صندوق بريدك.',
  },
}
