// A project in which every text that a caller can submit tries to run a script.
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { SENDER, storeEmails } from './emails.ts'
import type { HostileEmails } from './emails.ts'
import { PAYLOADS } from './payloads.ts'
import { create, forEach, request } from './site.ts'
import type { Site } from './site.ts'
import { DOCUMENTS, forLiquid, nameAt, NAMES, SOME } from './texts.ts'

/** The ids of records that have a page of their own. */
export type HostileProject = {
  emails: HostileEmails
  /** Its data has all payloads, as keys and as values. */
  contact: string
  /** One for each document; the last one is made of blocks. */
  templates: string[]
  segment: string
  form: string
  /** A campaign that is a draft, and one that was sent. */
  draft: string
  report: string
  workflow: string
  execution: string
  webhook: string
  delivery: string
  transport: string
  /** One that delivers itself, with a destination. */
  ownDelivery: string
}

async function storeContacts(site: Site): Promise<string> {
  await forEach(NAMES, (name, n) =>
    create(site, '/contacts', { email: `person${n}@example.com`, data: { name } }),
  )
  const data = Object.fromEntries(PAYLOADS.map((text, n) => [`${n} ${text}`.slice(0, 60), text]))
  return create(site, '/contacts', { email: 'all@example.com', data })
}

const storeTopics = (site: Site) =>
  forEach(SOME, (name, n) =>
    create(site, '/topics', { key: `topic-${n}`, name, description: name, optIn: 'implied' }),
  )

/** After the topics that it names. */
async function storeForms(site: Site): Promise<string> {
  const fields = SOME.slice(0, 20).map((label, n) => ({
    key: `data.${n}`,
    label,
    type: 'select',
    options: [nameAt(n)],
  }))
  const words = { consentText: nameAt(70), submitLabel: nameAt(71), successText: nameAt(72) }
  await forEach(SOME, (name) => create(site, '/forms', { name }))
  const address = { key: 'email', label: nameAt(73), type: 'email' }
  return create(site, '/forms', {
    ...words,
    name: nameAt(74),
    fields: [address, ...fields],
    topics: ['topic-0'],
  })
}

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const blocksOf = (text: string) => [
  { type: 'heading', text },
  { type: 'text', content: paragraph(text) },
  { type: 'button', text, href: 'https://shop.test/' },
  { type: 'image', src: '', alt: text },
]

async function storeTemplates(site: Site): Promise<string[]> {
  const ids: string[] = []
  await forEach(DOCUMENTS, async (body, n) => {
    const fields = { name: nameAt(n * 10), subject: forLiquid(nameAt(n * 10 + 1)), description: nameAt(n) }
    ids[n] = await create(site, '/templates', { ...fields, body })
  })
  const blocks = SOME.slice(0, 20).map(forLiquid).flatMap(blocksOf)
  return [...ids, await create(site, '/templates', { name: nameAt(1), subject: 'x', blocks: { blocks } })]
}

/** As if the time had passed in which sending can be undone. */
const LEAVE_NOW = [
  'update campaigns set leaves_at = now() where leaves_at is not null',
  'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
]

const LINK = '<a href="https://shop.test/?q=&quot;&gt;&lt;img src=x onerror=__x(5)&gt;">x</a>'

async function storeCampaigns(site: Site) {
  const { database } = site.dashboard
  const emails = [0, 1, 2].map((n) => `member${n}@example.com`)
  const segment = await create(site, '/segments', { name: nameAt(2), type: 'STATIC', emails })
  await forEach(SOME, (name) => create(site, '/segments', { name, description: name, type: 'STATIC' }))
  const fields = {
    subject: forLiquid(nameAt(40)),
    body: `${DOCUMENTS[2]}${LINK}`,
    from: SENDER,
    fromName: nameAt(41),
    audienceType: 'SEGMENT',
    segmentId: segment,
  }
  await forEach(SOME, (name) => create(site, '/campaigns', { ...fields, name }))
  const draft = await create(site, '/campaigns', { ...fields, name: nameAt(42) })
  const report = await create(site, '/campaigns', { ...fields, name: nameAt(43) })
  await request(site, `POST /campaigns/${report}/send`, {})
  await eventually(async () => {
    for (const statement of LEAVE_NOW) await database.query(statement)
    expect(await request(site, `GET /campaigns/${report}`)).toMatchObject({ data: { status: 'SENT' } })
  }, 200)
  const reason = PAYLOADS.join(' ')
  await database.query('update emails set reason = $1 where campaign_id = $2', [reason, report])
  return { segment, draft, report }
}

