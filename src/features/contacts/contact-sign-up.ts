import type { ConsentSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { TopicChoices } from './contacts.schema.ts'
import type { UpsertResult } from './upsert/upsert.queries.ts'

type ContactToConfirm = {
  projectId: ProjectId
  email: string
  topics: TopicChoices
  data: Record<string, unknown>
  source: ConsentSource
  now: Date
}

/**
 * Creates or changes a contact whose subscription and new topics wait for a confirmation by email. Email is a level above
 * contacts, so app.ts passes this in.
 */
export type SignUpContact = (db: Db | Trx, contact: ContactToConfirm) => Promise<UpsertResult>
