import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/activity/activity.texts.ts'

export const activity = {
  title: 'Aktivität',
  subtitle: 'Was in diesem Projekt geschieht, Neuestes zuerst',
  list: 'Ereignisse, neueste zuerst',
  names: 'Namen von Ereignissen',
  all: 'Alles',
  live: 'Live',
  paused: 'Pausiert',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  empty: {
    title: 'Noch ist nichts geschehen',
    text: 'Öffnungen, Klicks, Bounces und neue Kontakte erscheinen hier von selbst; Ereignisse Ihrer App kommen mit diesem Aufruf:',
  },
  nothing: {
    title: 'Kein Ereignis passt',
    text: 'Versuchen Sie einen anderen Teil der Adresse oder einen anderen Namen.',
    clear: 'Alle Ereignisse anzeigen',
  },
  more: 'Ältere Ereignisse anzeigen',
} satisfies Translation<typeof texts.activity>
