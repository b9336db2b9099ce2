import { z } from 'zod'

/** The roles of a project, from most to fewest permissions; docs/accounts.md describes them. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const MemberRole = z
  .enum(ROLES)
  .describe(
    'owner: everything. admin: everything but the role of owners. member: everything but API keys, members, project settings and deleting domains. viewer: only looks.',
  )

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed)
