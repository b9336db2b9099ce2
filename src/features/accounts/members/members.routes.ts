import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../../platform/http/replies/paging.schema.ts'
import { nameKey } from '../../../platform/record-key.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
import { countMembers, listMembers } from './members.queries.ts'
import type { MemberRow } from './members.queries.ts'
import { Member, MemberList, MemberListQuery, MemberPatch } from './members.schema.ts'
import { changeMemberRole, removeMember } from './members.service.ts'

const tags = ['Members']

const toMember = (row: MemberRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role as Role,
  twoFactorEnabled: row.two_factor_enabled,
  createdAt: row.created_at.toISOString(),
})

/** These routes are for members only, so there always is a role. */
export const roleOf = ({ member }: FastifyRequest): Role => member?.role ?? 'viewer'

export function memberRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/members',
    {
      config: { access: 'member', role: 'viewer' },
      schema: {
        tags,
        operationId: 'listMembers',
        summary: 'List members',
        description: 'Returns the members of the project with their roles.',
        querystring: MemberListQuery,
        response: answers({ 200: MemberList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'members',
        page: listMembers,
        count: countMembers,
        keyOf: (row) => nameKey(request.query.sort, row),
        item: toMember,
      }),
  )

  app.patch(
    '/members/:id',
    {
      config: { access: 'member', role: 'admin', audit: 'member.role-changed' },
      schema: {
        tags,
        operationId: 'updateMember',
        summary: 'Update the role of a member',
        description:
          'Takes effect with the next request of the member. Only an owner can make a member an owner, or change the role of an owner. Returns 409 for the last owner.',
        params: idParams<'user'>(),
        body: MemberPatch,
        response: answers({ 200: Member }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, body, params } = request
      const userId = params.id
      const row = await changeMemberRole(db, { projectId, userId, role: body.role, by: roleOf(request) })
      request.auditTarget = `${row.email}: ${row.role}`
      return toMember(row)
    },
  )

  app.delete(
    '/members/:id',
    {
      config: { access: 'member', role: 'admin', audit: 'member.removed' },
      schema: {
        tags,
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          'Removes the access of a member to the project, from their next request on; their account stays. Returns 409 for the last owner.',
        params: idParams<'user'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      const { db, projectId, params } = request
      await removeMember(db, { projectId, userId: params.id, by: roleOf(request) })
      return reply.code(204).send()
    },
  )
}
