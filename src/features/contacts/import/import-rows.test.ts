// The effect of an imported row on a contact.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

describe('a new address in an import', () => {
  it('becomes a contact with typed data and without events', async () => {
    const email = newAddress()
    await buildImport(
      test,
      `email,n,neg,yes,no,zip,big,text,none,guarded,formula\n${email},12.5,-3,true,false,01067,9007199254740993, x ,,'=1+1,=2\n`,
    )
    const contact = await readContact(test, email)
    expect(contact).toMatchObject({
      subscribed: true,
      data: {
        n: 12.5,
        neg: -3,
        yes: true,
        no: false,
        zip: '01067',
        big: '9007199254740993',
        text: ' x ',
        guarded: '=1+1',
        formula: '=2',
      },
    })
    expect(contact?.data).not.toHaveProperty('none')
    expect(await readEventNames(test, String(contact?.id))).toEqual([])
  })

  it('gets the flag of its row, else that of the import, else true', async () => {
    const csv = 'email,subscribed\nnew-yes@example.com,YES\nnew-no@example.com,0\nnew@example.com,\n'
    const flags = async (query: Record<string, string>) => {
      const app = await inFreshProject(test)
      await buildImport(app, csv, { query })
      const found = ['new-yes', 'new-no', 'new'].map((name) => readContact(app, `${name}@example.com`))
      return (await Promise.all(found)).map((contact) => contact?.subscribed)
    }
    expect(await flags({})).toEqual([true, false, true])
    expect(await flags({ subscribed: 'true' })).toEqual([true, false, true])
    expect(await flags({ subscribed: 'false' })).toEqual([true, false, false])
  })

  it('is told apart from those that exist', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { email: 'known@example.com' })
    const rows = ['known@example.com,1', 'new@example.com,1', 'new@example.com,2', 'newer@example.com,1']
    const job = await buildImport(app, `email,n\n${rows.join('\n')}\n`)
    expect(job).toMatchObject({ progress: { done: 4 }, contacts: { created: 2, existing: 1 } })
    const again = await buildImport(app, `email,n\n${rows.join('\n')}\n`)
    expect(again.contacts).toEqual({ created: 0, existing: 3 })
  })

  it('is counted in the totals and the fields', async () => {
    const app = await inFreshProject(test)
    await buildImport(
      app,
      'email,subscribed,plan\na@example.com,yes,pro\nb@example.com,no,7\nc@example.com,no,\n',
    )
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 3 })
    expect((await call(app, ['GET', '/contacts'], { query: { subscribed: 'false' } })).json()).toMatchObject({
      total: 2,
    })
    const { fields } = (await call(app, ['GET', '/contacts/fields'])).json<{ fields: unknown[] }>()
    expect(fields).toMatchObject([{ key: 'plan', types: { string: 1, number: 1 } }])
  })
})

describe('a known address in an import', () => {
  it('gets the filled cells and keeps the rest', async () => {
    const before = await buildContact(test, { data: { plan: 'free', city: 'Bonn', nested: { a: 1 } } })
    test.clock.advance(1000)
    await buildImport(test, `email,plan,city,zip\n${before.email.toUpperCase()},pro,,01067\n`)
    const after = await readContact(test, before.email)
    expect(after).toEqual({
      ...before,
      data: { plan: 'pro', city: 'Bonn', nested: { a: 1 }, zip: '01067' },
      updatedAt: after?.updatedAt,
    })
    expect(String(after?.updatedAt) > before.updatedAt).toBe(true)
  })

  it('is not touched by a row that changes nothing', async () => {
    const before = await buildContact(test, { data: { plan: 'pro' } })
    test.clock.advance(1000)
    const job = await buildImport(test, `email,subscribed,plan\n${before.email},yes,pro\n`)
    expect(job.progress.done).toBe(1)
    expect(await readContact(test, before.email)).toEqual(before)
  })

  it('stays unsubscribed unless the caller says resubscribe', async () => {
    const { email } = await buildContact(test, { subscribed: false })
    const csv = `email,subscribed,x\n${email},yes,1\n`
    await buildImport(test, csv)
    expect(await readContact(test, email)).toMatchObject({ subscribed: false, data: { x: 1 } })
    await buildImport(test, csv, { query: { resubscribe: 'false' } })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
    await buildImport(test, csv, { query: { resubscribe: 'true' } })
    expect(await readContact(test, email)).toMatchObject({ subscribed: true })
  })

  it('keeps its flag if the row has none, regardless of the default for new contacts', async () => {
    const yes = await buildContact(test)
    const no = await buildContact(test, { subscribed: false })
    for (const subscribed of ['true', 'false']) {
      const query = { subscribed, resubscribe: 'true' }
      await buildImport(test, `email,subscribed\n${yes.email},\n${no.email},\n`, { query })
    }
    expect(await readContact(test, yes.email)).toMatchObject({ subscribed: true })
    expect(await readContact(test, no.email)).toMatchObject({ subscribed: false })
  })

  it('is unsubscribed by its row', async () => {
    const { email } = await buildContact(test)
    await buildImport(test, `email,subscribed\n${email},no\n`)
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
  })

  it('is another contact in another project', async () => {
    const foreign = await buildContact(test, { project: test.other })
    await buildImport(test, `email,x\n${foreign.email},1\n`)
    expect(await readContact(test, foreign.email, { key: test.other.secretKey })).toEqual(foreign)
    expect((await readContact(test, foreign.email))?.id).not.toBe(foreign.id)
  })
})

