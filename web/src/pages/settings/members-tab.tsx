import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { changeRole, memberListQuery, removeMember } from '../../api/accounts/members.ts'
import type { Member } from '../../api/accounts/members.ts'
import type { Role } from '../../api/accounts/account.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Card } from '../../components/page.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { InviteCard } from './invite-card.tsx'
import { memberColumns } from './member-columns.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { memberTexts as texts } from './settings.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/settings')

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
  const [removing, setRemoving] = useState<Member>()
  const { q: search, sort } = route.useSearch()
  const list = useList(memberListQuery(api, { search, sort }), 'members')
  const change = useChange({
    call: (_, { id, role }: { id: string; role: Role }) => changeRole(api, id, role),
    done: texts.roleChanged,
    refreshes: ['/members'],
  })
  const columns = memberColumns({
    ownId: account.user.id,
    may,
    onRole: ({ id }, role) => change.mutate({ id, role }),
    onRemove: setRemoving,
  })
  return (
    <Card title={texts.members} isFlush>
      <div className="px-4 pb-3">
        <ListSearch label={texts.search} maxLength={100} />
      </div>
      <PlainList label={texts.list} list={list} columns={columns} empty={listTexts.nothing.title} />
      <RemoveMemberDialog subject={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  )
}

function RemoveMemberDialog({ subject, onClose }: { subject: Member | undefined; onClose: () => void }) {
  const remove = useChange({
    call: removeMember,
    done: texts.removing.done,
    refreshes: ['/members'],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title={texts.removing.title(subject?.name ?? '')}
      description={texts.removing.text}
      submit={texts.removing.submit}
      isOpen={subject !== undefined}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => subject && remove.mutate(subject.id)}
    />
  )
}
