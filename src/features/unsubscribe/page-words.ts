// The texts of the pages, in all languages of the footer. Complete sentences for each state, because languages combine parts
// differently; {project} and {email} are placeholders.
import type { Language } from '../../platform/text/languages.ts'

export type PageWords = {
  /** Asks before unsubscribing. */
  leave: { title: string; text: string; action: string }
  left: { title: string; text: string; action: string }
  /** Asks before subscribing. */
  join: { title: string; text: string; action: string }
  joined: { title: string; text: string; action: string }
  /** The contact was deleted. */
  gone: { title: string; text: string }
  /** The link is incomplete or altered. */
  invalid: { title: string; text: string }
  /** Too many requests from one address. */
  busy: { title: string; text: string }
}

export const PAGE_WORDS: Record<Language, PageWords> = {
  en: {
    leave: {
      title: 'Unsubscribe?',
      text: 'Do you no longer want to receive newsletters from {project} at {email}?',
      action: 'Unsubscribe',
    },
    left: {
      title: 'You are unsubscribed',
      text: '{project} will send no more newsletters to {email}. Was this a mistake? You can subscribe again.',
      action: 'Subscribe again',
    },
    join: {
      title: 'Subscribe?',
      text: 'Do you want to receive newsletters from {project} at {email}?',
      action: 'Subscribe',
    },
    joined: {
      title: 'You are subscribed',
      text: '{project} sends its newsletters to {email}. You can unsubscribe at any time.',
      action: 'Unsubscribe',
    },
    gone: {
      title: 'You are not on the list',
      text: 'This address is no longer stored at {project}. It receives no newsletters, and there is nothing left to do.',
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
    leave: {
      title: 'Abmelden?',
      text: 'Möchten Sie keine Newsletter von {project} mehr an {email} erhalten?',
      action: 'Abmelden',
    },
    left: {
      title: 'Sie sind abgemeldet',
      text: '{project} schickt keine Newsletter mehr an {email}. War das ein Versehen? Sie können sich wieder anmelden.',
      action: 'Wieder anmelden',
    },
    join: {
      title: 'Anmelden?',
      text: 'Möchten Sie Newsletter von {project} an {email} erhalten?',
      action: 'Anmelden',
    },
    joined: {
      title: 'Sie sind angemeldet',
      text: '{project} schickt seine Newsletter an {email}. Sie können sich jederzeit abmelden.',
      action: 'Abmelden',
    },
    gone: {
      title: 'Sie stehen nicht auf der Liste',
      text: 'Diese Adresse ist bei {project} nicht mehr gespeichert. Sie erhält keine Newsletter, und es ist nichts weiter zu tun.',
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
    leave: {
      title: 'Se désabonner ?',
      text: 'Souhaitez-vous ne plus recevoir les newsletters de {project} à l’adresse {email} ?',
      action: 'Se désabonner',
    },
    left: {
      title: 'Vous êtes désabonné',
      text: '{project} n’enverra plus de newsletters à {email}. C’était une erreur ? Vous pouvez vous réabonner.',
      action: 'Se réabonner',
    },
    join: {
      title: 'S’abonner ?',
      text: 'Souhaitez-vous recevoir les newsletters de {project} à l’adresse {email} ?',
      action: 'S’abonner',
    },
    joined: {
      title: 'Vous êtes abonné',
      text: '{project} envoie ses newsletters à {email}. Vous pouvez vous désabonner à tout moment.',
      action: 'Se désabonner',
    },
    gone: {
      title: 'Vous n’êtes pas sur la liste',
      text: 'Cette adresse n’est plus enregistrée chez {project}. Elle ne reçoit aucune newsletter, vous n’avez rien d’autre à faire.',
    },
    invalid: {
      title: 'Ce lien n’est pas valide',
      text: 'Il a peut-être été coupé en chemin. Veuillez l’ouvrir à nouveau depuis l’e-mail.',
    },
    busy: {
      title: 'Veuillez réessayer dans une minute',
      text: 'Trop de demandes sont arrivées depuis votre connexion.',
    },
  },
  es: {
    leave: {
      title: '¿Cancelar la suscripción?',
      text: '¿Ya no quiere recibir los boletines de {project} en {email}?',
      action: 'Cancelar la suscripción',
    },
    left: {
      title: 'Su suscripción está cancelada',
      text: '{project} no enviará más boletines a {email}. ¿Ha sido un error? Puede volver a suscribirse.',
      action: 'Volver a suscribirse',
    },
    join: {
      title: '¿Suscribirse?',
      text: '¿Quiere recibir los boletines de {project} en {email}?',
      action: 'Suscribirse',
    },
    joined: {
      title: 'Está suscrito',
      text: '{project} envía sus boletines a {email}. Puede cancelar la suscripción en cualquier momento.',
      action: 'Cancelar la suscripción',
    },
    gone: {
      title: 'No está en la lista',
      text: '{project} ya no guarda esta dirección. No recibe boletines y no hay nada más que hacer.',
    },
    invalid: {
      title: 'Este enlace no es válido',
      text: 'Puede que se haya cortado por el camino. Ábralo de nuevo desde el correo.',
    },
    busy: {
      title: 'Inténtelo de nuevo dentro de un minuto',
      text: 'Han llegado demasiadas solicitudes desde su conexión.',
    },
  },
  it: {
    leave: {
      title: 'Annullare l’iscrizione?',
      text: 'Non vuoi più ricevere le newsletter di {project} all’indirizzo {email}?',
      action: 'Annulla l’iscrizione',
    },
    left: {
      title: 'Iscrizione annullata',
      text: '{project} non invierà più newsletter a {email}. È stato un errore? Puoi iscriverti di nuovo.',
      action: 'Iscriviti di nuovo',
    },
    join: {
      title: 'Iscriversi?',
      text: 'Vuoi ricevere le newsletter di {project} all’indirizzo {email}?',
      action: 'Iscriviti',
    },
    joined: {
      title: 'L’iscrizione è attiva',
      text: '{project} invia le sue newsletter a {email}. Puoi annullare l’iscrizione in qualsiasi momento.',
      action: 'Annulla l’iscrizione',
    },
    gone: {
      title: 'Non sei nella lista',
      text: '{project} non conserva più questo indirizzo. Non riceve newsletter e non c’è altro da fare.',
    },
    invalid: {
      title: 'Questo link non è valido',
      text: 'Forse è stato troncato lungo il percorso. Aprilo di nuovo dall’email.',
    },
    busy: {
      title: 'Riprova tra un minuto',
      text: 'Sono arrivate troppe richieste dalla tua connessione.',
    },
  },
  pt: {
    leave: {
      title: 'Cancelar a subscrição?',
      text: 'Já não quer receber as newsletters de {project} em {email}?',
      action: 'Cancelar a subscrição',
    },
    left: {
      title: 'A sua subscrição foi cancelada',
      text: '{project} não enviará mais newsletters para {email}. Foi um engano? Pode voltar a subscrever.',
      action: 'Voltar a subscrever',
    },
    join: {
      title: 'Subscrever?',
      text: 'Quer receber as newsletters de {project} em {email}?',
      action: 'Subscrever',
    },
    joined: {
      title: 'A sua subscrição está ativa',
      text: '{project} envia as suas newsletters para {email}. Pode cancelar a subscrição a qualquer momento.',
      action: 'Cancelar a subscrição',
    },
    gone: {
      title: 'Não está na lista',
      text: '{project} já não guarda este endereço. Ele não recebe newsletters e não há mais nada a fazer.',
    },
    invalid: {
      title: 'Este link não é válido',
      text: 'Talvez tenha sido cortado pelo caminho. Abra-o novamente a partir do e-mail.',
    },
    busy: {
      title: 'Tente novamente dentro de um minuto',
      text: 'Chegaram demasiados pedidos da sua ligação.',
    },
  },
  nl: {
    leave: {
      title: 'Afmelden?',
      text: 'Wilt u geen nieuwsbrieven van {project} meer ontvangen op {email}?',
      action: 'Afmelden',
    },
    left: {
      title: 'U bent afgemeld',
      text: '{project} stuurt geen nieuwsbrieven meer naar {email}. Was dit een vergissing? U kunt zich weer aanmelden.',
      action: 'Weer aanmelden',
    },
    join: {
      title: 'Aanmelden?',
      text: 'Wilt u nieuwsbrieven van {project} ontvangen op {email}?',
      action: 'Aanmelden',
    },
    joined: {
      title: 'U bent aangemeld',
      text: '{project} stuurt de nieuwsbrieven naar {email}. U kunt zich op elk moment afmelden.',
      action: 'Afmelden',
    },
    gone: {
      title: 'U staat niet op de lijst',
      text: 'Dit adres is niet meer opgeslagen bij {project}. Het ontvangt geen nieuwsbrieven en u hoeft verder niets te doen.',
    },
    invalid: {
      title: 'Deze link is niet geldig',
      text: 'Misschien is hij onderweg afgekapt. Open hem opnieuw vanuit de e-mail.',
    },
    busy: {
      title: 'Probeer het over een minuut opnieuw',
      text: 'Er kwamen te veel verzoeken van uw verbinding.',
    },
  },
  pl: {
    leave: {
      title: 'Zrezygnować z subskrypcji?',
      text: 'Czy nie chcesz już otrzymywać newsletterów od {project} na adres {email}?',
      action: 'Zrezygnuj z subskrypcji',
    },
    left: {
      title: 'Subskrypcja została anulowana',
      text: '{project} nie będzie już wysyłać newsletterów na adres {email}. To pomyłka? Możesz zapisać się ponownie.',
      action: 'Zapisz się ponownie',
    },
    join: {
      title: 'Zapisać się?',
      text: 'Czy chcesz otrzymywać newslettery od {project} na adres {email}?',
      action: 'Zapisz się',
    },
    joined: {
      title: 'Subskrypcja jest aktywna',
      text: '{project} wysyła newslettery na adres {email}. Możesz zrezygnować w każdej chwili.',
      action: 'Zrezygnuj z subskrypcji',
    },
    gone: {
      title: 'Nie ma Cię na liście',
      text: '{project} nie przechowuje już tego adresu. Nie trafiają na niego newslettery i nie trzeba robić nic więcej.',
    },
    invalid: {
      title: 'Ten link jest nieprawidłowy',
      text: 'Być może został po drodze ucięty. Otwórz go jeszcze raz z wiadomości.',
    },
    busy: {
      title: 'Spróbuj ponownie za minutę',
      text: 'Z Twojego połączenia nadeszło zbyt wiele żądań.',
    },
  },
  sv: {
    leave: {
      title: 'Avsluta prenumerationen?',
      text: 'Vill du inte längre få nyhetsbrev från {project} till {email}?',
      action: 'Avsluta prenumerationen',
    },
    left: {
      title: 'Din prenumeration är avslutad',
      text: '{project} skickar inga fler nyhetsbrev till {email}. Var det ett misstag? Du kan börja prenumerera igen.',
      action: 'Prenumerera igen',
    },
    join: {
      title: 'Prenumerera?',
      text: 'Vill du få nyhetsbrev från {project} till {email}?',
      action: 'Prenumerera',
    },
    joined: {
      title: 'Du prenumererar',
      text: '{project} skickar sina nyhetsbrev till {email}. Du kan avsluta prenumerationen när som helst.',
      action: 'Avsluta prenumerationen',
    },
    gone: {
      title: 'Du finns inte på listan',
      text: 'Den här adressen finns inte längre hos {project}. Den får inga nyhetsbrev och du behöver inte göra något mer.',
    },
    invalid: {
      title: 'Länken är inte giltig',
      text: 'Den kan ha kapats på vägen. Öppna den igen från mejlet.',
    },
    busy: { title: 'Försök igen om en minut', text: 'Det kom för många förfrågningar från din anslutning.' },
  },
  ja: {
    leave: {
      title: '配信を停止しますか？',
      text: '{email} 宛ての {project} のニュースレターの配信を停止しますか？',
      action: '配信を停止する',
    },
    left: {
      title: '配信を停止しました',
      text: '{project} のニュースレターは今後 {email} に届きません。お間違いの場合は、もう一度ご登録いただけます。',
      action: 'もう一度登録する',
    },
    join: {
      title: '配信を登録しますか？',
      text: '{email} で {project} のニュースレターを受け取りますか？',
      action: '登録する',
    },
    joined: {
      title: '配信が登録されています',
      text: '{project} のニュースレターを {email} にお送りします。いつでも停止できます。',
      action: '配信を停止する',
    },
    gone: {
      title: '配信リストに登録されていません',
      text: 'このメールアドレスは {project} に登録されていません。ニュースレターは届かず、これ以上のお手続きは必要ありません。',
    },
    invalid: {
      title: 'このリンクは無効です',
      text: '途中で切れてしまった可能性があります。メールからもう一度開いてください。',
    },
    busy: {
      title: '1分ほどしてからもう一度お試しください',
      text: 'お使いの回線からのリクエストが多すぎます。',
    },
  },
  ar: {
    leave: {
      title: 'إلغاء الاشتراك؟',
      text: 'هل تريد التوقف عن تلقي نشرات {project} على {email}؟',
      action: 'إلغاء الاشتراك',
    },
    left: {
      title: 'تم إلغاء اشتراكك',
      text: 'لن يرسل {project} أي نشرات أخرى إلى {email}. هل كان ذلك عن طريق الخطأ؟ يمكنك الاشتراك من جديد.',
      action: 'الاشتراك من جديد',
    },
    join: {
      title: 'الاشتراك؟',
      text: 'هل تريد تلقي نشرات {project} على {email}؟',
      action: 'الاشتراك',
    },
    joined: {
      title: 'أنت مشترك',
      text: 'يرسل {project} نشراته إلى {email}. يمكنك إلغاء الاشتراك في أي وقت.',
      action: 'إلغاء الاشتراك',
    },
    gone: {
      title: 'لست على القائمة',
      text: 'لم يعد هذا العنوان محفوظًا لدى {project}. لن تصل إليه أي نشرات، ولا يلزمك القيام بأي شيء آخر.',
    },
    invalid: {
      title: 'هذا الرابط غير صالح',
      text: 'ربما انقطع جزء منه في الطريق. يُرجى فتحه مرة أخرى من الرسالة.',
    },
    busy: { title: 'يُرجى المحاولة مرة أخرى بعد دقيقة', text: 'وصلت طلبات كثيرة جدًا من اتصالك.' },
  },
}