describe('the events of an import', () => {
  const rows = (emails: string[]) =>
    `email,subscribed,x\n${emails[0]},yes,1\n${emails[1]},no,1\n${emails[2]},,1\n${emails[3]},yes,1\n`

  async function buildFour() {
    const subscribed = await buildContact(test)
    const leaving = await buildContact(test)
    const quiet = await buildContact(test)
    return {
      known: [subscribed, leaving, quiet],
      emails: [subscribed, leaving, quiet].map(({ email }) => email),
    }
  }

  it('are not written unless asked for', async () => {
    const { known, emails } = await buildFour()
    const fresh = newAddress()
    await buildImport(test, rows([...emails, fresh]))
    for (const { id } of known) expect(await readEventNames(test, id)).toEqual(['contact.created'])
    expect(await readEventNames(test, String((await readContact(test, fresh))?.id))).toEqual([])
  })

  it('with events=true record new contacts and changed subscriptions', async () => {
    const { known, emails } = await buildFour()
    const fresh = newAddress()
    await buildImport(test, rows([...emails, fresh]), { query: { events: 'true' } })
    expect(await Promise.all(known.map(({ id }) => readEventNames(test, id)))).toEqual([
      ['contact.created'],
      ['contact.created', 'contact.unsubscribed'],
      ['contact.created'],
    ])
    expect(await readEventNames(test, String((await readContact(test, fresh))?.id))).toEqual([
      'contact.created',
    ])
    await buildImport(test, `email,subscribed\n${emails[1]},yes\n`, {
      query: { events: 'true', resubscribe: 'true' },
    })
    expect(await readEventNames(test, String(known[1]?.id))).toEqual([
      'contact.created',
      'contact.unsubscribed',
      'contact.subscribed',
    ])
  })

  it('are not recorded for a file that is imported again', async () => {
    const email = newAddress()
    const query = { events: 'true' }
    await buildImport(test, `email,subscribed\n${email},no\n`, { query })
    await buildImport(test, `email,subscribed\n${email},no\n`, { query })
    expect(await readEventNames(test, String((await readContact(test, email))?.id))).toEqual([
      'contact.created',
    ])
  })
})

describe('an address that comes more than once in a file', () => {
  it('is one contact with the data of all its rows; the last one wins', async () => {
    const email = newAddress()
    const job = await buildImport(
      test,
      `email,a,b,subscribed\n${email},1,first,\n${email.toUpperCase()},,second,yes\n${email},3,,\n`,
      { query: { events: 'true' } },
    )
    expect(job.progress).toEqual({ done: 3, total: 3, failed: 0 })
    const contact = await readContact(test, email)
    expect(contact).toMatchObject({ subscribed: true, data: { a: 3, b: 'second' } })
    expect(await readEventNames(test, String(contact?.id))).toEqual(['contact.created'])
  })

  it('is unsubscribed for good by one row, as it would be by an earlier file', async () => {
    const csv = (email: string) => `email,subscribed\n${email},yes\n${email},no\n${email},yes\n`
    const [stays, returns] = [newAddress(), newAddress()]
    await buildImport(test, csv(stays))
    expect(await readContact(test, stays)).toMatchObject({ subscribed: false })
    await buildImport(test, csv(returns), { query: { resubscribe: 'true' } })
    expect(await readContact(test, returns)).toMatchObject({ subscribed: true })
  })
})

describe('rows that would make the data of a contact too large', () => {
  it('are refused one by one among good ones', async () => {
    const app = await inFreshProject(test)
    const full = await buildContact(app, { data: { x: 'a'.repeat(60_000) } })
    const other = await buildContact(app, { data: { x: 'b'.repeat(60_000) } })
    const good = Array.from({ length: 40 }, (_, n) => `good${n}@example.com,small`)
    const tooMuch = 'y'.repeat(10_000)
    const lines = [
      ...good.slice(0, 10),
      `${full.email},${tooMuch}`,
      ...good.slice(10, 25),
      `new@example.com,${'y'.repeat(70_000)}`,
      ...good.slice(25),
      `${other.email},${tooMuch}`,
      `${other.email},${tooMuch}`,
    ]
    const job = await buildImport(app, `email,y\n${lines.join('\n')}\n`, { query: { events: 'true' } })
    expect(job).toMatchObject({ status: 'DONE', progress: { done: 40, total: 44, failed: 4 } })
    expect(job.errors.map(({ row, field }) => [row, field])).toEqual([
      [12, 'data'],
      [28, 'data'],
      [44, 'data'],
      [45, 'data'],
    ])
    expect(await readContact(app, full.email)).toEqual(full)
    expect(await readContact(app, other.email)).toEqual(other)
    expect(await readContact(app, 'new@example.com')).toBeUndefined()
    expect((await call(app, ['GET', '/contacts'])).json()).toMatchObject({ total: 42 })
    const { rows } = await sql`select from events where project_id = ${app.project.projectId}`.execute(
      app.deps.database.db,
    )
    expect(rows).toHaveLength(42)
  })
})
