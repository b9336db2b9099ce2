// The texts of the archive, in all languages of the public pages.
import type { Language } from '../../../platform/text/languages.ts'

export type ArchiveWords = {
  title: string
  empty: string
  newer: string
  older: string
  feed: string
  /** There is no such page, or it is no longer public. */
  missing: { title: string; text: string }
  /** Too many requests from one network. */
  busy: { title: string; text: string }
}

export const ARCHIVE_WORDS: Record<Language, ArchiveWords> = {
  en: {
    title: 'Our newsletters',
    empty: 'There are no newsletters yet.',
    newer: 'Newer',
    older: 'Older',
    feed: 'RSS feed',
    missing: {
      title: 'This page is not available',
      text: 'It may have been removed, or the address is not complete.',
    },
    busy: {
      title: 'Please try again later',
      text: 'There were too many requests from your connection.',
    },
  },
  de: {
    title: 'Unsere Newsletter',
    empty: 'Es gibt noch keine Newsletter.',
    newer: 'Neuere',
    older: 'Ältere',
    feed: 'RSS-Feed',
    missing: {
      title: 'Diese Seite ist nicht verfügbar',
      text: 'Vielleicht wurde sie entfernt, oder die Adresse ist nicht vollständig.',
    },
    busy: {
      title: 'Bitte versuchen Sie es später noch einmal',
      text: 'Von Ihrem Anschluss kamen zu viele Anfragen.',
    },
  },
  fr: {
    title: 'Nos newsletters',
    empty: 'Il n’y a pas encore de newsletter.',
    newer: 'Plus récentes',
    older: 'Plus anciennes',
    feed: 'Flux RSS',
    missing: {
      title: 'Cette page n’est pas disponible',
      text: 'Elle a peut-être été supprimée, ou l’adresse est incomplète.',
    },
    busy: {
      title: 'Veuillez réessayer plus tard',
      text: 'Trop de demandes sont arrivées depuis votre connexion.',
    },
  },
  es: {
    title: 'Nuestros boletines',
    empty: 'Todavía no hay boletines.',
    newer: 'Más recientes',
    older: 'Más antiguos',
    feed: 'Canal RSS',
    missing: {
      title: 'Esta página no está disponible',
      text: 'Puede que se haya eliminado o que la dirección esté incompleta.',
    },
    busy: {
      title: 'Inténtelo de nuevo más tarde',
      text: 'Han llegado demasiadas solicitudes desde su conexión.',
    },
  },
  it: {
    title: 'Le nostre newsletter',
    empty: 'Non ci sono ancora newsletter.',
    newer: 'Più recenti',
    older: 'Meno recenti',
    feed: 'Feed RSS',
    missing: {
      title: 'Questa pagina non è disponibile',
      text: 'Forse è stata rimossa, o l’indirizzo non è completo.',
    },
    busy: {
      title: 'Riprova più tardi',
      text: 'Sono arrivate troppe richieste dalla tua connessione.',
    },
  },
  pt: {
    title: 'As nossas newsletters',
    empty: 'Ainda não há newsletters.',
    newer: 'Mais recentes',
    older: 'Mais antigas',
    feed: 'Feed RSS',
    missing: {
      title: 'Esta página não está disponível',
      text: 'Pode ter sido removida, ou o endereço está incompleto.',
    },
    busy: {
      title: 'Tente novamente mais tarde',
      text: 'Chegaram demasiados pedidos da sua ligação.',
    },
  },
  nl: {
    title: 'Onze nieuwsbrieven',
    empty: 'Er zijn nog geen nieuwsbrieven.',
    newer: 'Nieuwer',
    older: 'Ouder',
    feed: 'RSS-feed',
    missing: {
      title: 'Deze pagina is niet beschikbaar',
      text: 'Misschien is ze verwijderd, of is het adres niet volledig.',
    },
    busy: {
      title: 'Probeer het later opnieuw',
      text: 'Er kwamen te veel verzoeken van uw verbinding.',
    },
  },
  pl: {
    title: 'Nasze newslettery',
    empty: 'Nie ma jeszcze newsletterów.',
    newer: 'Nowsze',
    older: 'Starsze',
    feed: 'Kanał RSS',
    missing: {
      title: 'Ta strona jest niedostępna',
      text: 'Być może została usunięta albo adres jest niepełny.',
    },
    busy: {
      title: 'Spróbuj ponownie później',
      text: 'Z Twojego połączenia przyszło zbyt wiele żądań.',
    },
  },
  sv: {
    title: 'Våra nyhetsbrev',
    empty: 'Det finns inga nyhetsbrev ännu.',
    newer: 'Nyare',
    older: 'Äldre',
    feed: 'RSS-flöde',
    missing: {
      title: 'Den här sidan är inte tillgänglig',
      text: 'Den kan ha tagits bort, eller så är adressen inte fullständig.',
    },
    busy: {
      title: 'Försök igen senare',
      text: 'Det kom för många förfrågningar från din anslutning.',
    },
  },
  ja: {
    title: 'ニュースレター一覧',
    empty: 'ニュースレターはまだありません。',
    newer: '新しいもの',
    older: '古いもの',
    feed: 'RSSフィード',
    missing: {
      title: 'このページは表示できません',
      text: '削除されたか、アドレスが正しくない可能性があります。',
    },
    busy: {
      title: 'しばらくしてからもう一度お試しください',
      text: 'お使いの接続からのリクエストが多すぎます。',
    },
  },
  ar: {
    title: 'نشراتنا البريدية',
    empty: 'لا توجد نشرات بعد.',
    newer: 'الأحدث',
    older: 'الأقدم',
    feed: 'موجز RSS',
    missing: {
      title: 'هذه الصفحة غير متاحة',
      text: 'ربما أُزيلت، أو أن العنوان غير كامل.',
    },
    busy: {
      title: 'يرجى المحاولة لاحقًا',
      text: 'وردت طلبات كثيرة جدًا من اتصالك.',
    },
  },
}
