// Contacts with data and events, topics with their choices, templates, a form, a segment, and campaigns and a workflow with a past, so that
// new users see filters, previews and reports at work. Uses the same functions as real data. Nothing of it is sent, and nothing of it is
// announced to webhooks and workflows.
import type { CallerSource } from '../../../platform/consent-source.ts'
import type { LateDb } from '../../../platform/db/transactions/late-db.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { listByAddress, removeContacts, saveContact } from '../../contacts/index.ts'
import type { ContactEmails } from '../../contacts/index.ts'
import { withdrawAnnouncements } from '../../events/index.ts'
import { createTemplate, findTemplateId, removeTemplate } from '../../templates/index.ts'
import { TemplateCreate } from '../../templates/templates.schema.ts'
import { SAMPLE_CAMPAIGNS } from './sample-history.values.ts'
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
    at: Date
  },
) => Promise<void>

export type SampleDataInput = { projectId: ProjectId; source: CallerSource; now: Date }

/** The form of the sample data; passed in by the app, because `forms` is a feature of the same level. */
export type SampleForms = {
  /** Before topics are locked, as the lock order asks for. */
  lock: (trx: Trx, input: { projectId: ProjectId }) => Promise<void>
  /** @returns how many were created */
  add: (trx: Trx, input: { projectId: ProjectId; now: Date }) => Promise<number>
  /** Keeps a form that somebody has changed or signed up with. */
  remove: (trx: Trx, input: { projectId: ProjectId }) => Promise<void>
}

/** Campaigns, a workflow and a segment; passed in by the app, because they are features of the same level. */
export type SampleHistory = {
  /** Prepares their emails before the transaction. @returns what adds them; undefined if they are there already */
  prepare: (late: LateDb, input: SampleDataInput) => Promise<((trx: Trx) => Promise<void>) | undefined>
  /** Deletes campaigns and the workflow, and the emails to these contacts. */
  remove: (
    trx: Trx,
    input: { projectId: ProjectId; contactIds: readonly ContactId[] },
  ) => Promise<SampleRemoval>
}

/** The rest of a removal, once the contacts are deleted. */
type SampleRemoval = () => Promise<void>

export type SampleParts = {
  threads: ThreadPool
  secrets: Secrets
  emails: ContactEmails
  track: TrackSample
  forms: SampleForms
  history: SampleHistory
}

type AddedSampleData = {
  contacts: number
  events: number
  topics: number
  forms: number
  campaigns: number
  templateId: string
}

const DAY_MS = 86_400_000

/** Idempotent: updates the contacts, and creates everything else once. */
export async function addSampleData(
  late: LateDb,
  { projectId, source, now }: SampleDataInput,
  { threads, emails, track, forms, history }: Omit<SampleParts, 'secrets'>,
): Promise<AddedSampleData> {
  const templateId = await addTemplates(late, { projectId, now, threads })
  const addHistory = await history.prepare(late, { projectId, source, now })
  return inTransaction(await late.begin(), async (trx) => {
    await forms.lock(trx, { projectId })
    const topics = await addSampleTopics(trx, { projectId, now })
    const added = await forms.add(trx, { projectId, now })
    const before = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
    let events = 0
    for (const { daysAgo, topics: choices, events: past, ...person } of SAMPLE_PEOPLE) {
      const { email } = person
      const contact = { ...person, projectId, topics: choices, source, emails, now: before(daysAgo) }
      const { isNew } = await saveContact(trx, contact)
      for (const event of isNew ? past : []) {
        await track(trx, { ...event, projectId, source, email, at: before(event.daysAgo) })
        events += 1
      }
    }
    await addHistory?.(trx)
    await withdrawAnnouncements(trx, { projectId })
    const campaigns = addHistory ? SAMPLE_CAMPAIGNS.length : 0
    return { contacts: SAMPLE_PEOPLE.length, events, topics, forms: added, campaigns, templateId }
  })
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
  { emails, secrets, forms, history }: Pick<SampleParts, 'emails' | 'secrets' | 'forms' | 'history'>,
): Promise<void> {
  const addresses = SAMPLE_PEOPLE.map(({ email }) => email)
  await inTransaction(db, async (trx) => {
    const contacts = await listByAddress(trx, { projectId, emails: addresses })
    const ids = contacts.map(({ id }) => id)
    // First campaigns and workflows, the form, then topics and contacts, as the lock order asks for.
    const removeRest = await history.remove(trx, { projectId, contactIds: ids })
    await forms.remove(trx, { projectId })
    await removeSampleTopics(trx, { projectId, source, contactIds: ids })
    if (ids.length > 0) await removeContacts(trx, { projectId, ids, now, emails, secrets })
    await removeRest()
    for (const { alias } of SAMPLE_TEMPLATES) {
      const templateId = await findTemplateId(trx, { projectId, key: alias })
      if (templateId !== undefined) await removeTemplate(trx, { projectId, templateId })
    }
  })
}
