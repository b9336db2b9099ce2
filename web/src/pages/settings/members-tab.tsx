import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeRole, memberListQuery } from '../../api/accounts/members.ts'
import type { Member } from '../../api/accounts/members.ts'
import type { Role } from '../../api/accounts/account.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { InviteCard } from './invite-card.tsx'
import { memberColumns } from './member-columns.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { memberTexts as texts } from './settings.texts.ts'

export function MembersTab() {
  const { may } = useProject()
  return (
    <>
      <RoleNotice needs="admin" />
      <MemberCard />
      {may('admin') && (
        <>
          <InviteCard />
          <OpenInvitations />
        </>
      )}
    </>
  )
}

function MemberCard() {
  const { api, account, may } = useProject()
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<Member>()
  const list = useInfiniteQuery(memberListQuery(api))
  const rows = list.data?.pages.flatMap((page) => page.members) ?? []
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => changeRole(api, id, role),
    onSuccess: () => toast.good(texts.roleChanged),
    onError: (error) => toast.error(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.projectId, '/members'] }),
  })
  const columns = memberColumns({
    ownId: account.user.id,
    may,
    onRole: ({ id }, role) => change.mutate({ id, role }),
    onRemove: setLeaving,
  })
  return (
    <Card title={texts.members} isFlush>
      {list.isPending && <RowSkeletons />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {rows.length > 0 && (
        <PlainTable label={texts.list} columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
      <ShowMore list={list} />
      <RemoveMemberDialog subject={leaving} onClose={() => setLeaving(undefined)} />
    </Card>
  )
}
