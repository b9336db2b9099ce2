import type { Outcome } from '../../api/client/each.ts'
import type { Verification } from '../../api/verify.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { flagsOf } from './verify-flags.ts'
import { verify } from './verify.texts.ts'

const texts = verify.many

type Row = Outcome<Verification>

function Verdict({ of: row }: { of: Row }) {
  if (!('value' in row)) return <Badge>{texts.failed}</Badge>
  return row.value.valid ? <Badge tone="good">{texts.good}</Badge> : <Badge tone="bad">{texts.bad}</Badge>
}

function Notes({ of: row }: { of: Row }) {
  if (!('value' in row)) {
    return <span className="text-soft">{row.error instanceof Error ? row.error.message : ''}</span>
  }
  return (
    <span className="flex flex-wrap gap-1">
      {flagsOf(row.value)
        .filter(({ isAgainst }) => isAgainst)
        .map(({ flag, isSet, tone }) => (
          <span key={flag} title={isSet ? verify.flags[flag].yes : verify.flags[flag].no}>
            <Badge tone={tone}>
              {verify.flags[flag].name}
              {!isSet && `: ${verify.no.toLowerCase()}`}
            </Badge>
          </span>
        ))}
    </span>
  )
}

export const RESULT_COLUMNS: PlainColumn<Row>[] = [
  {
    id: 'email',
    header: texts.columns.email,
    cell: ({ item }) => (
      <span className="block max-w-72 truncate font-medium" title={item}>
        {item}
      </span>
    ),
  },
  { id: 'verdict', header: texts.columns.verdict, cell: (row) => <Verdict of={row} /> },
  { id: 'notes', header: texts.columns.notes, cell: (row) => <Notes of={row} /> },
  {
    id: 'suggestion',
    header: texts.columns.suggestion,
    cell: (row) =>
      'value' in row &&
      row.value.suggestion !== null && (
        <span className="flex items-center gap-1">
          {row.value.suggestion}
          <CopyButton text={row.value.suggestion} label={verify.suggestion} />
        </span>
      ),
  },
]
