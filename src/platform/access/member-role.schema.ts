import { z } from 'zod'

/** What a person may do in a project, the most first. docs/accounts.md says what each role may do. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const MemberRole = z
  .enum(ROLES)
  .describe(
    'owner: everything. admin: everything but the role of owners. member: everything but API keys, members, project settings and deleting domains. viewer: only looks.',
  )

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)
