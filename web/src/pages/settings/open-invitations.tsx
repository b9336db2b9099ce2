import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { invitationListQuery, revokeInvitation } from '../../api/accounts/members.ts'
import type { Invitation } from '../../api/accounts/members.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { roles } from '../../patterns/role/roles.texts.ts'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { memberTexts } from './settings.texts.ts'

const texts = memberTexts.open

const columnsWith = (onRevoke: (invitation: Invitation) => void): PlainColumn<Invitation>[] => [
  {
    id: 'email',
    header: texts.columns.email,
    cell: ({ email }) => <span className="font-medium">{email}</span>,
  },
  {
    id: 'role',
    header: texts.columns.role,
    cell: ({ role }) => <Badge>{roles.names[role]}</Badge>,
  },
  {
    id: 'by',
    header: texts.columns.by,
    cell: ({ invitedBy }) => <span className="text-soft">{invitedBy}</span>,
  },
  {
    id: 'expires',
    header: texts.columns.expires,
    cell: ({ expiresAt }) => (
      <span className="text-soft">
        <DayTime at={expiresAt} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: texts.columns.actions,
    isQuiet: true,
    align: 'end',
    cell: (invitation) => (
      <Button
        size="small"
        look="danger"
        aria-label={texts.revokeOne(invitation.email)}
        onClick={() => onRevoke(invitation)}
      >
        {texts.revoke}
      </Button>
    ),
  },
]

export function OpenInvitations() {
  const { api } = useProject()
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(invitationListQuery(api))
  const rows = list.data?.pages.flatMap((page) => page.invitations) ?? []
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => revokeInvitation(api, id),
    onSuccess: () => toast.good(texts.revoked),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/invitations'] }),
  })
  return (
    <Card title={texts.title} isFlush>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <p className="px-4 pb-4 text-sm text-soft">{texts.none}</p>}
      {rows.length > 0 && (
        <PlainTable
          label={texts.list}
          columns={columnsWith((invitation) => revoke.mutate(invitation))}
          rows={rows}
          idOf={({ id }) => id}
        />
      )}
      <ShowMore list={list} />
    </Card>
  )
}
