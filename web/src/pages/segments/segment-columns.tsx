import { knownCount } from '../../api/segments.ts'
import type { UsedSegment } from '../../api/segments.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { formatCount } from '../../format/number.ts'
import type { Column } from '../../components/tables/data-table.tsx'
import { Time } from '../../format/time.tsx'
import { segments as texts } from './segments.texts.ts'

const { columns: headers } = texts

function usesOf({ usedBy: [first, ...more] }: UsedSegment): string {
  if (!first) return texts.unused
  return more.length === 0 ? first.name : texts.usedMore(first.name, more.length)
}

export const SEGMENT_COLUMNS: Column<UsedSegment>[] = [
  {
    id: 'name',
    header: headers.name,
    width: 'minmax(11rem, 2fr)',
    cell: ({ id, name }) => (
      <RecordLink kind="segment" id={id}>
        {name}
      </RecordLink>
    ),
  },
  {
    id: 'type',
    header: headers.type,
    width: '6rem',
    cell: ({ type }) => <Badge tone={type === 'DYNAMIC' ? 'accent' : 'neutral'}>{texts.types[type]}</Badge>,
  },
  {
    id: 'members',
    header: headers.members,
    width: '8rem',
    align: 'end',
    cell: (segment) => {
      const count = knownCount(segment)
      return count === undefined ? <span className="text-soft">{texts.notCounted}</span> : formatCount(count)
    },
  },
  {
    id: 'tracked',
    header: headers.tracked,
    isWideOnly: true,
    width: '7rem',
    cell: ({ trackMembership }) => trackMembership && <Badge tone="good">{texts.tracked}</Badge>,
  },
  {
    id: 'used',
    header: headers.used,
    isWideOnly: true,
    width: 'minmax(9rem, 1fr)',
    cell: (segment) => (
      <span
        className="text-soft"
        title={segment.usedBy.map(({ kind, name }) => `${texts.used.kinds[kind]}: ${name}`).join('\n')}
      >
        {usesOf(segment)}
      </span>
    ),
  },
  {
    id: 'changed',
    header: headers.changed,
    isWideOnly: true,
    width: '8rem',
    align: 'end',
    isSoft: true,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]
