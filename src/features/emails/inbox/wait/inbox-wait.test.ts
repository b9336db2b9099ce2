import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useDelivery } from '../../../../../test/support/delivery.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail } from '../../../../../test/support/factories.ts'
import type { EmailOverrides } from '../../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../../test/support/requests.ts'
import type { Reply } from '../../../../../test/support/requests.ts'
import { sendOne } from '../../../../../test/support/send-steps.ts'
import { buildTestDeps, useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import { buildApp } from '../../../../app.ts'
import { newId } from '../../../../platform/ids.ts'
import type { EmailId } from '../../../../platform/ids.ts'
import { createInboxWaits, MOST_WAITS_PER_PROJECT } from './inbox-waits.service.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const delivery = useDelivery(test)

type ReceivedEmail = {
  id: string
  subject: string
  codes: string[]
  links: { url: string; target: string }[]
}
type TimedOut = { error: { details: { arrived: { to: string; subject: string; at: string }[] } } }

const RAW = Buffer.from('Subject: Hello\r\nContent-Type: text/plain\r\n\r\nHello, https://app.test/start')

/** An email that has arrived. */
const arrive = (app: TestApp, { stored, ...overrides }: EmailOverrides = {}): Promise<EmailId> =>
  makeEmail(app, { raw: RAW, stored: { status: 'DELIVERED', ...stored }, ...overrides })

const wait = (app: TestApp, query: Record<string, string> = {}): Promise<Reply> =>
  call(app, ['GET', '/inbox/wait'], { query: { timeout: '60', ...query } })

const idOf = async (reply: Promise<Reply>) => (await reply).json<ReceivedEmail>().id

describe('GET /inbox/wait', () => {
  it('returns the oldest email that is there already, with its record, content, links and codes', async () => {
    const app = await inFreshProject(test)
    await delivery.start()
    const { email: id } = await sendOne(app, {
      to: 'ada@example.com',
      subject: 'Your code is 482913',
      body: '<p>Hi</p><p><a href="https://app.test/confirm?token=a%20b&x=1">Confirm</a></p><p>482913</p>',
      tracking: { opens: true, clicks: true },
    })
    const received = (await wait(app)).json<ReceivedEmail>()
    expect(received).toMatchObject({
      id,
      to: 'ada@example.com',
      subject: 'Your code is 482913',
      status: 'DELIVERED',
      headers: { Subject: 'Your code is 482913' },
      codes: ['482913'],
      links: [{ target: 'https://app.test/confirm?token=a%20b&x=1', text: 'Confirm' }],
    })
    const [link] = received.links
    expect(new URL(link?.url ?? '').pathname).toMatch(/^\/c\//)
    const hits = await call(app, ['GET', `/emails/${id}/hits`])
    expect(hits.json<{ total: number }>().total).toBe(0)
    const click = await call(app, ['GET', new URL(link?.url ?? '').pathname], { key: null })
    expect(click.headers.location).toBe(link?.target)
  })

  it('waits for an email that has not arrived, and not for others', async () => {
    const app = await inFreshProject(test)
    await arrive(app, { address: 'bob@example.com' })
    const reply = wait(app, { to: ' Ada@EXAMPLE.com', subject: 'WILLKOMMEN, ΣΊΣΥΦΟΣ' })
    await arrive(app, { address: 'ada@example.com' })
    await arrive(test, { address: 'ada@example.com', content: { subject: 'Willkommen, Σίσυφος' } })
    const waiting = await makeEmail(app, {
      raw: RAW,
      address: 'ada@example.com',
      content: { subject: 'Willkommen, Σίσυφος' },
    })
    const id = await arrive(app, {
      address: 'ada@example.com',
      content: { subject: '* Willkommen, Σίσυφος! *' },
    })
    expect(await idOf(reply)).toBe(id)
    expect(id).not.toBe(waiting)
  })

  it('walks through the emails in the order of their arrival, which is not that of their ids', async () => {
    const app = await inFreshProject(test)
    const accepted = [
      newId<EmailId>(app.clock.now()),
      newId<EmailId>(app.clock.now()),
      newId<EmailId>(app.clock.now()),
    ]
    const ids: EmailId[] = []
    for (const id of accepted.toReversed()) {
      app.clock.advance(1)
      ids.push(await arrive(app, { stored: { id } }))
    }
    const walked = [await idOf(wait(app))]
    for (let n = 0; n < 2; n += 1) walked.push(await idOf(wait(app, { after: walked.at(-1) ?? '' })))
    expect(walked).toEqual(ids)
    expect((await wait(app, { after: ids.at(-1) ?? '', timeout: '0' })).statusCode).toBe(404)
  })

  it('counts from the given time, or from a minute ago', async () => {
    const app = await inFreshProject(test)
    const old = await arrive(app)
    const before = new Date(app.clock.now().getTime() - 1_000).toISOString()
    app.clock.advance(61_000)
    const recent = await arrive(app)
    expect(await idOf(wait(app))).toBe(recent)
    expect(await idOf(wait(app, { after: before }))).toBe(old)
    const now = new Date(app.clock.now().getTime() + 1_000).toISOString()
    expect((await wait(app, { after: now, timeout: '0' })).statusCode).toBe(404)
  })

  it('takes the id of an email that is not in the inbox as the time of its acceptance', async () => {
    const app = await inFreshProject(test)
    const id = await arrive(app)
    app.clock.advance(1_000)
    const elsewhere = await arrive(test)
    expect((await wait(app, { after: elsewhere, timeout: '0' })).statusCode).toBe(404)
    expect(await idOf(wait(app, { after: '01900000-0000-7000-8000-000000000000' }))).toBe(id)
  })

  it('says after the time what did arrive, newest first and at most 20', async () => {
    const app = await inFreshProject(test)
    for (let n = 0; n < 21; n += 1) {
      app.clock.advance(1)
      await arrive(app, { address: `to-${n}@example.com`, content: { subject: `Number ${n}` } })
    }
    const reply = await wait(app, { to: 'nobody@example.com', timeout: '1' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    const { arrived } = reply.json<TimedOut>().error.details
    expect(arrived).toHaveLength(20)
    expect(arrived[0]).toMatchObject({ to: 'to-20@example.com', subject: 'Number 20' })
    const theirs = await wait({ ...test, project: test.other }, { timeout: '0' })
    expect(theirs.json<TimedOut>().error.details.arrived).toEqual([])
  })

  it('looks through everything that has arrived, however much that is', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const first = await arrive(app)
    await sql`
      insert into inbox_messages (project_id, email_id, raw, created_at)
      select ${projectId}, gen_random_uuid(), '', now() from generate_series(1, 1200)`.execute(
      test.deps.database.db,
    )
    app.clock.advance(5_000)
    const last = await arrive(app, { address: 'last@example.com' })
    expect(await idOf(wait(app, { to: 'last@example.com' }))).toBe(last)
    expect(await idOf(wait(app, { to: 'last@example.com', timeout: '0' }))).toBe(last)
    expect(await idOf(wait(app))).toBe(first)
  })

  it('goes on if the email is deleted before it is read', async () => {
    const app = await inFreshProject(test)
    const { projectId } = app.project
    const [gone, kept] = [await arrive(app), await arrive(app, { address: 'kept@example.com' })]
    const waits = createInboxWaits(test.deps)
    const { signal } = new AbortController()
    const id = await waits.next({ projectId, timeoutSeconds: 60, signal }, async (emailId) => {
      if (emailId !== gone) return emailId
      await sql`delete from inbox_messages where project_id = ${projectId} and email_id = ${gone}`.execute(
        test.deps.database.db,
      )
      return undefined
    })
    expect(id).toBe(kept)
  })

  it('names what is wrong with a request', async () => {
    const query = { to: 'nobody', subject: '', after: 'yesterday', timeout: '61', form: 'x' }
    const reply = await wait(test, query)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply)).toSorted()).toEqual(['after', 'form', 'subject', 'timeout', 'to'])
    for (const timeout of ['-1', '1.5', '', '100']) {
      expect((await wait(test, { timeout })).statusCode).toBe(422)
    }
    expect((await call(test, ['GET', '/inbox/wait'], { key: null })).statusCode).toBe(401)
    expect((await call(test, ['GET', '/inbox/wait'], { key: test.project.publicKey })).statusCode).toBe(403)
  })
})

