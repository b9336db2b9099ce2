// The texts of the pages about one topic, in all languages of the footer. {topic}, {project} and {email} are placeholders.
import type { Language } from '../../platform/text/languages.ts'

export type TopicWords = {
  /** Asks before leaving the topic. */
  leaveTopic: { title: string; text: string; action: string }
  topicLeft: { title: string; text: string; action: string }
  /** The button that leaves everything. */
  all: string
}

export const TOPIC_WORDS: Record<Language, TopicWords> = {
  en: {
    leaveTopic: {
      title: 'Unsubscribe from this topic?',
      text: 'Do you no longer want to receive “{topic}” from {project} at {email}?',
      action: 'Unsubscribe from this topic',
    },
    topicLeft: {
      title: 'You have left this topic',
      text: '{project} will no longer send “{topic}” to {email}. Was this a mistake? You can get it again.',
      action: 'Get it again',
    },
    all: 'Unsubscribe from everything',
  },
  de: {
    leaveTopic: {
      title: 'Von diesem Thema abmelden?',
      text: 'Möchten Sie „{topic}“ von {project} nicht mehr an {email} erhalten?',
      action: 'Von diesem Thema abmelden',
    },
    topicLeft: {
      title: 'Sie sind von diesem Thema abgemeldet',
      text: '{project} schickt „{topic}“ nicht mehr an {email}. War das ein Versehen? Sie können es wieder bestellen.',
      action: 'Wieder bestellen',
    },
    all: 'Von allem abmelden',
  },
  fr: {
    leaveTopic: {
      title: 'Se désabonner de ce sujet ?',
      text: 'Souhaitez-vous ne plus recevoir « {topic} » de {project} à l’adresse {email} ?',
      action: 'Se désabonner de ce sujet',
    },
    topicLeft: {
      title: 'Vous êtes désabonné de ce sujet',
      text: '{project} n’enverra plus « {topic} » à {email}. C’était une erreur ? Vous pouvez vous y réabonner.',
      action: 'Se réabonner à ce sujet',
    },
    all: 'Se désabonner de tout',
  },
  es: {
    leaveTopic: {
      title: '¿Darse de baja de este tema?',
      text: '¿Ya no quiere recibir «{topic}» de {project} en {email}?',
      action: 'Darse de baja de este tema',
    },
    topicLeft: {
      title: 'Se ha dado de baja de este tema',
      text: '{project} ya no enviará «{topic}» a {email}. ¿Ha sido un error? Puede volver a recibirlo.',
      action: 'Volver a recibirlo',
    },
    all: 'Darse de baja de todo',
  },
  it: {
    leaveTopic: {
      title: 'Annullare l’iscrizione a questo argomento?',
      text: 'Non desidera più ricevere «{topic}» da {project} all’indirizzo {email}?',
      action: 'Annulla l’iscrizione a questo argomento',
    },
    topicLeft: {
      title: 'Iscrizione a questo argomento annullata',
      text: '{project} non invierà più «{topic}» a {email}. È stato un errore? Può riceverlo di nuovo.',
      action: 'Riceverlo di nuovo',
    },
    all: 'Annulla tutte le iscrizioni',
  },
  pt: {
    leaveTopic: {
      title: 'Cancelar este assunto?',
      text: 'Não quer mais receber “{topic}” de {project} em {email}?',
      action: 'Cancelar este assunto',
    },
    topicLeft: {
      title: 'Este assunto foi cancelado',
      text: '{project} não enviará mais “{topic}” para {email}. Foi um engano? Pode voltar a recebê-lo.',
      action: 'Voltar a receber',
    },
    all: 'Cancelar tudo',
  },
  nl: {
    leaveTopic: {
      title: 'Afmelden voor dit onderwerp?',
      text: 'Wilt u “{topic}” van {project} niet meer ontvangen op {email}?',
      action: 'Afmelden voor dit onderwerp',
    },
    topicLeft: {
      title: 'U bent afgemeld voor dit onderwerp',
      text: '{project} stuurt “{topic}” niet meer naar {email}. Was dit een vergissing? U kunt het opnieuw ontvangen.',
      action: 'Opnieuw ontvangen',
    },
    all: 'Afmelden voor alles',
  },
  pl: {
    leaveTopic: {
      title: 'Zrezygnować z tego tematu?',
      text: 'Czy nie chcesz już otrzymywać „{topic}” od {project} na adres {email}?',
      action: 'Zrezygnuj z tego tematu',
    },
    topicLeft: {
      title: 'Zrezygnowano z tego tematu',
      text: '{project} nie będzie już wysyłać „{topic}” na adres {email}. To pomyłka? Możesz otrzymywać go ponownie.',
      action: 'Otrzymuj ponownie',
    },
    all: 'Zrezygnuj ze wszystkiego',
  },
  sv: {
    leaveTopic: {
      title: 'Avsluta det här ämnet?',
      text: 'Vill du inte längre få ”{topic}” från {project} till {email}?',
      action: 'Avsluta det här ämnet',
    },
    topicLeft: {
      title: 'Du har avslutat det här ämnet',
      text: '{project} skickar inte längre ”{topic}” till {email}. Var det ett misstag? Du kan få det igen.',
      action: 'Få det igen',
    },
    all: 'Avsluta allt',
  },
  ja: {
    leaveTopic: {
      title: 'このトピックの配信を停止しますか？',
      text: '{email} 宛ての {project} の「{topic}」の配信を停止しますか？',
      action: 'このトピックの配信を停止する',
    },
    topicLeft: {
      title: 'このトピックの配信を停止しました',
      text: '{project} の「{topic}」は今後 {email} に届きません。お間違いの場合は、もう一度受け取ることができます。',
      action: 'もう一度受け取る',
    },
    all: 'すべての配信を停止する',
  },
  ar: {
    leaveTopic: {
      title: 'إلغاء الاشتراك في هذا الموضوع؟',
      text: 'هل تريد التوقف عن تلقي «{topic}» من {project} على {email}؟',
      action: 'إلغاء الاشتراك في هذا الموضوع',
    },
    topicLeft: {
      title: 'تم إلغاء اشتراكك في هذا الموضوع',
      text: 'لن يرسل {project} «{topic}» إلى {email} بعد الآن. هل كان ذلك عن طريق الخطأ؟ يمكنك تلقيه من جديد.',
      action: 'تلقيه من جديد',
    },
    all: 'إلغاء الاشتراك في كل شيء',
  },
}
