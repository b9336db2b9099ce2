import type { Deps } from '../../platform/deps.ts'
import { handle } from '../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../platform/jobs/handler.ts'
import { forgetUnusedEventNames } from './event-name-limit.queries.ts'
import { dropOldEventsJob, forgetContactsJob, forgetUnusedNamesJob } from './events.jobs.ts'
import { deleteEventsOf } from './events.queries.ts'
import { dropOldEvents } from './events.service.ts'

export function eventHandlers({ config, database, clock, log }: Deps): BoundHandler[] {
  return [
    handle(dropOldEventsJob, async () => {
      const months = await dropOldEvents(database, {
        keptDays: config.EVENT_RETENTION_DAYS,
        now: clock.now(),
        log,
      })
      if (months > 0) log.info({ months }, 'old events dropped')
    }),
    handle(forgetContactsJob, (deleted) => deleteEventsOf(database.db, deleted)),
    handle(forgetUnusedNamesJob, () => forgetUnusedEventNames(database.db, clock.now())),
  ]
}
