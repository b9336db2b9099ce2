// A few contacts with data and events, and a template, so that new users see filters, segments and previews at work. Uses the
// same functions as real data.
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { listByAddress, removeContacts, saveContact } from '../../contacts/index.ts'
import type { ContactEmails } from '../../contacts/index.ts'
import { createTemplate, findTemplateId, removeTemplate } from '../../templates/index.ts'
import { TemplateCreate } from '../../templates/templates.schema.ts'
import { SAMPLE_PEOPLE, SAMPLE_TEMPLATE } from './sample-people.ts'

/** Records an event; passed in by the app, because `track` is a feature of the same level. */
export type TrackSample = (
  db: Db | Trx,
  event: { projectId: ProjectId; email: string; name: string; data: Record<string, unknown> },
) => Promise<void>

export type SampleParts = { threads: ThreadPool; emails: ContactEmails; track: TrackSample }

type SampleDataInput = { projectId: ProjectId; now: Date }

/** Idempotent: updates the contacts, and creates the template once. */
export async function addSampleData(
  late: LateDb,
  { projectId, now }: SampleDataInput,
  { threads, emails, track }: SampleParts,
): Promise<{ contacts: number; events: number; templateId: string }> {
  const existingId = await findTemplateId(late.db, { projectId, key: SAMPLE_TEMPLATE.alias })
  const fields = TemplateCreate.parse(SAMPLE_TEMPLATE)
  const templateId =
    existingId ?? (await createTemplate(late, { projectId, now, threads, fields })).template_id
  const db = await late.begin()
  let events = 0
  for (const { email, subscribed, data, events: sampleEvents } of SAMPLE_PEOPLE) {
    const { isNew } = await saveContact(db, { projectId, email, subscribed, data, emails, now })
    for (const { name, data: details } of isNew ? sampleEvents : []) {
      await track(db, { projectId, email, name, data: details })
      events += 1
    }
  }
  return { contacts: SAMPLE_PEOPLE.length, events, templateId }
}

export async function removeSampleData(
  db: Db | Trx,
  { projectId, now }: SampleDataInput,
  { emails }: Pick<SampleParts, 'emails'>,
): Promise<void> {
  const addresses = SAMPLE_PEOPLE.map(({ email }) => email)
  await inTransaction(db, async (trx) => {
    const contacts = await listByAddress(trx, { projectId, emails: addresses })
    const ids = contacts.map(({ id }) => id)
    if (ids.length > 0) await removeContacts(trx, { projectId, ids, now, emails })
    const templateId = await findTemplateId(trx, { projectId, key: SAMPLE_TEMPLATE.alias })
    if (templateId !== undefined) await removeTemplate(trx, { projectId, templateId })
  })
}
