import type { Suppression, SuppressionReason } from '../../api/suppressions.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import type { Column } from '../../components/tables/data-table.tsx'
import { DayTime, Time } from '../../format/time.tsx'
import { suppressions as texts } from './suppressions.texts.ts'

const TONES: Record<SuppressionReason, Tone> = {
  hard_bounce: 'bad',
  complaint: 'bad',
  soft_bounces: 'warn',
  manual: 'neutral',
}

type Actions = { isAllowed: boolean; onRemove: (suppression: Suppression) => void }

export function suppressionColumns({ isAllowed, onRemove }: Actions): Column<Suppression>[] {
  const { columns } = texts
  return [
    {
      id: 'email',
      header: columns.email,
      width: 'minmax(15rem, 2fr)',
      cell: ({ email }) => <span className="font-medium">{email}</span>,
    },
    {
      id: 'reason',
      header: columns.reason,
      width: '12rem',
      cell: ({ reason }) => <Badge tone={TONES[reason]}>{texts.reasons[reason]}</Badge>,
    },
    {
      id: 'source',
      header: columns.source,
      width: 'minmax(7rem, 1fr)',
      isSoft: true,
      cell: ({ source }) => source,
    },
    {
      id: 'since',
      header: columns.since,
      width: '8rem',
      isSoft: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'until',
      header: columns.until,
      width: '8rem',
      isSoft: true,
      cell: ({ expiresAt }) => (expiresAt === null ? texts.forever : <DayTime at={expiresAt} />),
    },
    {
      id: 'actions',
      header: columns.actions,
      width: '7rem',
      align: 'end',
      cell: (suppression) => (
        <Button
          size="small"
          disabled={!isAllowed}
          aria-label={texts.removeOne(suppression.email)}
          onClick={() => onRemove(suppression)}
        >
          {texts.remove}
        </Button>
      ),
    },
  ]
}
