import { z } from 'zod'
import { ROLES } from './member-role.values.ts'

export const MemberRole = z
  .enum(ROLES)
  .describe(
    'owner: everything. admin: everything but the role of owners. member: everything but API keys, members, project settings and deleting domains. viewer: only looks.',
  )
