import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type PersonalData = {
  contact: { email: string; data: unknown }
  suppressions: { reason: string }[]
  consent: { what: string; after: string }[]
  segments: { name: string }[]
  events: { name: string; data: unknown }[]
  emails: { to: string; subject: string; variables: unknown; history: { type: string }[]; hits: unknown[] }[]
}
const readExport = async (owner: TestApp, id: string): Promise<PersonalData> =>
  (await call(owner, ['GET', `/contacts/${id}/export`])).json<PersonalData>()

describe('GET /contacts/{id}/export', () => {
  it('has everything about one person, and nothing about another', async () => {
    const own = await inFreshProject(test)
    const ada = await buildContact(own, { email: 'ada@example.com', data: { plan: 'pro' } })
    const grace = await buildContact(own, { email: 'grace@example.com' })
    for (const { id, email } of [ada, grace]) {
      await call(own, ['POST', '/v1/track'], { body: { email, event: 'ordered', data: { of: email } } })
      await makeEmail(own, {
        contactId: id,
        address: email,
        content: { subject: `To ${email}` },
        variables: { code: email },
      })
    }
    await call(own, ['POST', '/suppressions'], { body: { email: ada.email } })
    await call(own, ['POST', '/segments'], { body: { name: 'Friends', type: 'STATIC', emails: [ada.email] } })

    const found = await readExport(own, ada.id)
    expect(found).toMatchObject({
      contact: { email: 'ada@example.com', data: { plan: 'pro' } },
      suppressions: [{ reason: 'manual' }],
      consent: [{ what: 'subscription', after: 'SUBSCRIBED' }],
      segments: [{ name: 'Friends' }],
      emails: [
        { to: 'ada@example.com', subject: 'To ada@example.com', variables: { code: 'ada@example.com' } },
      ],
    })
    expect(found.events.map(({ name }) => name)).toContain('ordered')
    expect(JSON.stringify(found)).not.toContain('grace')
  })

  it('has all of many records, each once', async () => {
    const own = await inFreshProject(test)
    const { id } = await buildContact(own)
    await sql`
      insert into events (project_id, id, name, contact_id, data, created_at)
      select ${own.project.projectId}, (left(${id}::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, 'seen', ${id}, '{}', now() from generate_series(1, 450)`.execute(
      test.deps.database.db,
    )
    const { events } = await readExport(own, id)
    expect(events.filter(({ name }) => name === 'seen')).toHaveLength(450)
  })

  it('has the consent ledger page by page, also of a deleted contact with the address', async () => {
    const own = await inFreshProject(test)
    const { id, email } = await buildContact(own)
    await call(own, ['DELETE', `/contacts/${id}`])
    const again = await buildContact(own, { email })
    const set = (subscribed: boolean) =>
      sql`update contacts set subscribed = ${subscribed} where id = ${again.id}`
    for (let flips = 0; flips < 125; flips += 1) {
      await set(false).execute(test.deps.database.db)
      await set(true).execute(test.deps.database.db)
    }
    const { consent } = await readExport(own, again.id)
    expect(consent).toHaveLength(252)
    expect(consent.at(-1)).toMatchObject({ before: 'LEFT', after: 'SUBSCRIBED' })
  })

  it('is a file', async () => {
    const { id } = await buildContact(test)
    const reply = await call(test, ['GET', `/contacts/${id}/export`])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="contact-${id}.json"`,
    })
  })

  it('is 404 for a contact that does not exist, or belongs to another project', async () => {
    const { id } = await buildContact(test, { project: test.other })
    for (const one of [id, '019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17', 'nonsense']) {
      expect(errorOf(await call(test, ['GET', `/contacts/${one}/export`])).code).toBe('CONTACT_NOT_FOUND')
    }
  })
})
