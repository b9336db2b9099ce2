// Robots, attacks and hostile input.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject, newAddress, readContact } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { tidyFormsJob } from '../forms.jobs.ts'
import {
  buildSignUpForm,
  fillIn,
  newNetwork,
  openPage,
  postForm,
  postJson,
  readChallenge,
  readForm,
  solve,
  tokenIn,
} from '../fixtures/form-steps.ts'

const HOUR_MS = 3_600_000
const NAMED = {
  fields: [
    { key: 'email', label: 'Email', type: 'email' },
    { key: 'data.name', label: 'Name', type: 'text' },
  ],
}

const test = useTestApp()

const countContacts = async ({ project, deps }: TestApp): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contacts where project_id = ${project.projectId}`.execute(
    deps.database.db,
  )
  return rows[0]?.count ?? 0
}

const namesIn = ({ body }: Reply): string[] =>
  [...body.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name = '']) => name)

describe('a robot', () => {
  it('that fills in every field gets the answer of people, and makes nothing', async () => {
    const app = await inFreshProject(test)
    for (const redirectUrl of [null, 'https://example.com/thanks']) {
      const { id } = await buildSignUpForm(app, { ...NAMED, redirectUrl })
      const page = await openPage(app, id)
      app.clock.advance(10_000)
      const email = newAddress()
      const filled = Object.fromEntries(namesIn(page).map((name) => [name, name === 'email' ? email : 'x']))
      expect(Object.keys(filled)).toEqual(['email', 'data.name', 'comment', 'shown'])
      const robot = await postForm(app, { form: id, values: { ...filled, shown: tokenIn(page) } })
      const person = await fillIn(app, { form: id, values: { email: newAddress(), 'data.name': 'x' } })
      const shown = ({ statusCode, headers, body }: Reply) => [statusCode, headers.location, body]
      expect(shown(robot)).toEqual(shown(person))
      expect(await readContact(app, email)).toBeUndefined()
      expect((await readForm(app, id)).submissions).toBe(1)
      const json = await postJson(app, { form: id, body: { email, comment: 'x' } })
      expect(json.json()).toMatchObject({ success: true })
      expect(await readContact(app, email)).toBeUndefined()
    }
  })

  it('that posts at once gets the answer of people, and makes nothing', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    test.clock.stop()
    const email = newAddress()
    const reply = await postForm(app, {
      form: id,
      values: { email, shown: tokenIn(await openPage(app, id)) },
    })
    expect(reply.body).toContain('Thank you')
    expect(await countContacts(app)).toBe(0)
    expect((await readForm(app, id)).submissions).toBe(0)
  })

  it('that never opens the page makes nothing', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    await postForm(app, { form: id, values: { email: newAddress() } })
    expect(await countContacts(app)).toBe(0)
  })

  it('that posts 1,000 times from one network meets the limit, and says so kindly', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const ip = newNetwork()
    const shown = tokenIn(await openPage(app, id, { ip }))
    app.clock.advance(5_000)
    const replies: Reply[] = []
    for (let start = 0; start < 1_000; start += 50) {
      const posts = Array.from({ length: 50 }, (_, n) =>
        postForm(app, { form: id, ip, values: { email: `robot-${start + n}@example.com`, shown } }),
      )
      replies.push(...(await Promise.all(posts)))
    }
    const accepted = replies.filter(({ statusCode }) => statusCode === 200)
    expect(accepted.length).toBeLessThanOrEqual(20)
    expect(accepted.length).toBeGreaterThan(10)
    expect(await countContacts(app)).toBe(accepted.length)
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(1_000 - accepted.length)
    for (const reply of [refused[0], refused.at(-1)]) {
      expect(reply?.body).toContain('You have not been signed up.')
      expect(Number(reply?.headers['retry-after'])).toBeGreaterThan(0)
    }
    const json = await postJson(app, { form: id, ip, body: { email: newAddress() } })
    expect([json.statusCode, errorOf(json).code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    const elsewhere = await postJson(app, { form: id, body: { email: newAddress() } })
    expect(elsewhere.statusCode).toBe(200)
  })

  it('of one IPv6 network counts as one, whatever its addresses', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const statuses: number[] = []
    for (let n = 0; n < 30; n += 1) {
      const ip = `2001:db8:7:7::${n.toString(16)}`
      statuses.push((await postJson(app, { form: id, ip, body: { email: newAddress() } })).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  })

  it('does not use up what people with a proof of work may do, and those have a limit as well', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const ip = newNetwork()
    const post = async (body: object) =>
      (await postJson(app, { form: id, ip, body: { email: newAddress(), ...body } })).statusCode
    const prove = async () => post({ altcha: solve(await readChallenge(app, id)) })
    for (let n = 0; n < 30; n += 1) await post({})
    expect(await post({})).toBe(429)
    expect(await prove()).toBe(200)
    await sql`update form_limits set posts = 39 where posts between 20 and 30`.execute(app.deps.database.db)
    expect([await prove(), await prove(), await post({})]).toEqual([200, 429, 429])
  })

  it('cannot post one address again and again from many networks', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const email = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 13; n += 1) {
      statuses.push((await postJson(app, { form: id, body: { email } })).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await countContacts(app)).toBe(1)
  })

  it('may come again after its hour', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const ip = newNetwork()
    const post = async () => (await postJson(app, { form: id, ip, body: { email: newAddress() } })).statusCode
    for (let n = 0; n < 25; n += 1) await post()
    expect(await post()).toBe(429)
    app.clock.advance(2 * HOUR_MS)
    expect(await post()).toBe(200)
  })
})

describe('people at the same time', () => {
  it('with one address are one contact', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app, NAMED)
    const email = newAddress()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        postJson(app, { form: id, body: { email, data: { name: `N${n}` } } }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await countContacts(app)).toBe(1)
    expect((await readForm(app, id)).submissions).toBe(8)
  })

  it('are counted with their contact, or not at all', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const { db } = app.deps.database
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'the disk burns'; end $$`.execute(
      db,
    )
    await sql`
      create trigger counting_fails before insert on counter_deltas
      for each row when (new.counter = 'forms') execute function fail()`.execute(db)
    const altcha = solve(await readChallenge(app, id))
    const post = () => postJson(app, { form: id, body: { email: newAddress(), altcha } })
    expect((await post()).statusCode).toBe(500)
    expect(await countContacts(app)).toBe(0)
    await sql`drop trigger counting_fails on counter_deltas`.execute(db)
    expect((await post()).statusCode).toBe(200)
    expect([await countContacts(app), (await readForm(app, id)).submissions]).toEqual([1, 1])
  })
})

