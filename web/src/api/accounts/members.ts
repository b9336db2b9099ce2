import type { z } from 'zod'
import type {
  AuditEntry as AuditEntrySchema,
  AuditList,
} from '../../../../src/features/accounts/audit/audit.schema.ts'
import type { MembershipPatch, ProjectOfUser } from '../../../../src/features/accounts/accounts.schema.ts'
import type {
  InvitationCreate,
  InvitationList,
  Invitation as InvitationSchema,
  MemberList,
  Member as MemberSchema,
  NewInvitation,
} from '../../../../src/features/accounts/members/members.schema.ts'
import type { TimeSort } from '../../../../src/platform/record-sorts.values.ts'
import type { Role } from './account.ts'
import { call } from '../client/client.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import type { NameListFilter } from '../client/lists.ts'

export type Member = z.infer<typeof MemberSchema>
export type Invitation = z.infer<typeof InvitationSchema>
export type AuditEntry = z.infer<typeof AuditEntrySchema>

export const memberListQuery = (api: ProjectApi, filter: NameListFilter = {}) =>
  listOptions<z.infer<typeof MemberList>>(api, '/members', filter)

export const changeRole = (api: ProjectApi, id: string, role: Role) =>
  api.patch<Member>(`/members/${id}`, { role })

export const removeMember = (api: ProjectApi, id: string) => api.delete<undefined>(`/members/${id}`)

export const invitationListQuery = (api: ProjectApi) =>
  listOptions<z.infer<typeof InvitationList>>(api, '/invitations')

export const invite = (api: ProjectApi, invitation: z.input<typeof InvitationCreate>) =>
  api.post<z.infer<typeof NewInvitation>>('/invitations', invitation)

export const revokeInvitation = (api: ProjectApi, id: string) => api.delete<undefined>(`/invitations/${id}`)

type AuditFilter = { search?: string | undefined; sort?: TimeSort | undefined }

export const auditListQuery = (api: ProjectApi, filter: AuditFilter = {}) =>
  listOptions<z.infer<typeof AuditList>>(api, '/audit', filter)

/** Your own settings in a project. */
export const changeMembership = (projectId: string, body: z.input<typeof MembershipPatch>) =>
  call<z.infer<typeof ProjectOfUser>>(`/account/projects/${projectId}`, { method: 'PATCH', body })
