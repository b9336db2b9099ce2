import { formatCount } from '../../../../../format/number.ts'
import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/limits/limits.texts.ts'

const emails = (count: number) => plural(count, 'E-Mail', 'E-Mails')

export const limitTexts = {
  text: 'Wie oft und wann Personen Marketing-E-Mails von diesem Projekt bekommen, alle Kampagnen und Workflows zusammen. Transaktions-E-Mails werden nie zurückgehalten.',
  notANumber: 'Geben Sie eine Zahl ein.',
  cap: {
    title: 'Häufigkeitsgrenze',
    switch: 'Begrenzen, wie viele Marketing-E-Mails eine Person bekommt',
    off: 'Aus: Es gibt keine Grenze.',
    emails: 'E-Mails, höchstens',
    days: 'In wie vielen Tagen',
    says: (count: number, days: number) =>
      `Höchstens ${emails(count)} an eine Person in ${plural(days, 'Tag', 'Tagen')}.`,
    drops: (days: number, hours: number) =>
      `Die Grenze gilt für ${plural(days, 'Tag', 'Tage')}, aber eine E-Mail wartet höchstens ${plural(hours, 'Stunde', 'Stunden')} und wird dann verworfen, obwohl sie später gesendet werden könnte. Lassen Sie E-Mails länger warten, oder verkürzen Sie die Grenze.`,
    hold: 'E-Mails höchstens so viele Stunden zurückhalten',
    holdHint:
      'Eine E-Mail über der Grenze wartet, bis die Person sie bekommen darf. Nach dieser Zeit wird sie stattdessen verworfen.',
  },
  quiet: {
    title: 'Ruhezeiten',
    switch: 'Nachts oder an manchen Tagen keine Marketing-E-Mails senden',
    off: 'Aus: E-Mails gehen jederzeit hinaus.',
    from: 'Von',
    to: 'Bis',
    says: (from: string, to: string) =>
      from < to
        ? `Zwischen ${from} und ${to} geht nichts hinaus.`
        : `Zwischen ${from} und ${to} des nächsten Tages geht nichts hinaus.`,
    waits: 'E-Mails warten auf das Ende der Ruhezeiten; keine wird ihretwegen verworfen.',
    weekdays: 'Sie beginnen am',
    weekdaysHint: 'Nichts gewählt: jeden Tag',
    zone: 'Nach der Uhr',
    zones: {
      contact: 'Des Kontakts: data.timezone, sonst die Zeitzone des Projekts',
      project: 'Des Projekts',
    },
    zoneHint: (zone: string) => `Die Zeitzone des Projekts ist ${zone}.`,
  },
  preview: {
    title: 'Was geschehen wäre',
    text: 'Probiert die Grenzen oben an den Marketing-E-Mails der letzten 30 Tage aus. Das ändert nichts, und Sie müssen nicht vorher speichern.',
    button: 'Mit den letzten 30 Tagen ausprobieren',
    invalid: 'Beheben Sie zuerst, was oben markiert ist.',
    stale: 'Die Grenzen haben sich seitdem geändert. Probieren Sie es erneut.',
    nothing:
      'In den letzten 30 Tagen wurden keine Marketing-E-Mails gesendet, an denen sie sich ausprobieren ließen.',
    noLimits: 'Ohne Grenzen geht jede E-Mail sofort hinaus.',
    sentence: (all: number, held: number, dropped: number) =>
      `Von ${emails(all)} in den letzten 30 Tagen wären ${formatCount(held)} später hinausgegangen und ${formatCount(dropped)} verworfen worden.`,
    list: 'Marketing-E-Mails der letzten 30 Tage unter diesen Grenzen',
    columns: { outcome: 'Ergebnis', emails: 'E-Mails', share: 'Anteil' },
    outcomes: {
      sentAtOnce: 'Sofort gesendet',
      cap: 'Wegen der Häufigkeitsgrenze später gesendet',
      quietHours: 'Wegen der Ruhezeiten später gesendet',
      dropped: 'Verworfen: zu lange an der Häufigkeitsgrenze',
    },
    looked: (count: string) => `Alle ${count} Kontakte wurden berücksichtigt.`,
    sampled: (count: string) => `Geschätzt aus ${count} zufällig gewählten Kontakten.`,
  },
  saved: 'Die Grenzen wurden gespeichert. Wartende E-Mails werden neu beurteilt.',
} satisfies Translation<typeof texts.limitTexts>
