import type { CallerSource } from '../../../platform/consent-source.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { forgetChoices } from './forget-topic.queries.ts'

// As many as a bulk action locks at once.
const BATCH_CONTACTS = 1000

type ForgetTopic = {
  projectId: ProjectId
  key: string
  /** The caller that deleted the topic. */
  source?: CallerSource | undefined
  signal: AbortSignal
}

/** Deletes the choices for a topic that was deleted. An interrupted run finds what is left. */
export async function forgetTopic(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { signal, source, ...topic }: ForgetTopic,
): Promise<Outcome> {
  let before: ContactId | undefined
  for (;;) {
    before = await forgetChoices(database.db, {
      ...topic,
      source,
      now: clock.now(),
      before,
      limit: BATCH_CONTACTS,
    })
    if (before === undefined) return done
    if (signal.aborted) return snooze(0)
  }
}