describe('hostile text', () => {
  const SCRIPT = `"'><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7 | times: 7 }}`

  it('in the form and its project is shown as text', async () => {
    const app = await inFreshProject(test)
    await call(app, ['PATCH', '/project'], { body: { name: SCRIPT, postalAddress: SCRIPT } })
    const { id } = await buildSignUpForm(app, {
      fields: [
        { key: 'email', label: SCRIPT, type: 'email' },
        { key: `data.${SCRIPT}`, label: SCRIPT, type: 'text' },
        { key: 'data.s', label: SCRIPT, type: 'select', options: [SCRIPT] },
        { key: 'data.c', label: SCRIPT, type: 'checkbox' },
      ],
      submitLabel: SCRIPT.slice(0, 100),
      consentText: SCRIPT,
      successText: SCRIPT,
    })
    const values = { email: newAddress(), [`data.${SCRIPT}`]: SCRIPT, 'data.s': SCRIPT }
    const pages = [
      await openPage(app, id),
      await fillIn(app, { form: id, values: { ...values, email: SCRIPT } }),
      await fillIn(app, { form: id, values }),
    ]
    for (const { body } of pages) {
      expect(body.replace('<script src="form.js" defer></script>', '')).not.toMatch(/<script|<img/)
    }
    expect((await readContact(app, values.email))?.data).toMatchObject({ [SCRIPT]: SCRIPT, s: SCRIPT })
  })

  it('in headers and hidden fields is ignored', async () => {
    const { id } = await buildSignUpForm(test)
    const headers = { 'accept-language': `${SCRIPT},${'x,'.repeat(5_000)}`, accept: SCRIPT }
    expect((await openPage(test, id, { headers })).statusCode).toBe(200)
    const body = { email: newAddress(), shown: { a: 1 }, altcha: ['x'], comment: null, data: SCRIPT }
    expect((await postJson(test, { form: id, body })).statusCode).toBe(422)
  })
})

describe('the page', () => {
  it('has no cookie, is not cached or indexed, and loads its own script only', async () => {
    const { id } = await buildSignUpForm(test, { redirectUrl: 'https://shop.example/thanks' })
    const { headers, body } = await openPage(test, id)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; connect-src 'self'; form-action 'self' https:\/\/shop\.example; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(body).not.toMatch(/<link|<img|<iframe|https?:\/\//)
  })

  it('does not let the next page write its policy', async () => {
    const { id } = await buildSignUpForm(test, { redirectUrl: 'https://a;script-src.example/' })
    const { headers } = await openPage(test, id)
    expect(headers['content-security-policy']).toContain("form-action 'self' https:; base-uri")
  })
})

describe('housekeeping', () => {
  it('deletes limits and proofs that no longer count, twice with one effect', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSignUpForm(app)
    const altcha = solve(await readChallenge(app, id))
    expect((await postJson(app, { form: id, body: { email: newAddress(), altcha } })).statusCode).toBe(200)
    const { db } = app.deps.database
    const rows = async () =>
      (
        await sql<{ all: string }>`
          select concat((select count(*) from form_limits), ' ', (select count(*) from form_proofs)) as all`.execute(
          db,
        )
      ).rows[0]?.all
    expect(await rows()).not.toMatch(/^0| 0$/)
    app.clock.advance(4 * HOUR_MS)
    for (let run = 0; run < 2; run += 1) {
      await runJob(app.deps, tidyFormsJob, { payload: {} })
      expect(await rows()).toBe('0 0')
    }
    expect((await readForm(app, id)).submissions).toBe(1)
  })
})
