import type { Deps } from '../../../platform/deps.ts'
import { handle } from '../../../platform/jobs/handler.ts'
import type { BoundHandler } from '../../../platform/jobs/handler.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import { deleteUnusedDestinations } from '../../transports/index.ts'
import { LONGEST_CAP_DAYS } from '../../../platform/schemas/frequency-cap.schema.ts'
import { deleteOldSlots } from '../holds/cap-slots.queries.ts'
import { foldTallies } from '../tally/tally.queries.ts'
import { deleteOldRefusals } from '../tally/sender-refusals.queries.ts'
import { dropOldEmailsJob, eraseOldContentsJob, foldTalliesJob } from './retention.jobs.ts'
import { dropOldEmails, eraseOldContents } from './retention.service.ts'

const DAY_MS = 86_400_000

export function retentionHandlers({ config, database, clock, log }: Deps): BoundHandler[] {
  const { MAIL_RETENTION_DAYS: recordDays, CONTENT_RETENTION_DAYS: contentDays } = config
  return [
    handle(dropOldEmailsJob, async () => {
      const months = await dropOldEmails(database, { keptDays: recordDays, now: clock.now(), log })
      if (months.length > 0) log.info({ months }, 'old emails dropped')
    }),
    handle(eraseOldContentsJob, async (_payload, { signal }) => {
      await eraseOldContents(database, { contentDays, recordDays, now: clock.now(), log, signal })
      return signal.aborted ? snooze(0) : done
    }),
    handle(foldTalliesJob, async () => {
      await foldTallies(database.db, clock.now())
      await deleteOldRefusals(database.db, clock.now())
      await deleteOldSlots(database.db, {
        before: new Date(clock.now().getTime() - LONGEST_CAP_DAYS * DAY_MS),
      })
      await deleteUnusedDestinations(database.db)
    }),
  ]
}
