import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const listTexts = translatable('patterns/list/list', 'listTexts', {
  any: 'Any',
  more: 'Show more',
  searchByName: 'Search by name',
  searchByAddress: 'Search by address',
  matching: (count: number) => plural(count, 'match', 'matches'),
  nothing: { title: 'Nothing matches', text: 'Try another word.', clear: 'Show all' },
  compact: 'Compact rows',
  sort: 'Sort by',
  sorts: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-updatedAt': 'Last changed',
  },
})
