import type { Deps } from '../../../../platform/deps.ts'
import type { App } from '../../../../platform/http/app-types.ts'
import { answers } from '../../../../platform/http/openapi/openapi.ts'
import { callerSignal } from '../../../../platform/http/replies/caller-signal.ts'
import { InboxWaitQuery, InboxWaitTimeout, ReceivedEmail } from './inbox-wait.schema.ts'
import { readReceivedEmail } from './inbox-wait.service.ts'
import type { ReceivedEmailParts } from './inbox-wait.service.ts'
import { createInboxWaits, MOST_WAITS_PER_PROJECT } from './inbox-waits.service.ts'

export function inboxWaitRoutes(app: App, deps: Deps, parts: ReceivedEmailParts): void {
  const waits = createInboxWaits(deps)
  const { db } = deps.database
  // A stopping node answers them at once, because they would last for a minute.
  app.addHook('preClose', async () => waits.close())

  app.get(
    '/inbox/wait',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Emails'],
        operationId: 'waitForInboxEmail',
        summary: 'Wait for an email in the built-in inbox',
        description: `For tests: returns the oldest email that matches, with its content, its links and its one-time codes, as soon as it has arrived, also if it has arrived already. After the time it returns 404 with the emails that did arrive. At most ${MOST_WAITS_PER_PROJECT} requests of a project wait at the same time on one node; further ones get 429.`,
        querystring: InboxWaitQuery,
        response: answers({ 200: ReceivedEmail, 404: InboxWaitTimeout }),
      },
    },
    ({ projectId, query }, reply) => {
      const { timeout: timeoutSeconds, ...filter } = query
      const wait = { ...filter, projectId, timeoutSeconds, signal: callerSignal(reply) }
      return waits.next(wait, (emailId) => readReceivedEmail(db, { projectId, emailId, ...parts }))
    },
  )
}
