import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession, sessionsQuery } from '../../api/accounts/account.ts'
import type { AccountSession } from '../../api/accounts/account.ts'
import { Button } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Time } from '../../format/time.tsx'
import { sessionTexts as texts } from './settings.texts.ts'

const deviceOf = ({ device }: AccountSession) => device ?? texts.unknown

/** Ends a session, or all others, and reads the list again, also if it was gone already. */
function useEnding<Input>(end: (input: Input) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toast.good(done),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  })
}

export function SessionsCard() {
  const sessions = useQuery(sessionsQuery)
  const [isAsking, setIsAsking] = useState(false)
  const endOthers = useEnding(endOtherSessions, texts.endedOthers)
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Card
      title={texts.title}
      isFlush
      actions={
        hasOthers && (
          <Button size="small" look="danger" onClick={() => setIsAsking(true)}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      {sessions.isPending && <RowSkeletons />}
      {sessions.isError && (
        <div className="p-4">
          <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
        </div>
      )}
      {sessions.data && (
        <PlainTable label={texts.list} columns={COLUMNS} rows={sessions.data} idOf={({ id }) => id} />
      )}
      <p className="px-4 py-3 text-xs text-soft">{texts.hint}</p>
      <ConfirmDialog
        title={texts.asking.title}
        description={texts.asking.text}
        submit={texts.asking.submit}
        isOpen={isAsking}
        isBusy={endOthers.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </Card>
  )
}

function EndButton({ session }: { session: AccountSession }) {
  const end = useEnding(endSession, texts.ended)
  if (session.isCurrent) return null
  return (
    <Button
      size="small"
      isBusy={end.isPending}
      aria-label={texts.endOne(deviceOf(session))}
      onClick={() => end.mutate(session.id)}
    >
      {texts.end}
    </Button>
  )
}

const COLUMNS: readonly PlainColumn<AccountSession>[] = [
  {
    id: 'device',
    header: texts.columns.device,
    cell: (session) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        {deviceOf(session)}
        {session.isCurrent && <Badge tone="good">{texts.current}</Badge>}
      </span>
    ),
  },
  {
    id: 'network',
    header: texts.columns.network,
    isSoft: true,
    cell: ({ network }) => <span className="tabular">{network ?? texts.unknownNetwork}</span>,
  },
  {
    id: 'lastUsedAt',
    header: texts.columns.lastUsed,
    isSoft: true,
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
  },
  {
    id: 'createdAt',
    header: texts.columns.created,
    isSoft: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: 'end',
    header: texts.columns.end,
    align: 'end',
    isQuiet: true,
    cell: (session) => <EndButton session={session} />,
  },
]
