import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask, readJob, type ErrorAnswer } from '../support/http-client.ts'
import { useNodes, type ReadyNode } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase({ isEmpty: true })

let left: ReadyNode
let right: ReadyNode

beforeAll(async () => {
  const both = await Promise.all([nodes.start(database.settings), nodes.start(database.settings)])
  ;[left, right] = both
})

describe('two nodes on one database', () => {
  it('come up together on an empty one, with one project between them', async () => {
    const rows = await database.query<{ projects: string; keys: string; links: string }>(
      `select (select count(*) from projects) as projects, (select count(*) from api_keys) as keys,
        (select count(*) from setup_tokens) as links`,
    )
    // As long as nobody has an account, each start makes a set-up link of its own.
    expect(rows).toEqual([{ projects: '1', keys: '2', links: '2' }])
    const showing = [left, right].filter((node) => node.banner().includes('A first project was created'))
    expect(showing).toHaveLength(1)
    for (const node of [left, right]) {
      expect((await ask(node, 'GET /ready', { key: null })).status).toBe(200)
      expect(node.banner()).toContain('Database    DATABASE_URL')
    }
  })

  it('serve the same contacts, and each reads on with the cursor of the other', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      const answer = await ask(n % 2 ? left : right, 'POST /contacts', {
        body: { email: `page${n}@example.com` },
      })
      expect(answer.status).toBe(201)
    }
    type Page = { contacts: { email: string }[]; cursor: string | null; hasMore: boolean }
    const pages: Page[] = []
    let cursor: string | null = null
    do {
      const path: string = `/contacts?limit=2&search=page${cursor === null ? '' : `&cursor=${cursor}`}`
      const page: Page = (await ask(pages.length % 2 ? right : left, `GET ${path}`)).json<Page>()
      pages.push(page)
      cursor = page.cursor
    } while (cursor !== null)
    expect(pages.flatMap(({ contacts }) => contacts.map(({ email }) => email[4]))).toEqual([
      '5',
      '4',
      '3',
      '2',
      '1',
    ])
  })

  it('refuse a key at once that was revoked through the other', async () => {
    const created = await ask(left, 'POST /keys', { body: { name: 'Short-lived' } })
    const { id, key } = created.json<{ id: string; key: string }>()
    expect((await ask(right, 'GET /project', { key })).status).toBe(200)
    expect((await ask(left, `DELETE /keys/${id}`)).status).toBe(204)
    const refused = await ask(right, 'GET /project', { key })
    expect([refused.status, refused.json<ErrorAnswer>().error.code]).toEqual([401, 'INVALID_API_KEY'])
  })

  it('run each job once, whichever of them it was given to', async () => {
    const emails = Array.from({ length: 30 }, (_, n) => `bulk${n}@example.com`)
    const ids = await Promise.all(
      emails.map(async (email) =>
        (await ask(left, 'POST /contacts', { body: { email } })).json<{ id: string }>(),
      ),
    )
    const jobs = await Promise.all(
      ids.map(async ({ id }, n) => {
        const body = { action: 'unsubscribe', ids: [id] }
        const answer = await ask(n % 2 ? left : right, 'POST /contacts/bulk', { body })
        return answer.json<{ jobId: string }>().jobId
      }),
    )
    for (const jobId of jobs) {
      await eventually(async () => expect((await readJob(right, jobId)).status).toBe('DONE'))
      expect((await readJob(left, jobId)).progress).toEqual({ done: 1, total: 1, failed: 0 })
    }
    const events = await database.query<{ contacts: string; events: string }>(
      `select count(distinct c.id) as contacts, count(e.id) as events from contacts as c
        left join events as e on e.contact_id = c.id and e.name = 'contact.unsubscribed'
        where c.email like 'bulk%'`,
    )
    expect(events).toEqual([{ contacts: '30', events: '30' }])
    expect(await database.query('select from graphile_worker.jobs where locked_by is not null')).toEqual([])
  })

  it('go on alone when the other stops', async () => {
    expect((await left.stop()).code).toBe(0)
    expect((await ask(right, 'GET /project')).status).toBe(200)
    expect(await database.query('select from worker_heartbeats')).toHaveLength(1)
  })
})
