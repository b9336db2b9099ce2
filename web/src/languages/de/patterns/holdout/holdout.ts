import type { VERDICTS } from '../../../../../../src/platform/statistics/verdicts.values.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/holdout/holdout.texts.ts'

const verdicts: Record<(typeof VERDICTS)[number], string> = {
  tooEarly: 'Noch zu früh',
  helped: 'Es hat geholfen',
  hurt: 'Es hat geschadet',
  noDifference: 'Kein Unterschied erkennbar',
}

export const holdoutTexts = {
  title: 'Vergleichsgruppe',
  verdicts,
  list: 'Beide Gruppen',
  group: 'Gruppe',
  people: 'Personen',
  conversions: 'Ziel erreicht',
  rate: 'Quote',
  interval: '95-%-Intervall',
  perPerson: 'Wert pro Person',
  heldBack: 'Zurückgehalten',
  others: 'Andere',
  controlGroup: 'Kontrollgruppe',
  points: (value: string) => `${value} Punkte`,
  lift: (by: string, relative: string | null) =>
    relative === null ? `Unterschied: ${by}.` : `Unterschied: ${by} (${relative}).`,
  between: (confidence: string, from: string, to: string) =>
    `Mit einer Sicherheit von ${confidence} liegt er zwischen ${from} und ${to}.`,
  extra: (count: string) => `Das sind etwa ${count} Abschlüsse, die es ohne sie nicht gegeben hätte.`,
  until: 'Frühester Zeitpunkt für ein Urteil:',
  split: (actual: string, asked: string) => `${actual} zurückgehalten; verlangt waren ${asked}.`,
  campaign:
    'Jeder gewählte Kontakt zählt, ob die E-Mail zugestellt oder geöffnet wurde oder nicht, von der Auswahl der Empfänger bis zum Ende des Zeitfensters nach der letzten E-Mail.',
  workflow:
    'Jeder Kontakt zählt einmal, im Zeitfenster nach seinem ersten Eintritt. Da weiter Kontakte eintreten, ist das Intervall breiter als üblich und lässt sich an jedem Tag ablesen.',
} satisfies Translation<typeof texts.holdoutTexts>
