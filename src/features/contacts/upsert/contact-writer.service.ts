// Writes contacts for callers of the API. New data keys are claimed first. Concurrent upserts share a statement and its commit;
// each is answered once it is on disk.
import type { Database, Db, Trx } from '../../../platform/db/client.ts'
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { createNameClaims } from '../../../platform/db/known-names/known-names.ts'
import { toDataChange } from '../data/contact-data.ts'
import { changeContact, saveContact, mapConstraintErrors } from '../record/contacts.service.ts'
import type { SaveContactInput } from '../record/contacts.service.ts'
import { DATA_KEY_LIMIT } from '../data/data-keys.queries.ts'
import { requireChoices } from '../topics/topic-choices.service.ts'
import { upsertContactBatch, toBatchedContact } from './upsert.queries.ts'
import type { UpsertResult, BatchedContact } from './upsert.queries.ts'

type ContactWriter = { save: typeof saveContact; change: typeof changeContact }

export function createContactWriter(database: Database): ContactWriter {
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  const claimKeys = (db: Db | Trx, { projectId, data, now }: SaveContactInput) =>
    dataKeys.claim(db, { projectId, names: Object.keys(toDataChange(data).set), now })
  const saveInBatch = createBatchedSave(database)
  return {
    async save(db, input) {
      await requireChoices(db, input)
      await claimKeys(db, input)
      // A call with an Idempotency-Key stores its answer in the same transaction, so it is written alone. So is a pause,
      // which is rare and not part of the shared statement.
      const isAlone = db.isTransaction || input.pausedUntil !== undefined
      const saved = isAlone ? undefined : await mapConstraintErrors(() => saveInBatch(input))
      return saved ?? saveContact(db, input)
    },
    async change(db, input) {
      await requireChoices(db, input)
      await claimKeys(db, input)
      return changeContact(db, input)
    },
  }
}

type Save = (input: SaveContactInput & { email: string }) => Promise<UpsertResult | undefined>

/** Returns undefined for a call that has to be written alone. */
function createBatchedSave(database: Database): Save {
  const commit = createGroupCommit({
    commit: (contacts: BatchedContact[]) => upsertContactBatch(database, contacts),
    keyOf: ({ projectId, email }) => `${projectId} ${email}`,
    laneOf: ({ projectId }) => projectId,
    bytesOf: ({ bytes }) => bytes,
  })
  return async ({ projectId, email, subscribed, topics, data, source, now }) =>
    commit(
      toBatchedContact({
        projectId,
        email,
        subscribed,
        subscribedIfNew: true,
        topics,
        data: toDataChange(data),
        source,
        now,
      }),
    )
}