describe('requests that wait', () => {
  it('are 20 of a project at most, hold no connection, and free their place when the caller disconnects', async () => {
    const { app, url } = await listen()
    const { waiting, refused } = await fill(app, url)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect((await wait({ ...app, project: test.other }, { timeout: '0' })).statusCode).toBe(404)
    // The pool has ten.
    const { pool } = app.deps.database
    await eventually(() => expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]))
    expect((await wait(app, { timeout: '0' })).statusCode).toBe(429)
    waiting[0]?.leave()
    await eventually(async () => expect((await wait(app, { timeout: '0' })).statusCode).toBe(404))
    for (const { leave } of waiting) leave()
  })

  it('are answered with 503 at once when the node stops', async () => {
    const { app, url } = await listen()
    const { waiting } = await fill(app, url)
    await app.app.close()
    const replies = await Promise.all(waiting.map(({ reply }) => reply))
    expect(replies.map((reply) => reply?.status)).toEqual(waiting.map(() => 503))
    expect(replies[0]?.headers.get('retry-after')).toBe('2')
  })

  it('find what another node has sent', async () => {
    const { app } = await listen()
    const reply = wait(app, { to: 'far@example.com' })
    const id = await arrive({ ...test, project: app.project }, { address: 'far@example.com' })
    expect(await idOf(reply)).toBe(id)
  })
})

type OpenWait = { reply: Promise<Response | undefined>; leave: () => void }

/** Takes all places of the project; one request more is refused. */
async function fill({ project }: TestApp, url: string): Promise<{ waiting: OpenWait[]; refused: Response }> {
  const requests = Array.from({ length: MOST_WAITS_PER_PROJECT + 1 }, (): OpenWait => {
    const caller = new AbortController()
    const reply = fetch(`${url}/inbox/wait?to=nobody@example.com&timeout=60`, {
      headers: { authorization: `Bearer ${project.secretKey}` },
      signal: caller.signal,
    }).catch(() => undefined)
    return { reply, leave: () => caller.abort() }
  })
  const first = await Promise.race(
    requests.map(async (request) => ({ request, refused: await request.reply })),
  )
  if (first.refused?.status !== 429) throw new Error('no request was refused')
  return { waiting: requests.filter((request) => request !== first.request), refused: first.refused }
}

/** Another node on the same database, with connections and a port of its own. */
async function listen(): Promise<{ app: TestApp; url: string }> {
  const deps = buildTestDeps(test.url, { MAIL_TRANSPORT: 'inbox:' })
  const app = await buildApp(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    deps.http.close()
    await deps.database.close()
  })
  const { port } = app.server.address() as AddressInfo
  return { app: { ...(await inFreshProject(test)), app, deps }, url: `http://127.0.0.1:${port}` }
}
