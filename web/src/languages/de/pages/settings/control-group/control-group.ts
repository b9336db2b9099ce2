import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/control-group/control-group.texts.ts'

export const controlGroupTexts = {
  text: 'Die Kontrollgruppe ist ein kleiner, zufällig gewählter Teil Ihrer Kontakte, der keine Kampagnen und keine Marketing-E-Mails von Workflows bekommt. Der Unterschied zwischen den anderen und der Gruppe ist die Wirkung Ihrer Marketing-E-Mails. Transaktions-E-Mails und Bestätigungen sind nicht betroffen.',
  share: 'Die Gruppe',
  percent: 'Anteil der Kontakte, in Prozent',
  percentHint: '0 bis 20. 0: keine Kontrollgruppe. Ein größerer Anteil behält ihre Mitglieder.',
  since: 'Sie hat diese Größe seit',
  anew: 'Ein anderer Anteil beginnt den Vergleich von vorn.',
  saved: 'Die Kontrollgruppe wurde gespeichert.',
  report: 'Wie die Gruppe abschnitt',
  reportText:
    'Vergleicht, wie viele Kontakte der Gruppe und wie viele andere etwas getan haben, seit die Gruppe ihre Größe hat, höchstens in den letzten 90 Tagen. Gezählt wird nur, wer zu Beginn dieser Zeit schon Kontakt war.',
  event: 'Ereignis',
  eventHint: 'Wie Ihr Programm es meldet, etwa order.paid',
  value: 'Wert zum Zusammenzählen',
  valueHint: 'Eine Zahl in den Daten des Ereignisses, etwa data.total. Leer: keiner',
  compare: 'Vergleichen',
  none: 'Es gibt keine Kontrollgruppe zum Vergleichen.',
  notice: (event: string, from: string, to: string) =>
    `Kontakte mit dem Ereignis „${event}“, ${from} bis ${to}.`,
} satisfies Translation<typeof texts.controlGroupTexts>
