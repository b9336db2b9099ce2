import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { createOriginCheck } from '../../../platform/http/access/origin-check.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, NoContent, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
import { browserOf, setCookies } from '../sign-in/browser.ts'
import { SignedIn } from '../sign-in/auth.schema.ts'
import { createSignIn } from '../sign-in/sign-in.service.ts'
import type { AccountParts } from '../sign-in/sign-in.service.ts'
import { countInvitations, deleteInvitation, listInvitations } from './invitations.queries.ts'
import type { InvitationRow } from './invitations.queries.ts'
import { acceptInvitation, inviteByEmail, newInvitationToken, readInvitation } from './invitations.service.ts'
import type { EmailInvitation } from './invitations.service.ts'
import { InvitationAccept, InvitationCreate, InvitationList, NewInvitation } from './members.schema.ts'
import { roleOf } from './members.routes.ts'

const tags = ['Members']

const toInvitation = (row: InvitationRow) => ({
  id: row.id,
  email: row.email,
  role: row.role as Role,
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export function invitationRoutes(
  app: App,
  deps: Deps,
  { parts, emailInvitation }: { parts: AccountParts; emailInvitation: EmailInvitation },
): void {
  const { clock, config, database, secrets } = deps
  const listing = createListing(secrets)
  const signIn = createSignIn(deps, parts)
  const checkOrigin = createOriginCheck(config)

  app.get(
    '/invitations',
    {
      config: { access: 'member', role: 'admin' },
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'List open invitations',
        description: 'Returns the invitations that are neither accepted, revoked nor expired, newest first.',
        querystring: PageQuery,
        response: answers({ 200: InvitationList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'invitations',
        page: (db, options) => listInvitations(db, { ...options, now: clock.now() }),
        count: (db, options) => countInvitations(db, { ...options, now: clock.now() }),
        item: toInvitation,
      }),
  )

  app.post(
    '/invitations',
    {
      config: {
        access: 'member',
        role: 'admin',
        audit: 'invitation.created',
        secretFields: ['link'],
        beginsLate: true,
      },
      schema: {
        tags,
        operationId: 'createInvitation',
        summary: 'Invite a person to the project',
        description:
          'Returns a link that works once, within 7 days, and emails it to the address if the default sender of the project is allowed to send. A second invitation to the same address replaces the first. Only an owner can invite an owner.',
        body: InvitationCreate,
        response: answers({ 201: NewInvitation }),
      },
    },
    async (request, reply) => {
      const { late, projectId, body, member } = request
      const token = newInvitationToken()
      const link = `${config.publicUrl}/invite/${token}`
      const { row, emailed } = await inviteByEmail(late, {
        ...body,
        email: body.email.toLowerCase(),
        projectId,
        token,
        link,
        by: roleOf(request),
        invitedBy: member?.user.email ?? '',
        now: clock.now(),
        emailInvitation,
      })
      request.auditTarget = `${row.email}: ${row.role}`
      return reply.code(201).send({ ...toInvitation(row), link, emailed })
    },
  )

  app.delete(
    '/invitations/:id',
    {
      config: { access: 'member', role: 'admin', audit: 'invitation.revoked' },
      schema: {
        tags,
        operationId: 'deleteInvitation',
        summary: 'Revoke an invitation',
        description: 'Its link stops working.',
        params: idParams<'invitation'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const isDeleted = await deleteInvitation(db, { projectId, invitationId: params.id })
      if (!isDeleted) {
        throw new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such invitation.' })
      }
      return reply.code(204).send()
    },
  )

  app.post(
    '/invitations/accept',
    {
      config: { access: 'open' },
      onRequest: async (request: FastifyRequest) => checkOrigin(request),
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'Makes the invited person a member of the project and signs them in. If the address has no account, one is created with this name and password; otherwise the password must be that of the account.',
        body: InvitationAccept,
        response: answers({ 200: SignedIn }),
      },
    },
    async (request, reply) => {
      const { token, ...acceptance } = request.body
      const open = await readInvitation(database.db, { token, now: clock.now() })
      const credentials = { email: open.invitation.email, password: acceptance.password }
      const accept = () => acceptInvitation(database.db, open, { ...acceptance, now: clock.now() })
      if (!open.user) await accept()
      const answer = await signIn(credentials, browserOf(request))
      if (open.user) await accept()
      setCookies(reply, answer.cookies)
      return answer.body as { user?: { id: string; email: string; name: string } }
    },
  )
}
