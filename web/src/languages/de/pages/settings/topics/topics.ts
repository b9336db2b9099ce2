import type { Topic } from '../../../../../api/audience/topics.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/topics/topics.texts.ts'

const optIns: Record<Topic['optIn'], string> = { implied: 'Implizit', explicit: 'Explizit' }

/** The people in a topic, by its opt-in. */
const meanings: Record<Topic['optIn'], string> = {
  implied: 'Alle Abonnenten, bis sie es verlassen.',
  explicit: 'Nur Personen, die es gewählt haben.',
}

export const topicTexts = {
  title: 'Themen',
  text: 'Arten von E-Mails, etwa Neuigkeiten und Angebote. Personen können ein Thema verlassen und die anderen behalten.',
  list: 'Themen dieses Projekts, neueste zuerst',
  create: 'Neues Thema',
  docs: 'So funktionieren Themen',
  empty: {
    title: 'Noch keine Themen',
    text: 'Ein Thema ist eine Art von E-Mails, etwa Neuigkeiten oder Angebote. Mit Themen verlässt, wer zu viel bekommt, eine Art von E-Mails statt aller. Vorlagen, Kampagnen und Workflows nennen das Thema ihrer E-Mails.',
  },
  columns: {
    name: 'Thema',
    optIn: 'Opt-in: wer es bekommt',
    shown: 'Empfängern gezeigt',
    in: 'Darin',
    out: 'Verlassen',
    actions: 'Aktionen',
  },
  optIns,
  meanings,
  shown: 'Ja',
  hidden: 'Nein',
  edit: 'Bearbeiten',
  editOne: (name: string) => `${name} bearbeiten`,
  delete: 'Löschen',
  deleteOne: (name: string) => `${name} löschen`,
  form: {
    createTitle: 'Neues Thema',
    createText: 'Was Empfänger davon sehen: den Namen und die Beschreibung.',
    editTitle: (name: string) => `${name} bearbeiten`,
    name: 'Name',
    nameHint: 'Etwa „Produktneuigkeiten“.',
    key: 'Schlüssel',
    keyHint:
      'So heißt es in API, Filtern und Dateien: a bis z, 0 bis 9 und Bindestriche. Er ändert sich nie.',
    keyStays: 'Der Schlüssel ändert sich nie.',
    description: 'Beschreibung',
    descriptionHint: 'Was Personen bekommen und wie oft. Steht unter dem Namen.',
    optIn: 'Wer bekommt es?',
    isPublic: 'Empfängern zeigen',
    isPublicHint: 'Auf den Seiten, auf denen sie wählen, was sie bekommen.',
    cap: 'Begrenzen, wie viele E-Mails dieses Themas eine Person bekommt',
    capHint: 'Neben der Häufigkeitsgrenze des Projekts, falls es eine gibt.',
    create: 'Thema erstellen',
    save: 'Speichern',
    created: 'Das Thema wurde erstellt.',
    saved: 'Das Thema wurde gespeichert.',
  },
  deleting: {
    title: (name: string) => `${name} löschen?`,
    text: 'Was Personen dazu gewählt haben, wird auch gelöscht. Vorlagen und Entwürfe, die es nennen, senden nichts, bis sie ein anderes Thema bekommen oder keines. E-Mails, die darauf warten, werden abgebrochen.',
    blocked: 'Es wird verwendet und lässt sich jetzt nicht löschen:',
    blockedHint:
      'Brechen Sie die Kampagne ab oder warten Sie, bis sie gesendet ist; schalten Sie den Workflow oder das Formular aus, oder ändern Sie sie.',
    cancel: 'Behalten',
    submit: 'Thema löschen',
    done: 'Das Thema wurde gelöscht.',
  },
} satisfies Translation<typeof texts.topicTexts>
