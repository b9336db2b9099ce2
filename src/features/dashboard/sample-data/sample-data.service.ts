// A few contacts with data and events, and a template, so that a newcomer sees filters, segments and previews at work.
// Everything is made by the same verbs as real data.
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, TemplateId } from '../../../platform/ids.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { listByAddress, removeContacts, saveContact } from '../../contacts/index.ts'
import type { ContactEmails } from '../../contacts/index.ts'
import { createTemplate, findTemplateId, removeTemplate } from '../../templates/index.ts'
import { TemplateCreate } from '../../templates/templates.schema.ts'
import { SAMPLE_PEOPLE, SAMPLE_TEMPLATE } from './sample-people.ts'

/** Records what a contact did; events stand beside this feature, so the app hands it in. */
export type TrackSample = (
  db: Db | Trx,
  event: { projectId: ProjectId; email: string; name: string; data: Record<string, unknown> },
) => Promise<void>

export type SampleParts = { threads: ThreadPool; emails: ContactEmails; track: TrackSample }

type Asked = { projectId: ProjectId; now: Date }

/** Safe to repeat: contacts are brought up to date, the template is made once. */
export async function addSampleData(
  late: LateDb,
  { projectId, now }: Asked,
  { threads, emails, track }: SampleParts,
): Promise<{ contacts: number; events: number; templateId: string }> {
  const known = await findTemplateId(late.db, { projectId, key: SAMPLE_TEMPLATE.alias })
  const fields = TemplateCreate.parse(SAMPLE_TEMPLATE)
  const templateId = known ?? (await createTemplate(late, { projectId, now, threads, fields })).template_id
  const db = await late.begin()
  let events = 0
  for (const { email, subscribed, data, events: done } of SAMPLE_PEOPLE) {
    const { isNew } = await saveContact(db, { projectId, email, subscribed, data, emails, now })
    for (const { name, data: details } of isNew ? done : []) {
      await track(db, { projectId, email, name, data: details })
      events += 1
    }
  }
  return { contacts: SAMPLE_PEOPLE.length, events, templateId }
}

/** Deletes the sample contacts with all that belongs to them, and the template. */
export async function removeSampleData(
  db: Db | Trx,
  { projectId, now }: Asked,
  { emails }: Pick<SampleParts, 'emails'>,
): Promise<void> {
  const addresses = SAMPLE_PEOPLE.map(({ email }) => email)
  await inTransaction(db, async (trx) => {
    const there = await listByAddress(trx, { projectId, emails: addresses })
    const ids = there.map(({ id }) => id)
    if (ids.length > 0) await removeContacts(trx, { projectId, ids, now, emails })
    const templateId = await findTemplateId(trx, { projectId, key: SAMPLE_TEMPLATE.alias })
    if (templateId !== undefined) {
      await removeTemplate(trx, { projectId, templateId: templateId as TemplateId })
    }
  })
}