async function storeWorkflows(site: Site, contactId: string) {
  const trigger = { type: 'MANUAL' }
  const leave = (name: string) => ({ id: 'leave', type: 'EXIT', name, config: { reason: name } })
  await forEach(SOME, (name) =>
    create(site, '/workflows', { name, description: name, trigger, steps: [leave(name)] }),
  )
  const note = {
    id: 'note',
    type: 'TRACK_EVENT',
    name: nameAt(33),
    config: { event: nameAt(30), data: { note: nameAt(31) } },
    next: 'leave',
  }
  const steps = [note, leave(nameAt(34))]
  const workflow = await create(site, '/workflows', { name: nameAt(32), trigger, enabled: true, steps })
  const start = { contactId, data: { note: nameAt(35) } }
  const execution = await create(site, `/workflows/${workflow}/executions`, start)
  await eventually(async () => {
    const found = await request(site, `GET /workflows/${workflow}/executions/${execution}`)
    expect(found).toMatchObject({ status: 'EXITED' })
  }, 100)
  return { workflow, execution }
}

/** The receiver of a webhook can answer with any content. */
async function storeWebhooks(site: Site) {
  const { receiver } = site
  receiver.answer = () => ({ status: 500, body: PAYLOADS.join(' ') })
  const webhook = await create(site, '/webhooks', {
    url: `${receiver.newUrl()}?${encodeURIComponent(nameAt(51))}`,
    description: nameAt(50),
    events: NAMES.slice(50, 60),
  })
  const delivery = await create(site, `/webhooks/${webhook}/test`)
  await eventually(async () => {
    const found = await request(site, `GET /webhooks/${webhook}/deliveries/${delivery}`)
    expect(found).toMatchObject({ answers: [{ status: 500 }] })
  }, 100)
  return { webhook, delivery }
}

const FAIL = `
  insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
  select 'a worker', route_id, 'a relay', $1, now(), now() + interval '1 hour' from transports where id = $2`

/** The server of a transport can refuse it with any text. */
async function storeTransports(site: Site): Promise<string> {
  const settings = { host: '127.0.0.1', user: nameAt(60), password: 'open sesame' }
  const make = (name: string) => create(site, '/transports', { name, type: 'smtp', settings })
  // A project may have 20.
  await forEach(SOME.slice(0, 15), make)
  const transport = await make(nameAt(61))
  await site.dashboard.database.query(FAIL, [PAYLOADS.join(' '), transport])
  return transport
}

// The node of these tests allows no own delivery.
const DELIVER_ITSELF = `
  update transports set type = 'mx', settings = '{"port": 25, "localAddresses": [], "warmUp": true, "limits": {}}' where id = $1`

const SLOW_DOWN = `
  with destination as (
    insert into destinations (project_id, transport_id, name) select project_id, id, $1 from transports where id = $2
    returning route_id
  ), warm_up as (
    insert into warm_ups (route_id, local_address, began_on, day, used) select route_id, $1, now(), now(), 5 from destination
  )
  insert into transport_troubles (owner, route_id, transport, reason, since, next_try_at)
  select 'a worker', route_id, 'mx', $3, now(), now() + interval '1 hour' from destination`

/** The domain of a recipient can name any mail server, which can refuse with any text. */
async function storeOwnDelivery(site: Site): Promise<string> {
  const { database } = site.dashboard
  const body = { name: nameAt(62), type: 'smtp', settings: { host: '127.0.0.1' } }
  const transport = await create(site, '/transports', body)
  await database.query(DELIVER_ITSELF, [transport])
  await database.query(SLOW_DOWN, [nameAt(63), transport, PAYLOADS.join(' ')])
  return transport
}

/** Names that are in the bar, among the members, and in the audit log. */
async function storePeople(site: Site): Promise<void> {
  await forEach(SOME, (name) => create(site, '/keys', { name }))
  const settings = { name: nameAt(20), defaultFromName: nameAt(21), postalAddress: nameAt(22) }
  await request(site, 'PATCH /project', settings)
  const { database, owner } = site.dashboard
  await database.query('update users set name = $1 where email = $2', [nameAt(23), owner.email])
}

async function storeEvents(site: Site): Promise<void> {
  await forEach(NAMES, (event) =>
    request(site, 'POST /v1/track', {
      email: 'person0@example.com',
      event,
      data: { note: { value: event, persistent: false } },
    }),
  )
}

export async function storeHostileProject(site: Site): Promise<HostileProject> {
  // First, so that the audit log begins with names of keys.
  await storeTopics(site)
  const [contact, templates, campaigns, webhooks, transport, ownDelivery, form] = await Promise.all([
    storeContacts(site),
    storeTemplates(site),
    storeCampaigns(site),
    storeWebhooks(site),
    storeTransports(site),
    storeOwnDelivery(site),
    storeForms(site),
    storePeople(site),
  ])
  const [emails, workflows] = await Promise.all([storeEmails(site), storeWorkflows(site, contact)])
  // Last, so that they are the newest events.
  await storeEvents(site)
  return { emails, contact, templates, ...campaigns, ...workflows, ...webhooks, transport, ownDelivery, form }
}
