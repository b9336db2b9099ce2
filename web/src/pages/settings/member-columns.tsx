import type { Role } from '../../api/accounts/account.ts'
import type { Member } from '../../api/accounts/members.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { Select } from '../../components/forms/select.tsx'
import { DayTime } from '../../format/time.tsx'
import { roles } from '../../patterns/role/roles.texts.ts'
import { memberTexts as texts } from './settings.texts.ts'
import { ROLES } from '../../../../src/platform/access/member-role.values.ts'

type Actions = {
  ownId: string
  may: (needed: Role) => boolean
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

/** Only an owner can make others owners. */
export const grantableRoles = (may: (needed: Role) => boolean) =>
  ROLES.filter((role) => role !== 'owner' || may('owner')).map((value) => ({
    value,
    label: roles.names[value],
  }))

const mayChange = ({ role }: Member, may: Actions['may']): boolean =>
  may(role === 'owner' ? 'owner' : 'admin')

function MemberName({ of: { name, email }, isYou }: { of: Member; isYou: boolean }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span className="max-w-56 truncate font-medium">{name}</span>
          {isYou && <Badge>{texts.you}</Badge>}
        </span>
        <span className="block max-w-64 truncate text-xs text-soft">{email}</span>
      </span>
    </span>
  )
}

export function memberColumns({ ownId, may, onRole, onRemove }: Actions): PlainColumn<Member>[] {
  const { columns } = texts
  return columnsOf(columns, {
    person: { sort: 'name', cell: (member) => <MemberName of={member} isYou={member.id === ownId} /> },
    role: {
      cell: (member) =>
        mayChange(member, may) ? (
          <Select
            label={texts.roleOf(member.name)}
            value={member.role}
            options={grantableRoles(may)}
            onChange={(role) => {
              if (role !== member.role) onRole(member, role)
            }}
          />
        ) : (
          <Badge>{roles.names[member.role]}</Badge>
        ),
    },
    factor: {
      cell: ({ twoFactorEnabled }) => (
        <Badge tone={twoFactorEnabled ? 'good' : 'neutral'}>
          {twoFactorEnabled ? texts.factorOn : texts.factorOff}
        </Badge>
      ),
    },
    since: { isSoft: true, cell: ({ createdAt }) => <DayTime at={createdAt} /> },
    actions: {
      isQuiet: true,
      align: 'end',
      cell: (member) =>
        member.id !== ownId && (
          <Button
            size="small"
            look="danger"
            disabled={!mayChange(member, may)}
            aria-label={texts.removeOne(member.name)}
            onClick={() => onRemove(member)}
          >
            {texts.remove}
          </Button>
        ),
    },
  })
}
