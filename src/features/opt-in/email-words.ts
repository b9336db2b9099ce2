// The texts of the built-in confirmation email, in all languages of the public pages. {project} is a placeholder.
import type { Language } from '../../platform/text/languages.ts'

export type EmailWords = {
  subject: string
  text: string
  /** The label of the button. */
  action: string
  /** For readers whose button does not work, before the link. */
  link: string
  ignore: string
}

export const EMAIL_WORDS: Record<Language, EmailWords> = {
  en: {
    subject: 'Please confirm your subscription to {project}',
    text: 'Please confirm that you want to receive newsletters from {project} at this address.',
    action: 'Confirm',
    link: 'If the button does not work, open this link:',
    ignore: 'If you did not ask for this, ignore this email. You will receive no newsletters.',
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung bei {project}',
    text: 'Bitte bestätigen Sie, dass Sie Newsletter von {project} an diese Adresse erhalten möchten.',
    action: 'Bestätigen',
    link: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
    ignore:
      'Falls Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail. Sie erhalten dann keine Newsletter.',
  },
  fr: {
    subject: 'Veuillez confirmer votre inscription à {project}',
    text: 'Veuillez confirmer que vous souhaitez recevoir les newsletters de {project} à cette adresse.',
    action: 'Confirmer',
    link: 'Si le bouton ne fonctionne pas, ouvrez ce lien :',
    ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail. Vous ne recevrez aucune newsletter.',
  },
  es: {
    subject: 'Confirme su suscripción a {project}',
    text: 'Confirme que desea recibir los boletines de {project} en esta dirección.',
    action: 'Confirmar',
    link: 'Si el botón no funciona, abra este enlace:',
    ignore: 'Si no lo ha solicitado, ignore este correo. No recibirá ningún boletín.',
  },
  it: {
    subject: 'Conferma la tua iscrizione a {project}',
    text: 'Conferma di voler ricevere le newsletter di {project} a questo indirizzo.',
    action: 'Conferma',
    link: 'Se il pulsante non funziona, apri questo link:',
    ignore: 'Se non l’hai richiesto tu, ignora questa email. Non riceverai nessuna newsletter.',
  },
  pt: {
    subject: 'Confirme a sua subscrição de {project}',
    text: 'Confirme que pretende receber as newsletters de {project} neste endereço.',
    action: 'Confirmar',
    link: 'Se o botão não funcionar, abra esta ligação:',
    ignore: 'Se não fez este pedido, ignore este e-mail. Não receberá nenhuma newsletter.',
  },
  nl: {
    subject: 'Bevestig uw aanmelding bij {project}',
    text: 'Bevestig dat u nieuwsbrieven van {project} op dit adres wilt ontvangen.',
    action: 'Bevestigen',
    link: 'Werkt de knop niet? Open dan deze link:',
    ignore: 'Hebt u hier niet om gevraagd? Negeer deze e-mail dan. U ontvangt geen nieuwsbrieven.',
  },
  pl: {
    subject: 'Potwierdź subskrypcję: {project}',
    text: 'Potwierdź, że chcesz otrzymywać newslettery od {project} na ten adres.',
    action: 'Potwierdź',
    link: 'Jeśli przycisk nie działa, otwórz ten link:',
    ignore: 'Jeśli to nie Ty, zignoruj tę wiadomość. Nie otrzymasz żadnych newsletterów.',
  },
  sv: {
    subject: 'Bekräfta din prenumeration på {project}',
    text: 'Bekräfta att du vill få nyhetsbrev från {project} till den här adressen.',
    action: 'Bekräfta',
    link: 'Om knappen inte fungerar kan du öppna den här länken:',
    ignore: 'Om du inte har bett om detta kan du bortse från mejlet. Du får inga nyhetsbrev.',
  },
  ja: {
    subject: '{project} のメール配信登録のご確認',
    text: 'このアドレスで {project} のニュースレターを受け取ることをご確認ください。',
    action: '登録を確認する',
    link: 'ボタンが使えない場合は、次のリンクを開いてください。',
    ignore: 'お心当たりのない場合は、このメールを無視してください。ニュースレターは届きません。',
  },
  ar: {
    subject: 'يُرجى تأكيد اشتراكك في {project}',
    text: 'يُرجى تأكيد رغبتك في تلقي النشرات الإخبارية من {project} على هذا العنوان.',
    action: 'تأكيد',
    link: 'إذا لم يعمل الزر، فافتح هذا الرابط:',
    ignore: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة. لن تصلك أي نشرات إخبارية.',
  },
}
