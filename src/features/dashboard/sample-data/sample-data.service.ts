// A few contacts with data and events, topics with their choices, templates and a form, so that new users see filters, segments and
// previews at work. Uses the same functions as real data.
import type { CallerSource } from '../../../platform/consent-source.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { listByAddress, removeContacts, saveContact } from '../../contacts/index.ts'
import type { ContactEmails } from '../../contacts/index.ts'
import { createTemplate, findTemplateId, removeTemplate } from '../../templates/index.ts'
import { TemplateCreate } from '../../templates/templates.schema.ts'
import { SAMPLE_PEOPLE, SAMPLE_TEMPLATES } from './sample-people.ts'
import { addSampleTopics, removeSampleTopics } from './sample-topics.service.ts'

/** Records an event; passed in by the app, because `track` is a feature of the same level. */
export type TrackSample = (
  db: Db | Trx,
  event: {
    projectId: ProjectId
    source: CallerSource
    email: string
    name: string
    data: Record<string, unknown>
  },
) => Promise<void>

type SampleDataInput = { projectId: ProjectId; source: CallerSource; now: Date }

/** The form of the sample data; passed in by the app, because `forms` is a feature of the same level. */
export type SampleForms = {
  /** Before topics are locked, as the lock order asks for. */
  lock: (trx: Trx, input: { projectId: ProjectId }) => Promise<void>
  /** @returns how many were created */
  add: (trx: Trx, input: { projectId: ProjectId; now: Date }) => Promise<number>
  /** Keeps a form that somebody has changed or signed up with. */
  remove: (trx: Trx, input: { projectId: ProjectId }) => Promise<void>
}

export type SampleParts = {
  threads: ThreadPool
  secrets: Secrets
  emails: ContactEmails
  track: TrackSample
  forms: SampleForms
}

type AddedSampleData = { contacts: number; events: number; topics: number; forms: number; templateId: string }

/** Idempotent: updates the contacts, and creates topics, templates and the form once. */
export async function addSampleData(
  late: LateDb,
  { projectId, source, now }: SampleDataInput,
  { threads, emails, track, forms }: Omit<SampleParts, 'secrets'>,
): Promise<AddedSampleData> {
  const templateId = await addTemplates(late, { projectId, now, threads })
  const db = await late.begin()
  const { topics, added } = await inTransaction(db, async (trx) => {
    await forms.lock(trx, { projectId })
    return {
      topics: await addSampleTopics(trx, { projectId, now }),
      added: await forms.add(trx, { projectId, now }),
    }
  })
  let events = 0
  for (const { email, subscribed, topics: choices, data, events: sampleEvents } of SAMPLE_PEOPLE) {
    const person = { projectId, email, subscribed, topics: choices, data, source, emails, now }
    const { isNew } = await saveContact(db, person)
    for (const { name, data: details } of isNew ? sampleEvents : []) {
      await track(db, { projectId, source, email, name, data: details })
      events += 1
    }
  }
  return { contacts: SAMPLE_PEOPLE.length, events, topics, forms: added, templateId }
}

/** @returns the id of the first one */
async function addTemplates(
  late: LateDb,
  { projectId, now, threads }: Omit<SampleDataInput, 'source'> & { threads: ThreadPool },
): Promise<string> {
  const ids: string[] = []
  for (const template of SAMPLE_TEMPLATES) {
    const existingId = await findTemplateId(late.db, { projectId, key: template.alias })
    const fields = TemplateCreate.parse(template)
    // Its topic follows in the same request.
    const context = { projectId, now, threads, isTopicComing: true }
    ids.push(existingId ?? (await createTemplate(late, { ...context, fields })).template_id)
  }
  return ids[0] ?? ''
}

export async function removeSampleData(
  db: Db | Trx,
  { projectId, source, now }: SampleDataInput,
  { emails, secrets, forms }: Pick<SampleParts, 'emails' | 'secrets' | 'forms'>,
): Promise<void> {
  const addresses = SAMPLE_PEOPLE.map(({ email }) => email)
  await inTransaction(db, async (trx) => {
    const contacts = await listByAddress(trx, { projectId, emails: addresses })
    const ids = contacts.map(({ id }) => id)
    // First the form, then topics and contacts, as the lock order asks for.
    await forms.remove(trx, { projectId })
    await removeSampleTopics(trx, { projectId, source, contactIds: ids })
    if (ids.length > 0) await removeContacts(trx, { projectId, ids, now, emails, secrets })
    for (const { alias } of SAMPLE_TEMPLATES) {
      const templateId = await findTemplateId(trx, { projectId, key: alias })
      if (templateId !== undefined) await removeTemplate(trx, { projectId, templateId })
    }
  })
}
