// Every way in which a consent can change writes the ledger once, with its source.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyFeedback, applyUnsubscribeEmail } from '../../src/features/feedback/feedback.service.ts'
import { abuseReport, dsn } from '../../src/features/feedback/fixtures/reports.ts'
import { act, buttonOf, look } from '../../src/features/unsubscribe/fixtures/recipient.ts'
import { readFeedback } from '../../src/platform/email/feedback/read-feedback.ts'
import type { EmailId } from '../../src/platform/ids.ts'
import { createLinkTokens } from '../../src/platform/secrets/link-tokens.ts'
import type { LinkPurpose } from '../../src/platform/secrets/link-tokens.ts'
import { relayTo, useDelivery } from '../support/delivery.ts'
import { buildContact, inFreshProject, makeEmail, uploadCsv } from '../support/factories.ts'
import type { ContactRecord } from '../support/factories.ts'
import { buildTopic } from '../support/feature-steps.ts'
import type { TopicRecord } from '../support/feature-steps.ts'
import { drain } from '../support/jobs.ts'
import { buildPerson, callAs } from '../support/people.ts'
import { call } from '../support/requests.ts'
import { postSend } from '../support/send-steps.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { buildEnabled, runWorkflows } from '../support/workflows.ts'

const sink = useSmtpSink()
const test = useTestApp()
const delivery = useDelivery(test)

