import { invitationListQuery, revokeInvitation } from '../../api/accounts/members.ts'
import type { Invitation } from '../../api/accounts/members.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { Card } from '../../components/page.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { roles } from '../../patterns/role/roles.texts.ts'
import { memberTexts } from './settings.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'

const texts = memberTexts.open

const columnsWith = (onRevoke: (invitation: Invitation) => void): PlainColumn<Invitation>[] =>
  columnsOf(texts.columns, {
    email: { cell: ({ email }) => <span className="font-medium">{email}</span> },
    role: { cell: ({ role }) => <Badge>{roles.names[role]}</Badge> },
    by: { isSoft: true, cell: ({ invitedBy }) => invitedBy },
    expires: { isSoft: true, cell: ({ expiresAt }) => <DayTime at={expiresAt} /> },
    actions: {
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
  })

export function OpenInvitations() {
  const { api } = useProject()
  const list = useList(invitationListQuery(api), 'invitations')
  const revoke = useChange({
    call: (_, { id }: Invitation) => revokeInvitation(api, id),
    done: texts.revoked,
    refreshes: ['/invitations'],
  })
  return (
    <Card title={texts.title} isFlush>
      <PlainList
        label={texts.list}
        list={list}
        columns={columnsWith((invitation) => revoke.mutate(invitation))}
        empty={texts.none}
      />
    </Card>
  )
}
