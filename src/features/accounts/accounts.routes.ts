import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { createOriginCheck } from '../../platform/http/access/origin-check.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { ProjectCreate } from '../projects/projects.schema.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import {
  Account,
  AccountPatch,
  MembershipPatch,
  NewProject,
  ProjectOfUser,
  ProjectsOfUser,
  Setup,
} from './accounts.schema.ts'
import { addProject, changeMembership, readAccount, readProjects, renameUser } from './accounts.service.ts'
import { setUpOwner } from './owner.service.ts'
import { browserOf, setCookies, userOf } from './sign-in/browser.ts'
import { SESSION_DAYS } from './sign-in/session-cookie.ts'
import { createSignIn } from './sign-in/sign-in.service.ts'
import type { AccountParts } from './sign-in/sign-in.service.ts'

const tags = ['Accounts']

const DAY_MS = 86_400_000

const NEW_MEMBERSHIP = { role: 'owner', alertEmails: true } as const

export function accountRoutes(app: App, deps: Deps, parts: AccountParts): void {
  const { clock, config, database } = deps
  const signIn = createSignIn(deps, parts)
  const checkOrigin = createOriginCheck(config)

  /** Extends a session in use, and its cookie, once a day. */
  const extendSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const leftMs = userOf(request).sessionExpiresAt.getTime() - clock.now().getTime()
    if (leftMs > (SESSION_DAYS - 1) * DAY_MS) return
    const { cookies } = await parts.calls({
      method: 'GET',
      path: '/get-session',
      browser: browserOf(request),
    })
    setCookies(reply, cookies)
  }

  app.get(
    '/account',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'getAccount',
        summary: 'Get your account',
        description:
          'Returns the signed-in user, their projects with their role in each, and details of this installation.',
        response: answers({ 200: Account }),
      },
    },
    async (request, reply) => {
      await extendSession(request, reply)
      return success(await readAccount(database.db, { userId: userOf(request).id, config }))
    },
  )

  app.patch(
    '/account',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'updateAccount',
        summary: 'Update your account',
        description: 'Changes your name, which members of your projects see.',
        body: AccountPatch,
        response: answers({ 200: Account }),
      },
    },
    async (request) => {
      const user = userOf(request)
      await renameUser(database.db, { ...request.body, user, ip: request.ip, now: clock.now() })
      return success(await readAccount(database.db, { userId: user.id, config }))
    },
  )

  app.patch(
    '/account/projects/:id',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'updateMembership',
        summary: 'Update your settings in a project',
        description:
          'Switches the emails about alerts of the project on or off, for you alone. Admins and owners get them; for other roles the setting waits for a new role.',
        params: idParams<'project'>(),
        body: MembershipPatch,
        response: answers({ 200: ProjectOfUser }, [404]),
      },
    },
    async (request) => {
      const { body, params } = request
      return changeMembership(database.db, { projectId: params.id, userId: userOf(request).id, ...body })
    },
  )

  app.post(
    '/setup',
    {
      config: { access: 'open' },
      onRequest: async (request: FastifyRequest) => checkOrigin(request),
      schema: {
        tags,
        operationId: 'setUp',
        summary: 'Create the account of the owner',
        description:
          'Works once, with the token of the set-up link that Lettermill prints on each start until there is an account. Signs the owner in.',
        body: Setup,
        response: answers({ 200: Account }),
      },
    },
    async (request, reply) => {
      const user = await setUpOwner(database.db, request.body, clock.now())
      const { email, password } = request.body
      const { cookies } = await signIn({ email, password }, browserOf(request))
      setCookies(reply, cookies)
      return success(await readAccount(database.db, { userId: user.id, config }))
    },
  )

  app.get(
    '/projects',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'listProjects',
        summary: 'List your projects',
        description: 'Returns the projects in which you are a member, oldest first.',
        response: answers({ 200: ProjectsOfUser }),
      },
    },
    async (request) => ({ projects: await readProjects(database.db, { userId: userOf(request).id }) }),
  )

  app.post(
    '/projects',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'createProject',
        summary: 'Create a project',
        description:
          'Only the owner of this installation can create projects, and becomes the owner of the project. Only this response contains the first secret key.',
        body: ProjectCreate,
        response: answers({ 201: NewProject }),
      },
    },
    async (request, reply) => {
      const { row, secretKey, publicKey } = await addProject(database.db, {
        ...request.body,
        userId: userOf(request).id,
        ip: request.ip,
        now: clock.now(),
      })
      return reply.code(201).send({ ...NEW_MEMBERSHIP, id: row.id, name: row.name, secretKey, publicKey })
    },
  )
}
