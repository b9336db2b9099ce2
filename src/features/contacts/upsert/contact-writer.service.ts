// Writes contacts for callers of the API, who may bring new keys of data: these are claimed first. Upserts that come at the
// same time share a statement and its commit; each is answered when it is on disk.
import type { Database, Db, Trx } from '../../../platform/db/client.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { createNameClaims } from '../../../platform/db/known-names/known-names.ts'
import { toDataChange } from '../data/contact-data.ts'
import { changeContact, saveContact, withClearRefusals } from '../record/contacts.service.ts'
import type { ContactGiven } from '../record/contacts.service.ts'
import { DATA_KEY_LIMIT } from '../data/data-keys.queries.ts'
import { upsertTogether, writeContact } from './upsert.queries.ts'
import type { UpsertResult, WrittenContact } from './upsert.queries.ts'

type ContactWriter = { save: typeof saveContact; change: typeof changeContact }

export function createContactWriter(database: Database): ContactWriter {
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  const claimKeys = (db: Db | Trx, { projectId, data, now }: ContactGiven) =>
    dataKeys.claim(db, { projectId, names: Object.keys(toDataChange(data).set), now })
  const saveTogether = createSaveTogether(database)
  return {
    async save(db, given) {
      await claimKeys(db, given)
      // The answer to a call with an Idempotency-Key is stored in the same transaction, so such a call is written alone.
      const saved = db.isTransaction ? undefined : await withClearRefusals(() => saveTogether(given))
      return saved ?? saveContact(db, given)
    },
    async change(db, given) {
      await claimKeys(db, given)
      return changeContact(db, given)
    },
  }
}

type Save = (given: ContactGiven & { email: string }) => Promise<UpsertResult | undefined>

/** Undefined for a call that has to be written alone. */
function createSaveTogether(database: Database): Save {
  const commit = createGroupCommit({
    commit: (contacts: WrittenContact[]) => upsertTogether(database, contacts),
    keyOf: ({ projectId, email }) => `${projectId} ${email}`,
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  return async ({ projectId, email, subscribed, data, now }) =>
    commit(
      writeContact({ projectId, email, subscribed, subscribedIfNew: true, data: toDataChange(data), now }),
    )
}
