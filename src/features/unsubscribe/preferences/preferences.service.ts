import type { LedgerSource } from '../../../platform/consent-source.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { setPause } from '../../contacts/index.ts'
import { chooseByEmail } from '../../emails/index.ts'
import type { LinkBearer } from '../unsubscribe.service.ts'
import { readChange } from './preferences-form.ts'
import { listShownTopics } from './preferences.queries.ts'

type SavePreferences = LinkBearer & { body: Buffer; source: LedgerSource; now: Date }

/** Writes the changes of a person, all of them or none. Sending the form twice changes nothing more. */
export async function savePreferences(
  db: Db,
  { projectId, contactId, emailId, body, source, now }: SavePreferences,
): Promise<void> {
  if (contactId === null) return
  await inTransaction(db, async (trx) => {
    const topics = await listShownTopics(trx, { projectId, contactId })
    const keys = topics.map(({ key }) => key)
    const { choices, pause } = readChange(body, keys)
    await chooseByEmail(trx, { projectId, emailId, contactId, choices, source, now })
    if (pause === 'keep') return
    const until = pause === 'end' ? null : pauseEndOf(pause, now)
    await setPause(trx, { projectId, contactId, until, now })
  })
}

export const pauseEndOf = (days: number, now: Date): Date => new Date(now.getTime() + days * 86_400_000)
