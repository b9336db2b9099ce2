// The texts of pages without a form, in all languages of the public pages.
import type { Language } from '../../../platform/text/languages.ts'

export type RefusalWords = {
  /** There is no such form, or it is disabled. */
  missing: { title: string; text: string }
  /** The page that sent the form is not allowed to. */
  forbidden: { title: string; text: string; link: string }
  /** Too many requests from one network, or for one address. */
  busy: { title: string; text: string }
}

export const REFUSAL_WORDS: Record<Language, RefusalWords> = {
  en: {
    missing: {
      title: 'This form is not available',
      text: 'It may have been removed or switched off. There is nothing that you have to do.',
    },
    forbidden: {
      title: 'The form cannot be sent from there',
      text: 'You have not been signed up. Please use the page of the form instead.',
      link: 'Open the form',
    },
    busy: {
      title: 'Please try again later',
      text: 'There were too many requests from your connection. You have not been signed up.',
    },
  },
  de: {
    missing: {
      title: 'Dieses Formular ist nicht verfügbar',
      text: 'Vielleicht wurde es entfernt oder abgeschaltet. Sie müssen nichts weiter tun.',
    },
    forbidden: {
      title: 'Das Formular kann von dort nicht gesendet werden',
      text: 'Sie wurden nicht angemeldet. Bitte verwenden Sie stattdessen die Seite des Formulars.',
      link: 'Formular öffnen',
    },
    busy: {
      title: 'Bitte versuchen Sie es später noch einmal',
      text: 'Von Ihrem Anschluss kamen zu viele Anfragen. Sie wurden nicht angemeldet.',
    },
  },
  fr: {
    missing: {
      title: 'Ce formulaire n’est pas disponible',
      text: 'Il a peut-être été supprimé ou désactivé. Vous n’avez rien à faire.',
    },
    forbidden: {
      title: 'Le formulaire ne peut pas être envoyé depuis cette page',
      text: 'Vous n’avez pas été inscrit. Veuillez utiliser la page du formulaire.',
      link: 'Ouvrir le formulaire',
    },
    busy: {
      title: 'Veuillez réessayer plus tard',
      text: 'Trop de demandes sont arrivées depuis votre connexion. Vous n’avez pas été inscrit.',
    },
  },
  es: {
    missing: {
      title: 'Este formulario no está disponible',
      text: 'Puede que se haya eliminado o desactivado. No tiene que hacer nada.',
    },
    forbidden: {
      title: 'El formulario no se puede enviar desde esa página',
      text: 'No se le ha suscrito. Utilice la página del formulario.',
      link: 'Abrir el formulario',
    },
    busy: {
      title: 'Inténtelo de nuevo más tarde',
      text: 'Han llegado demasiadas solicitudes desde su conexión. No se le ha suscrito.',
    },
  },
  it: {
    missing: {
      title: 'Questo modulo non è disponibile',
      text: 'Forse è stato rimosso o disattivato. Non devi fare nulla.',
    },
    forbidden: {
      title: 'Il modulo non può essere inviato da quella pagina',
      text: 'Non hai completato l’iscrizione. Usa la pagina del modulo.',
      link: 'Apri il modulo',
    },
    busy: {
      title: 'Riprova più tardi',
      text: 'Sono arrivate troppe richieste dalla tua connessione. Non hai completato l’iscrizione.',
    },
  },
  pt: {
    missing: {
      title: 'Este formulário não está disponível',
      text: 'Pode ter sido removido ou desligado. Não tem de fazer nada.',
    },
    forbidden: {
      title: 'O formulário não pode ser enviado a partir dessa página',
      text: 'A subscrição não foi feita. Use a página do formulário.',
      link: 'Abrir o formulário',
    },
    busy: {
      title: 'Tente novamente mais tarde',
      text: 'Chegaram demasiados pedidos da sua ligação. A subscrição não foi feita.',
    },
  },
  nl: {
    missing: {
      title: 'Dit formulier is niet beschikbaar',
      text: 'Misschien is het verwijderd of uitgeschakeld. U hoeft niets te doen.',
    },
    forbidden: {
      title: 'Het formulier kan vanaf die pagina niet worden verzonden',
      text: 'U bent niet aangemeld. Gebruik de pagina van het formulier.',
      link: 'Formulier openen',
    },
    busy: {
      title: 'Probeer het later opnieuw',
      text: 'Er kwamen te veel verzoeken van uw verbinding. U bent niet aangemeld.',
    },
  },
  pl: {
    missing: {
      title: 'Ten formularz jest niedostępny',
      text: 'Być może został usunięty lub wyłączony. Nie musisz nic robić.',
    },
    forbidden: {
      title: 'Formularza nie można wysłać z tamtej strony',
      text: 'Zapis nie został wykonany. Skorzystaj ze strony formularza.',
      link: 'Otwórz formularz',
    },
    busy: {
      title: 'Spróbuj ponownie później',
      text: 'Z Twojego połączenia nadeszło zbyt wiele żądań. Zapis nie został wykonany.',
    },
  },
  sv: {
    missing: {
      title: 'Formuläret är inte tillgängligt',
      text: 'Det kan ha tagits bort eller stängts av. Du behöver inte göra något.',
    },
    forbidden: {
      title: 'Formuläret kan inte skickas därifrån',
      text: 'Du har inte anmälts. Använd formulärets egen sida.',
      link: 'Öppna formuläret',
    },
    busy: {
      title: 'Försök igen senare',
      text: 'Det kom för många förfrågningar från din anslutning. Du har inte anmälts.',
    },
  },
  ja: {
    missing: {
      title: 'このフォームは利用できません',
      text: '削除されたか、停止された可能性があります。お手続きは必要ありません。',
    },
    forbidden: {
      title: 'そのページからは送信できません',
      text: '登録は行われていません。フォームのページをご利用ください。',
      link: 'フォームを開く',
    },
    busy: {
      title: 'しばらくしてからもう一度お試しください',
      text: 'お使いの回線からのリクエストが多すぎます。登録は行われていません。',
    },
  },
  ar: {
    missing: {
      title: 'هذا النموذج غير متاح',
      text: 'ربما حُذف أو أُوقف. لا يلزمك القيام بأي شيء.',
    },
    forbidden: {
      title: 'لا يمكن إرسال النموذج من تلك الصفحة',
      text: 'لم يتم اشتراكك. يُرجى استخدام صفحة النموذج.',
      link: 'فتح النموذج',
    },
    busy: {
      title: 'يُرجى المحاولة مرة أخرى لاحقًا',
      text: 'وصلت طلبات كثيرة جدًا من اتصالك. لم يتم اشتراكك.',
    },
  },
}
