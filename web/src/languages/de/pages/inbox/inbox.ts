import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/inbox/inbox.texts.ts'

export const inbox = {
  title: 'Posteingang',
  subtitle: 'Jede E-Mail dieses Projekts. Nur eigene Versandwege senden.',
  subtitleElsewhere:
    'Dieser Server sendet wirklich; den Quelltext von E-Mails bewahrt nur der eingebaute Posteingang auf.',
  list: 'E-Mails, neueste zuerst',
  search: 'Posteingang durchsuchen',
  empty: {
    title: 'Der Posteingang ist leer',
    text: 'Senden Sie eine E-Mail mit diesem Aufruf, und sie erscheint hier:',
  },
  nothing: 'Keine E-Mail passt.',
  choose: { title: 'Wählen Sie eine E-Mail', text: 'J und K gehen durch die Liste.' },
  details: 'Verlauf und Details',
  to: 'an',
} satisfies Translation<typeof texts.inbox>
