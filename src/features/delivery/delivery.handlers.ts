import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { done } from '../../platform/jobs/outcome.ts'
import { forgetMessagesJob } from './transports/inbox.jobs.ts'
import { deleteOldInboxMessages } from './transports/inbox.queries.ts'

// The bytes of a mail with attachments are megabytes; who wants them for longer fetches them. Its record stays.
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

export function deliveryHandlers({ database, clock }: Deps): BoundHandler[] {
  return [
    handle(
      forgetMessagesJob,
      async () => {
        const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
        await deleteOldInboxMessages(database.db, before)
        return done
      },
      { cron: '41 3 * * *' },
    ),
  ]
}
