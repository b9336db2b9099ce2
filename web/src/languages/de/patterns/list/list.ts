import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/list/list.texts.ts'

export const listTexts = {
  any: 'Beliebig',
  more: 'Mehr anzeigen',
  searchByName: 'Nach Name suchen',
  searchByAddress: 'Nach Adresse suchen',
  matching: (count: number) => plural(count, 'Treffer', 'Treffer'),
  nothing: { title: 'Keine Treffer', text: 'Versuchen Sie ein anderes Wort.', clear: 'Alle anzeigen' },
  compact: 'Kompakte Zeilen',
  sort: 'Sortieren nach',
  sorts: {
    '-createdAt': 'Neueste zuerst',
    createdAt: 'Älteste zuerst',
    name: 'Name, A bis Z',
    '-name': 'Name, Z bis A',
    '-updatedAt': 'Zuletzt geändert',
  },
} satisfies Translation<typeof texts.listTexts>
