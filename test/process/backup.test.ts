// The way of a database through a backup: filled with what every feature stores, backed up beside the server and
// alone, restored into an empty folder, compared table by table, and served again. The tests follow each other.
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { queryAt, readContent, type DatabaseContent } from '../support/database/database-content.ts'
import { eventually } from '../support/eventually.ts'
import { ask, readJob, startImport } from '../support/http-client.ts'
import { postgresPid, useNodes, type ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()
const files = nodes.dataDir()
const duringWrites = path.join(files, 'during-writes.zst')
const atRest = path.join(files, 'at-rest.zst')

const DAY_MS = 86_400_000

const SIGNED = /^DKIM-Signature:[^]*?\bd=shop\.test/m

/** Tables that the steps below put rows into. */
const FILLED = [
  'announcements api_keys blobs contacts content_bodies contents counter_deltas domain_keys domains email_firsts',
  'email_hits email_queue emails event_keys event_listeners events idempotency_keys inbox_messages installation',
  'known_names operation_uploads operations projects setup_tokens suppressions template_versions templates',
  'graphile_worker._private_jobs graphile_worker._private_tasks',
].flatMap((line) => line.split(' '))

/** A call that must succeed. */
async function must<T = { id: string }>(node: ReadyNode, what: string, body?: unknown): Promise<T> {
  const answer = await ask(node, what, { body })
  if (answer.status >= 300) throw new Error(`${what} was answered ${answer.status}: ${answer.text}`)
  return answer.json<T>()
}

type SendReply = { data: { emails: { email: string }[] } }

/** Sends a marketing email, tracked and signed; its id. */
async function send(node: ReadyNode, body: Record<string, unknown>): Promise<string> {
  const { data } = await must<SendReply>(node, 'POST /v1/send', { from: 'me@shop.test', ...body })
  return data.emails[0]?.email ?? ''
}

const statusOf = async (node: ReadyNode, email: string) =>
  (await must<{ status: string }>(node, `GET /emails/${email}`)).status

const rawOf = async (node: ReadyNode, email: string) => (await ask(node, `GET /emails/${email}/raw`)).text

/** An empty folder with the key of the source, as an operator prepares it. */
function folderWithKey(): string {
  const folder = nodes.dataDir()
  mkdirSync(folder, { mode: 0o711 })
  copyFileSync(path.join(dataDir, 'encryption-key'), path.join(folder, 'encryption-key'))
  return folder
}

async function contentOf(folder: string): Promise<DatabaseContent> {
  const server = await startEmbeddedPostgres({ dataDir: folder })
  try {
    return await readContent(server.url)
  } finally {
    await server.stop()
  }
}

let dataDir: string
let unsubscribePath = ''
let waiting = ''
let scheduled = ''
let importJob = ''
const restored = { folder: '' }

beforeAll(async () => {
  mkdirSync(files)
  const node = await nodes.start()
  dataDir = node.dataDir
  await fill(node)
  await node.stop()
  await insertAnnouncement()
})

/** The data of a server after a while: records of every feature, and events of more than one month. */
async function fill(node: ReadyNode): Promise<void> {
  await must(node, 'POST /contacts', { email: 'ada@example.com', data: { note: 'tab\t, line\n, \\N and é' } })
  const imported = await startImport(node, 200)
  await must(node, 'POST /v1/track', { email: 'ada@example.com', event: 'signed.up', id: 'own-1' })
  const monthAgo = new Date(Date.now() - 29 * DAY_MS).toISOString()
  await must(node, 'POST /v1/track', { email: 'ada@example.com', event: 'visited', occurredAt: monthAgo })
  await must(node, 'POST /suppressions', { email: 'never@example.com' })
  await must(node, 'POST /domains', { domain: 'shop.test' })
  await must(node, 'POST /keys', { name: 'Second' })
  const { id } = await must(node, 'POST /templates', {
    name: 'Offer',
    type: 'MARKETING',
    subject: 'Hello {{ email }}',
    body: '<p>Read <a href="https://shop.example/offer">this</a></p>',
  })
  const attachments = [
    {
      filename: 'offer.bin',
      content: randomBytes(50_000).toString('base64'),
      contentType: 'application/octet-stream',
    },
  ]
  const tracked = await send(node, {
    to: 'ada@example.com',
    template: id,
    tracking: { opens: true, clicks: true },
  })
  const attached = await send(node, {
    to: 'bob@example.com',
    subject: 'Your bill',
    body: '<p>It is attached.</p>',
    attachments,
  })
  const once = { body: { email: 'eve@example.com' }, headers: { 'idempotency-key': 'once' } }
  expect((await ask(node, 'POST /contacts', once)).status).toBe(201)
  // Both, so that nothing but what the tests send later waits in the backup.
  for (const email of [tracked, attached]) {
    await eventually(async () => expect(await statusOf(node, email)).toBe('DELIVERED'))
  }
  const raw = await rawOf(node, tracked)
  expect(raw).toMatch(SIGNED)
  unsubscribePath = new URL(/^List-Unsubscribe: <(\S+)>/m.exec(raw)?.[1] ?? '').pathname
  const pixel = /\/o\/[\w.-]+/.exec(raw)?.[0] ?? ''
  await fetch(node.url + pixel, { headers: { 'user-agent': 'Mozilla/5.0' } })
  await eventually(async () => expect((await readJob(node, imported)).status).toBe('DONE'))
}

/** Announcements that no listener takes, so that they are still there when the backup is made. */
async function insertAnnouncement(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  await queryAt(server.url, `insert into event_listeners select id, 'workflows', '*' from projects`)
  await queryAt(
    server.url,
    `insert into announcements (project_id, listener, event_id, name, data, throttled, created_at)
     select project_id, 'nobody', id, name, data, false, created_at from events limit 2`,
  )
  await server.stop()
}

describe('lettermill backup', () => {
  it('writes one file beside a server that is being written to', async () => {
    // No worker: what is sent now waits, and so does the job of an import.
    const node = await nodes.start({ DATA_DIR: dataDir }, 'api')
    waiting = await send(node, { to: 'waits@example.com', subject: 'Soon', body: '<p>Soon.</p>' })
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    scheduled = await send(node, {
      to: 'later@example.com',
      subject: 'Later',
      body: '<p>Later.</p>',
      scheduledFor: inAnHour,
    })
    importJob = await startImport(node, 300)

    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        await must(node, 'POST /contacts', { email: `writer${n}@example.com`, data: { n } })
        await must(node, 'POST /v1/track', { email: `writer${n % 10}@example.com`, event: 'clicked' })
      }
    })()
    const exit = await nodes.run(['backup', duringWrites], { DATA_DIR: dataDir })
    isWriting = false
    await writing

    expect(exit).toMatchObject({ code: 0 })
    expect(exit.stdout).toMatch(
      /^[\d,]+ rows of \d+ tables, as of 20\S+Z, are in .*during-writes\.zst \([\d.]+ kB\)\.\nThe encryption key is not in the backup, and a restore needs it: keep a copy of .*\/encryption-key in another place\.\n$/,
    )
    expect(exit.stderr).toMatch(/^Backing up the embedded database in .*\/postgres\n/)
    expect(exit.stderr).toMatch(/^ {2}contacts +\d+ rows +[\d.]+ kB$/m)
    expect(statSync(duringWrites).mode & 0o777).toBe(0o600)
    expect((await node.stop()).code).toBe(0)
  })

  it('starts the database when no server runs, and leaves nothing running and no other file', async () => {
    const exit = await nodes.run(['backup', atRest, '--quiet'], { DATA_DIR: dataDir })
    expect(exit).toMatchObject({ code: 0, stderr: '' })
    expect(postgresPid(dataDir)).toBeUndefined()
    expect(readdirSync(files).toSorted()).toEqual(['at-rest.zst', 'during-writes.zst'])
  })
})

