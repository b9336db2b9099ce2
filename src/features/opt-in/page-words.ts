// The texts of the confirmation page, in all languages of the public pages. {project} and {email} are placeholders.
import type { Language } from '../../platform/text/languages.ts'

type Words = { title: string; text: string }

export type PageWords = {
  /** Asks for the confirmation. */
  ask: Words & { action: string; topics: string }
  confirmed: Words
  /** The link was used before. */
  again: Words
  /** The link has expired, or the wish was withdrawn, or the contact deleted. */
  over: Words
  /** The link is incomplete or altered. */
  invalid: Words
  /** Too many requests from one address. */
  busy: Words
}

export const PAGE_WORDS: Record<Language, PageWords> = {
  en: {
    ask: {
      title: 'Confirm your subscription?',
      text: 'Do you want to receive newsletters from {project} at {email}?',
      topics: 'Topics: {topics}',
      action: 'Confirm',
    },
    confirmed: {
      title: 'Thank you, you are subscribed',
      text: '{project} sends its newsletters to {email}. You can unsubscribe at any time.',
    },
    again: {
      title: 'You have confirmed already',
      text: 'This link was used before. There is nothing left to do.',
    },
    over: {
      title: 'This link no longer works',
      text: 'It has expired, or the request was withdrawn. If you still want newsletters, please sign up again: you will then get a new link.',
    },
    invalid: {
      title: 'This link is not valid',
      text: 'It may have been cut off on its way. Please follow it from the email again.',
    },
    busy: {
      title: 'Please try again in a minute',
      text: 'There were too many requests from your connection.',
    },
  },
  de: {
    ask: {
      title: 'Anmeldung bestätigen?',
      text: 'Möchten Sie Newsletter von {project} an {email} erhalten?',
      topics: 'Themen: {topics}',
      action: 'Bestätigen',
    },
    confirmed: {
      title: 'Vielen Dank, Sie sind angemeldet',
      text: '{project} schickt seine Newsletter an {email}. Sie können sich jederzeit abmelden.',
    },
    again: {
      title: 'Sie haben bereits bestätigt',
      text: 'Dieser Link wurde schon verwendet. Es ist nichts weiter zu tun.',
    },
    over: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er ist abgelaufen, oder die Anmeldung wurde zurückgezogen. Wenn Sie weiterhin Newsletter möchten, melden Sie sich bitte noch einmal an: Sie erhalten dann einen neuen Link.',
    },
    invalid: {
      title: 'Dieser Link ist ungültig',
      text: 'Vielleicht wurde er unterwegs abgeschnitten. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
    },
    busy: {
      title: 'Bitte versuchen Sie es in einer Minute noch einmal',
      text: 'Von Ihrem Anschluss kamen zu viele Anfragen.',
    },
  },
  fr: {
    ask: {
      title: 'Confirmer votre inscription ?',
      text: 'Souhaitez-vous recevoir les newsletters de {project} à l’adresse {email} ?',
      topics: 'Sujets : {topics}',
      action: 'Confirmer',
    },
    confirmed: {
      title: 'Merci, vous êtes inscrit',
      text: '{project} envoie ses newsletters à {email}. Vous pouvez vous désabonner à tout moment.',
    },
    again: {
      title: 'Vous avez déjà confirmé',
      text: 'Ce lien a déjà été utilisé. Vous n’avez plus rien à faire.',
    },
    over: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a expiré, ou la demande a été retirée. Si vous souhaitez toujours recevoir les newsletters, inscrivez-vous à nouveau : vous recevrez un nouveau lien.',
    },
    invalid: {
      title: 'Ce lien n’est pas valide',
      text: 'Il a peut-être été coupé en chemin. Ouvrez-le à nouveau depuis l’e-mail.',
    },
    busy: {
      title: 'Veuillez réessayer dans une minute',
      text: 'Votre connexion a envoyé trop de demandes.',
    },
  },
  es: {
    ask: {
      title: '¿Confirmar la suscripción?',
      text: '¿Desea recibir los boletines de {project} en {email}?',
      topics: 'Temas: {topics}',
      action: 'Confirmar',
    },
    confirmed: {
      title: 'Gracias, ya está suscrito',
      text: '{project} envía sus boletines a {email}. Puede darse de baja en cualquier momento.',
    },
    again: {
      title: 'Ya lo ha confirmado',
      text: 'Este enlace ya se ha utilizado. No tiene que hacer nada más.',
    },
    over: {
      title: 'Este enlace ya no funciona',
      text: 'Ha caducado o la solicitud se retiró. Si todavía desea recibir los boletines, suscríbase de nuevo: recibirá un enlace nuevo.',
    },
    invalid: {
      title: 'Este enlace no es válido',
      text: 'Puede que se haya cortado por el camino. Ábralo de nuevo desde el correo.',
    },
    busy: {
      title: 'Inténtelo de nuevo dentro de un minuto',
      text: 'Ha habido demasiadas solicitudes desde su conexión.',
    },
  },
  it: {
    ask: {
      title: 'Confermi l’iscrizione?',
      text: 'Vuoi ricevere le newsletter di {project} all’indirizzo {email}?',
      topics: 'Argomenti: {topics}',
      action: 'Conferma',
    },
    confirmed: {
      title: 'Grazie, l’iscrizione è confermata',
      text: '{project} invia le sue newsletter a {email}. Puoi annullare l’iscrizione in qualsiasi momento.',
    },
    again: {
      title: 'Hai già confermato',
      text: 'Questo link è già stato usato. Non c’è altro da fare.',
    },
    over: {
      title: 'Questo link non funziona più',
      text: 'È scaduto, oppure la richiesta è stata ritirata. Se vuoi ancora ricevere le newsletter, iscriviti di nuovo: riceverai un nuovo link.',
    },
    invalid: {
      title: 'Questo link non è valido',
      text: 'Forse è stato tagliato lungo il percorso. Aprilo di nuovo dall’email.',
    },
    busy: {
      title: 'Riprova tra un minuto',
      text: 'Ci sono state troppe richieste dalla tua connessione.',
    },
  },
  pt: {
    ask: {
      title: 'Confirmar a subscrição?',
      text: 'Pretende receber as newsletters de {project} em {email}?',
      topics: 'Temas: {topics}',
      action: 'Confirmar',
    },
    confirmed: {
      title: 'Obrigado, a subscrição está confirmada',
      text: '{project} envia as suas newsletters para {email}. Pode cancelar a subscrição a qualquer momento.',
    },
    again: {
      title: 'Já confirmou',
      text: 'Esta ligação já foi utilizada. Não precisa de fazer mais nada.',
    },
    over: {
      title: 'Esta ligação já não funciona',
      text: 'Expirou, ou o pedido foi retirado. Se ainda pretende receber as newsletters, subscreva novamente: receberá uma nova ligação.',
    },
    invalid: {
      title: 'Esta ligação não é válida',
      text: 'Pode ter sido cortada pelo caminho. Abra-a novamente a partir do e-mail.',
    },
    busy: {
      title: 'Tente novamente dentro de um minuto',
      text: 'Houve demasiados pedidos da sua ligação.',
    },
  },
  nl: {
    ask: {
      title: 'Aanmelding bevestigen?',
      text: 'Wilt u nieuwsbrieven van {project} op {email} ontvangen?',
      topics: 'Onderwerpen: {topics}',
      action: 'Bevestigen',
    },
    confirmed: {
      title: 'Bedankt, u bent aangemeld',
      text: '{project} stuurt zijn nieuwsbrieven naar {email}. U kunt zich op elk moment afmelden.',
    },
    again: {
      title: 'U hebt al bevestigd',
      text: 'Deze link is al gebruikt. U hoeft niets meer te doen.',
    },
    over: {
      title: 'Deze link werkt niet meer',
      text: 'Hij is verlopen, of de aanvraag is ingetrokken. Wilt u nog steeds nieuwsbrieven, meld u dan opnieuw aan: u krijgt dan een nieuwe link.',
    },
    invalid: {
      title: 'Deze link is niet geldig',
      text: 'Misschien is hij onderweg afgebroken. Open hem opnieuw vanuit de e-mail.',
    },
    busy: {
      title: 'Probeer het over een minuut opnieuw',
      text: 'Er kwamen te veel aanvragen van uw verbinding.',
    },
  },
  pl: {
    ask: {
      title: 'Potwierdzić subskrypcję?',
      text: 'Czy chcesz otrzymywać newslettery od {project} na adres {email}?',
      topics: 'Tematy: {topics}',
      action: 'Potwierdź',
    },
    confirmed: {
      title: 'Dziękujemy, subskrypcja jest potwierdzona',
      text: '{project} wysyła newslettery na adres {email}. Możesz zrezygnować w każdej chwili.',
    },
    again: {
      title: 'Subskrypcja jest już potwierdzona',
      text: 'Ten link został już użyty. Nie trzeba nic więcej robić.',
    },
    over: {
      title: 'Ten link już nie działa',
      text: 'Wygasł albo prośba została wycofana. Jeśli nadal chcesz otrzymywać newslettery, zapisz się ponownie: otrzymasz nowy link.',
    },
    invalid: {
      title: 'Ten link jest nieprawidłowy',
      text: 'Być może został ucięty po drodze. Otwórz go ponownie z wiadomości.',
    },
    busy: {
      title: 'Spróbuj ponownie za minutę',
      text: 'Z Twojego łącza przyszło zbyt wiele żądań.',
    },
  },
  sv: {
    ask: {
      title: 'Bekräfta prenumerationen?',
      text: 'Vill du få nyhetsbrev från {project} till {email}?',
      topics: 'Ämnen: {topics}',
      action: 'Bekräfta',
    },
    confirmed: {
      title: 'Tack, du prenumererar nu',
      text: '{project} skickar sina nyhetsbrev till {email}. Du kan avsluta prenumerationen när som helst.',
    },
    again: {
      title: 'Du har redan bekräftat',
      text: 'Den här länken har redan använts. Du behöver inte göra något mer.',
    },
    over: {
      title: 'Den här länken fungerar inte längre',
      text: 'Den har gått ut, eller så har begäran dragits tillbaka. Om du fortfarande vill ha nyhetsbrev kan du anmäla dig igen: då får du en ny länk.',
    },
    invalid: {
      title: 'Länken är inte giltig',
      text: 'Den kan ha kapats på vägen. Öppna den igen från mejlet.',
    },
    busy: {
      title: 'Försök igen om en minut',
      text: 'Det kom för många förfrågningar från din anslutning.',
    },
  },
  ja: {
    ask: {
      title: '登録を確認しますか？',
      text: '{project} のニュースレターを {email} で受け取りますか？',
      topics: 'トピック：{topics}',
      action: '登録を確認する',
    },
    confirmed: {
      title: 'ありがとうございます。登録が完了しました',
      text: '{project} のニュースレターを {email} にお送りします。いつでも配信を停止できます。',
    },
    again: {
      title: 'すでに確認済みです',
      text: 'このリンクはすでに使用されています。これ以上の操作は必要ありません。',
    },
    over: {
      title: 'このリンクは使えなくなりました',
      text: '有効期限が切れたか、登録が取り消されました。引き続きご希望の場合は、もう一度ご登録ください。新しいリンクをお送りします。',
    },
    invalid: {
      title: 'このリンクは無効です',
      text: '途中で切れている可能性があります。メールからもう一度開いてください。',
    },
    busy: {
      title: '1分後にもう一度お試しください',
      text: 'お使いの接続からのリクエストが多すぎました。',
    },
  },
  ar: {
    ask: {
      title: 'هل تؤكد الاشتراك؟',
      text: 'هل تريد تلقي النشرات الإخبارية من {project} على {email}؟',
      topics: 'المواضيع: {topics}',
      action: 'تأكيد',
    },
    confirmed: {
      title: 'شكرًا لك، تم تأكيد اشتراكك',
      text: 'يرسل {project} نشراته الإخبارية إلى {email}. يمكنك إلغاء الاشتراك في أي وقت.',
    },
    again: {
      title: 'لقد أكدت بالفعل',
      text: 'استُخدم هذا الرابط من قبل. لا يلزم القيام بأي شيء آخر.',
    },
    over: {
      title: 'لم يعد هذا الرابط يعمل',
      text: 'انتهت صلاحيته أو سُحب الطلب. إذا كنت لا تزال تريد النشرات الإخبارية، فيُرجى الاشتراك مرة أخرى: ستتلقى رابطًا جديدًا.',
    },
    invalid: {
      title: 'هذا الرابط غير صالح',
      text: 'ربما قُطع في الطريق. يُرجى فتحه من الرسالة مرة أخرى.',
    },
    busy: {
      title: 'يُرجى المحاولة بعد دقيقة',
      text: 'وردت طلبات كثيرة جدًا من اتصالك.',
    },
  },
}
