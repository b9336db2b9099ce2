import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/report/report.texts.ts'

export const reportTexts = {
  download: 'Als CSV herunterladen',
  downloadList: 'Diese Liste als CSV herunterladen',
  downloaded: 'Der Bericht ist heruntergeladen.',
  period: 'Zeitraum',
  periods: { '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage', '90': 'Letzte 90 Tage', '365': 'Letztes Jahr' },
  rates: {
    high: 'hoch',
    tooHigh: 'zu hoch',
    advice: {
      bounces:
        'Postfachanbieter misstrauen Absendern mit vielen Bounces. Ab 2 % ist es hoch, ab 5 % zu hoch: Entfernen Sie Adressen, die es nicht gibt.',
      complaints:
        'Postfachanbieter sperren Absender mit vielen Spam-Beschwerden. Ab 0,1 % ist es hoch, ab 0,3 % zu hoch: Schreiben Sie nur Personen, die es erwarten.',
    },
  },
} satisfies Translation<typeof texts.reportTexts>