describe('lettermill restore', () => {
  it('brings back every row of every table', async () => {
    restored.folder = folderWithKey()
    const exit = await nodes.run(['restore', atRest], { DATA_DIR: restored.folder })
    expect(exit).toMatchObject({ code: 0 })
    expect(exit.stdout).toMatch(
      /^[\d,]+ rows of \d+ tables are restored\.\n1 email due when the backup was made will be sent when the server starts\.\n$/,
    )
    expect(postgresPid(restored.folder)).toBeUndefined()
    const source = await contentOf(dataDir)
    expect(await contentOf(restored.folder)).toEqual(source)
    const filled = Object.entries(source.tables).flatMap(([name, { rows }]) => (rows > 0 ? [name] : []))
    expect(filled).toEqual(expect.arrayContaining(FILLED))
  })

  it('gives a server that serves what was there, sends what waited and goes on with its jobs', async () => {
    const node = await nodes.start({ DATA_DIR: restored.folder })
    expect(node.banner()).not.toContain('A first project was created')
    await eventually(async () => expect(await statusOf(node, waiting)).toBe('DELIVERED'))
    // Signed with the key that the restored database holds encrypted.
    expect(await rawOf(node, waiting)).toMatch(SIGNED)
    expect(await statusOf(node, scheduled)).toBe('SCHEDULED')
    await eventually(async () => expect((await readJob(node, importJob)).status).toBe('DONE'))
    // A link of an email that was sent by the old server.
    expect((await fetch(node.url + unsubscribePath, { method: 'POST' })).status).toBe(200)
    expect(
      (await must<{ contacts: { subscribed: boolean }[] }>(node, 'GET /contacts?email=ada@example.com'))
        .contacts[0],
    ).toMatchObject({ subscribed: false })
    expect((await node.stop()).stderr).toBe('')
  })

  it('brings back one moment of a server that was being written to', async () => {
    const folder = folderWithKey()
    expect(await nodes.run(['restore', duringWrites, '--cancel-due'], { DATA_DIR: folder })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n1 email due when the backup was made: cancelled\.\n$/) as string,
    })
    const server = await startEmbeddedPostgres({ dataDir: folder })
    const [found] = await queryAt<Record<string, number>>(
      server.url,
      `with totals as (select counter, label, sum(value)::int as value from
         (select counter, label, value from counters union all select counter, label, delta from counter_deltas) as both_
         group by counter, label)
       select (select count(*)::int from contacts) as contacts,
         (select value from totals where counter = 'contacts' and label = '') as counted_contacts,
         (select count(*)::int from contacts where email like 'writer%') as written,
         (select count(*)::int from events) as events,
         (select sum(value)::int from totals where counter = 'events') as counted_events,
         (select count(*)::int from emails where status = 'CANCELLED') as cancelled,
         (select count(*)::int from email_events where type = 'cancelled') as noted,
         (select count(*)::int from email_queue where status = 'SCHEDULED') as scheduled`,
    )
    await server.stop()
    expect(found).toMatchObject({
      contacts: found?.['counted_contacts'],
      events: found?.['counted_events'],
      cancelled: 1,
      noted: 1,
      scheduled: 1,
    })
    expect(found?.['written']).toBeGreaterThan(0)
  })
})
