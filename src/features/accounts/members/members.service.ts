import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
import { deleteMember, findMember, lockOwnersAndMember, updateMemberRole } from './members.queries.ts'
import type { MemberRow } from './members.queries.ts'

/** `by`: the role of the acting member. */
type MemberChange = { projectId: ProjectId; userId: UserId; by: Role }

export const noMember = () =>
  new AppError('RESOURCE_NOT_FOUND', { message: 'The project has no such member.' })

/** Only an owner can grant or revoke the role of owner. */
export function checkMayGrant(by: Role, role: string): void {
  if (role !== 'owner' || by === 'owner') return
  throw new AppError('FORBIDDEN', {
    message: `Your role in this project is ${by}. Only an owner can grant or change the role of owner.`,
    suggestion: 'Ask an owner of the project.',
  })
}

export async function changeMemberRole(
  db: Db | Trx,
  { role, ...change }: MemberChange & { role: Role },
): Promise<MemberRow> {
  checkMayGrant(change.by, role)
  return inTransaction(db, async (trx) => {
    await lockMember(trx, { ...change, isOwnerAfter: role === 'owner' })
    await updateMemberRole(trx, { ...change, role })
    const row = await findMember(trx, change)
    if (!row) throw noMember()
    return row
  })
}

export async function removeMember(db: Db | Trx, change: MemberChange): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockMember(trx, { ...change, isOwnerAfter: false })
    await deleteMember(trx, change)
  })
}

/** Refuses to change the last owner: without one the role could never be granted again. */
async function lockMember(
  trx: Trx,
  { isOwnerAfter, by, ...ref }: MemberChange & { isOwnerAfter: boolean },
): Promise<void> {
  const rows = await lockOwnersAndMember(trx, ref)
  const member = rows.find(({ user_id }) => user_id === ref.userId)
  if (!member) throw noMember()
  checkMayGrant(by, member.role)
  const others = rows.filter(({ user_id, role }) => role === 'owner' && user_id !== ref.userId)
  if (member.role === 'owner' && !isOwnerAfter && others.length === 0) {
    throw new AppError('RESOURCE_IN_USE', {
      message: 'This is the last owner of the project.',
      suggestion: 'Make another member an owner first.',
    })
  }
}
