import type { Gate } from '../../../../api/audience/explain.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/why/why.texts.ts'

const gates: Record<Gate['name'], string> = {
  suppression: 'Gesperrte Adresse',
  subscription: 'Abonnement',
  pause: 'Pause',
  topic: 'Thema',
  control_group: 'Kontrollgruppe',
  segment: 'Zielgruppe',
  holdout: 'Vergleichsgruppe',
  cap: 'Häufigkeitsgrenze',
  quiet_hours: 'Ruhezeiten',
  sender: 'Absender',
  brake: 'Pausiertes Projekt',
  state: 'Status',
}

export const whyTexts = {
  button: 'Warum?',
  buttonFor: (email: string) => `Warum? Zu ${email}`,
  title: 'Warum?',
  question: (email: string, name: string) => `Würde ${email} jetzt „${name}“ bekommen?`,
  would: 'Würde es bekommen',
  wouldNot: 'Würde es nicht bekommen',
  stops: (names: string) => `Aufgehalten von: ${names}.`,
  nothingStops: 'Jede Prüfung lässt es durch.',
  list: 'Prüfungen in der Reihenfolge, in der sie geschehen',
  passed: 'Bestanden',
  failed: 'Hält es auf',
  since: 'seit',
  gates,
} satisfies Translation<typeof texts.whyTexts>
