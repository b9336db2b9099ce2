import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/welcome/welcome.texts.ts'

export const welcome = {
  heading: 'Senden Sie Ihre erste E-Mail',
  text: 'Sie geht an den eingebauten Posteingang, nichts verlässt also diesen Rechner. Jeder Absender unter .test funktioniert dort ohne Domain.',
  textElsewhere: 'Der Absender braucht eine Domain, die in diesem Projekt bestätigt ist.',
  key: {
    title: 'Ihr Schlüssel',
    text: 'Er wird einmal angezeigt. Bewahren Sie ihn auf Ihrem Server auf, nie in einer Webseite.',
    make: 'Schlüssel erstellen',
    name: 'Erste Schritte',
    copy: 'Schlüssel kopieren',
  },
  call: {
    title: 'Der Aufruf',
    text: 'Fügen Sie ihn in ein Terminal ein, oder lassen Sie das Dashboard denselben Aufruf machen.',
  },
  to: 'An',
  from: 'Von',
  subject: 'Betreff',
  send: 'Senden',
  sendAgain: 'Noch eine senden',
  result: {
    title: 'Ihre E-Mail',
    waiting: 'Die E-Mail und ihr Verlauf erscheinen hier, sobald sie gesendet ist.',
    open: 'E-Mail öffnen',
    took: (ms: string) => `${ms} ms nach dem Aufruf zugestellt`,
  },
  audience: {
    heading: 'Ihre erste Kampagne',
    text: 'Fünf Schritte vom leeren Projekt zur E-Mail in den Postfächern Ihrer Leser. Jeder wird abgehakt, sobald er erledigt ist.',
    form: [
      'Oder beginnen Sie mit einem Formular',
      'Personen tragen sich auf Ihrer Website ein, und ihre Einwilligung ist aufgezeichnet.',
    ],
  },
  docs: ['API-Referenz lesen', 'Jeder Aufruf, mit Beispielen zum Einfügen.'],
} satisfies Translation<typeof texts.welcome>
