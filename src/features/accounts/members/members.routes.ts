import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { IdParams, NoContent, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.schema.ts'
import { countMembers, listMembers } from './members.queries.ts'
import type { MemberRow } from './members.queries.ts'
import { Member, MemberList, MemberPatch } from './members.schema.ts'
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

/** The routes below are for members only, so there is a role. */
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
        description: 'Returns the people who may work in the project, with their roles.',
        querystring: PageQuery,
        response: answers({ 200: MemberList }, [400, 422]),
      },
    },
    (request) =>
      listing(request, {
        name: 'members',
        page: (asked) => listMembers(request.db, asked),
        count: (asked) => countMembers(request.db, asked),
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
          'Takes effect with the next request of the person. Only an owner can make somebody an owner or change the role of one; the last owner stays one (409).',
        params: IdParams,
        body: MemberPatch,
        response: answers({ 200: Member }, [400, 404, 409, 422]),
      },
    },
    async (request) => {
      const { db, projectId, body, params } = request
      const userId = params.id as UserId
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
          'The person loses access to the project with their next request; their account stays. The last owner cannot be removed (409).',
        params: IdParams,
        response: answers({ 204: NoContent }, [400, 404, 409]),
      },
    },
    async (request, reply) => {
      const { db, projectId, params } = request
      await removeMember(db, { projectId, userId: params.id as UserId, by: roleOf(request) })
      return reply.code(204).send()
    },
  )
}