let own: TestApp
let news: TopicRecord
let ada: ContactRecord
let keys: { secret: string; public: string }
beforeEach(async () => {
  own = await inFreshProject(test)
  news = await buildTopic(own, { key: 'news' })
  ada = await buildContact(own, { email: 'ada@example.com' })
  const { rows } = await sql<{ kind: 'secret' | 'public'; id: string }>`
    select kind, id from api_keys where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
  keys = Object.fromEntries(rows.map(({ kind, id }) => [kind, id])) as typeof keys
})

type Entry = {
  what?: string
  topic?: string
  before: string | null
  after: string | null
  source: string
  sourceId: string | null
}

/** Without the entry of the contact that is there from the beginning. */
const ledger = async (): Promise<object[]> => {
  const { rows } = await sql<object>`
    select what, topic, before, after, source, source_id as "sourceId" from consent_ledger
    where project_id = ${own.project.projectId} and (contact_id <> ${ada.id} or before is not null or what <> 'subscription')
    order by id`.execute(test.deps.database.db)
  return rows
}

const LEFT = { before: 'SUBSCRIBED', after: 'LEFT' }
const NEW = { before: null, after: 'SUBSCRIBED' }
const OUT = { what: 'topic', topic: 'news', before: null, after: 'OUT' }
const api = (change: Omit<Entry, 'source' | 'sourceId'>): Entry => ({
  ...change,
  source: 'api_key',
  sourceId: keys.secret,
})

const save = (body: object, headers = {}) => call(own, ['POST', '/contacts'], { body, headers })
const patch = (body: object) => call(own, ['PATCH', `/contacts/${ada.id}`], { body })
const track = (body: object, key = own.project.secretKey) =>
  call(own, ['POST', '/v1/track'], { key, body: { event: 'seen', ...body } })
const bulk = async (body: object) => {
  await call(own, ['POST', '/contacts/bulk'], { body: { filter: {}, ...body } })
  await drain(test.deps)
}
const importFile = async (csv: string) => {
  const reply = await uploadCsv(own, csv)
  await drain(test.deps)
  return reply.json<{ jobId: string }>().jobId
}
const sentEmail = (topic?: TopicRecord): Promise<EmailId> =>
  makeEmail(own, {
    lane: 'marketing',
    contactId: ada.id,
    address: ada.email,
    stored: { status: 'SENT', sent_at: test.clock.now(), topic_id: topic?.id ?? null },
  })
const linkOf = (purpose: LinkPurpose, emailId: EmailId): string => {
  const ids = [own.project.projectId, ada.id, emailId]
  return `/${purpose}/${createLinkTokens(test.deps.secrets).make(purpose, { ids })}`
}
const pressButton = async (purpose: LinkPurpose, emailId: EmailId) =>
  act(own, buttonOf(await look(own, linkOf(purpose, emailId))).url, {})
const report = async (raw: Buffer): Promise<EmailId> => {
  const emailId = await sentEmail()
  const feedback = await readFeedback(raw)
  const { secrets, database } = test.deps
  const ref = { projectId: own.project.projectId, emailId }
  await applyFeedback(database.db, ref, { feedback, secrets, now: test.clock.now() })
  return emailId
}

/** Each makes its change, and says what the ledger has then. */
const PATHS: Record<string, () => Promise<Entry | Entry[]>> = {
  'the page of preferences': async () => {
    const emailId = await sentEmail()
    await own.app.inject({ method: 'POST', url: linkOf('manage', emailId), payload: 'shown.news=on' })
    return { ...OUT, source: 'page', sourceId: emailId }
  },
  'POST /contacts, a new contact': async () => {
    await save({ email: 'new@example.com' })
    return api(NEW)
  },
  'POST /contacts with an Idempotency-Key': async () => {
    await save({ email: 'new@example.com' }, { 'idempotency-key': crypto.randomUUID() })
    return api(NEW)
  },
  'POST /contacts, a new contact who said no': async () => {
    await save({ email: 'new@example.com', subscribed: false })
    return api({ before: null, after: 'LEFT' })
  },
  'POST /contacts, a new contact with a topic': async () => {
    await save({ email: 'new@example.com', topics: { news: true } })
    return [api(NEW), api({ what: 'topic', topic: 'news', before: null, after: 'IN' })]
  },
  'POST /contacts, one that exists': async () => {
    await save({ email: ada.email, subscribed: false })
    return api(LEFT)
  },
  'PATCH /contacts': async () => {
    await patch({ subscribed: false, topics: { news: false } })
    return [api(LEFT), api(OUT)]
  },
  'PATCH /contacts that forgets a choice': async () => {
    await patch({ topics: { news: true } })
    await patch({ topics: { news: null } })
    const choice = { what: 'topic', topic: 'news' }
    return [api({ ...choice, before: null, after: 'IN' }), api({ ...choice, before: 'IN', after: null })]
  },
  'PATCH /contacts by a member': async () => {
    const person = await buildPerson(own, { role: 'member' })
    await callAs(own, person, ['PATCH', `/contacts/${ada.id}`, { body: { subscribed: false } }])
    return { ...LEFT, source: 'member', sourceId: person.id }
  },
  'PATCH /contacts with another address': async () => {
    await patch({ email: 'other@example.com' })
    return api({ what: 'address', before: null, after: null })
  },
  'POST /v1/track, a new contact': async () => {
    await track({ email: 'new@example.com' })
    return api(NEW)
  },
  'POST /v1/track by a public key': async () => {
    await track({ email: 'new@example.com' }, own.project.publicKey)
    return { ...NEW, source: 'api_key', sourceId: keys.public }
  },
  'POST /v1/track that unsubscribes': async () => {
    await track({ email: ada.email, subscribed: false })
    return api(LEFT)
  },
  'POST /v1/send that subscribes': async () => {
    await postSend(own, { to: 'new@example.com', subscribed: true })
    return api(NEW)
  },
  'POST /v1/send that unsubscribes': async () => {
    await postSend(own, { to: ada.email, subscribed: false })
    return api(LEFT)
  },
  'a bulk action': async () => {
    await bulk({ action: 'unsubscribe' })
    return api(LEFT)
  },
  'a bulk action on topics': async () => {
    await bulk({ action: 'setTopics', topics: { news: false } })
    return api(OUT)
  },
  'an import': async () => {
    const id = await importFile('email,subscribed\nada@example.com,false\nnew@example.com,true\n')
    const source = { source: 'import', sourceId: id }
    return [
      { ...LEFT, ...source },
      { ...NEW, ...source },
    ]
  },
  'an import with events': async () => {
    const reply = await uploadCsv(own, 'email\nnew@example.com\n', { query: { events: 'true' } })
    await drain(test.deps)
    return { ...NEW, source: 'import', sourceId: reply.json<{ jobId: string }>().jobId }
  },
  'members of a new segment': async () => {
    await call(own, ['POST', '/segments'], {
      body: { name: 'List', type: 'STATIC', emails: ['new@example.com'] },
    })
    return api(NEW)
  },
  'the deletion of a topic': async () => {
    await patch({ topics: { news: false } })
    await call(own, ['DELETE', `/topics/${news.id}`])
    await drain(test.deps)
    return [api(OUT), api({ ...OUT, before: 'OUT', after: null })]
  },
  'one click': async () => {
    const sourceId = await sentEmail()
    await act(own, linkOf('unsubscribe', sourceId))
    return { ...LEFT, source: 'one_click', sourceId }
  },
  'one click for a topic': async () => {
    const sourceId = await sentEmail(news)
    await act(own, linkOf('unsubscribe', sourceId))
    return { ...OUT, source: 'one_click', sourceId }
  },
  'the unsubscribe page': async () => {
    const sourceId = await sentEmail()
    await pressButton('unsubscribe', sourceId)
    return { ...LEFT, source: 'page', sourceId }
  },
  'the unsubscribe page of a topic': async () => {
    const sourceId = await sentEmail(news)
    await pressButton('unsubscribe', sourceId)
    return { ...OUT, source: 'page', sourceId }
  },
  'the page that subscribes': async () => {
    const sourceId = await sentEmail()
    await act(own, linkOf('unsubscribe', sourceId))
    await pressButton('subscribe', sourceId)
    return [
      { ...LEFT, source: 'one_click', sourceId },
      { before: 'LEFT', after: 'SUBSCRIBED', source: 'page', sourceId },
    ]
  },
  'an email to the address in List-Unsubscribe': async () => {
    const sourceId = await sentEmail()
    const ref = { projectId: own.project.projectId, emailId: sourceId }
    await applyUnsubscribeEmail(test.deps.database.db, ref, { now: test.clock.now() })
    return { ...LEFT, source: 'mailto', sourceId }
  },
  'a complaint': async () => ({
    ...LEFT,
    source: 'complaint',
    sourceId: await report(abuseReport({ address: ada.email })),
  }),
  'a wish to leave by a feedback loop': async () => ({
    ...LEFT,
    source: 'complaint',
    sourceId: await report(abuseReport({ address: ada.email, type: 'opt-out' })),
  }),
  'a report of a hard bounce': async () => ({
    ...LEFT,
    source: 'bounce',
    sourceId: await report(dsn({ address: ada.email })),
  }),
  'a mail server that refuses the address': async () => {
    const sourceId = await makeEmail(own, { contactId: ada.id, address: ada.email })
    sink.script = { rcpt: '550 5.1.1 User unknown' }
    await delivery.drain(relayTo(sink))
    return { ...LEFT, source: 'bounce', sourceId }
  },
  'a workflow': async () => {
    const steps = [{ id: 'leave', type: 'UPDATE_CONTACT', config: { subscribed: false }, next: null }]
    const workflow = await buildEnabled(own, { steps })
    await track({ event: 'go', email: ada.email })
    await runWorkflows(test.deps)
    return { ...LEFT, source: 'workflow', sourceId: workflow.id }
  },
}

describe('the ledger has an entry for', () => {
  it.each(Object.entries(PATHS))('%s', async (_name, change) => {
    const expected = [await change()].flat()
    expect(await ledger()).toEqual(expected.map((entry) => ({ what: 'subscription', topic: null, ...entry })))
  })
})

const SILENT: Record<string, () => Promise<unknown>> = {
  'the same state again': () => save({ email: ada.email, subscribed: true }),
  'other data': () => patch({ data: { plan: 'pro' } }),
  'an event': () => track({ email: ada.email, data: { plan: 'pro' } }),
  'an email to somebody new': () => postSend(own, { to: 'new@example.com' }),
  'an email with data that is kept': () =>
    postSend(own, { to: 'new@example.com', data: { plan: { value: 'pro', persistent: true } } }),
  'a bulk action without a change': () => bulk({ action: 'subscribe' }),
  'an import without a change': () => importFile('email,subscribed,plan\nada@example.com,true,pro\n'),
  'a public key that changes nothing': () =>
    track({ email: ada.email, subscribed: true }, own.project.publicKey),
}

describe('the ledger has no entry for', () => {
  it.each(Object.entries(SILENT))('%s', async (_name, work) => {
    await work()
    expect(await ledger()).toEqual([])
  })
})
