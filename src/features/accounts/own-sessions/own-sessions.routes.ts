import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../../platform/http/replies/paging.schema.ts'
import { userOf } from '../sign-in/browser.ts'
import { AccountSessionList } from './own-sessions.schema.ts'
import { endOtherSessions, endSession, readSessions } from './own-sessions.service.ts'

const tags = ['Accounts']

export function ownSessionRoutes(app: App, { clock, database: { db } }: Deps): void {
  app.get(
    '/account/sessions',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Returns the browsers in which you are signed in, the last used first, at most 100.',
        response: answers({ 200: AccountSessionList }),
      },
    },
    async (request) => ({ sessions: await readSessions(db, { user: userOf(request), now: clock.now() }) }),
  )

  app.delete(
    '/account/sessions/:id',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'endSession',
        summary: 'Revoke a session',
        description:
          'Signs you out there, with the next request. Ending the session of this request is possible.',
        params: idParams<'session'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async (request, reply) => {
      const { ip, params } = request
      await endSession(db, { user: userOf(request), sessionId: params.id, ip, now: clock.now() })
      return reply.code(204).send()
    },
  )

  app.delete(
    '/account/sessions',
    {
      config: { access: 'session' },
      schema: {
        tags,
        operationId: 'endOtherSessions',
        summary: 'Revoke all your other sessions',
        description: 'Signs you out everywhere but in the session of this request.',
        response: answers({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      await endOtherSessions(db, { user: userOf(request), ip: request.ip, now: clock.now() })
      return reply.code(204).send()
    },
  )
}
