import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { setSubscribed } from '../bulk/bulk.queries.ts'

const test = useTestApp()

type Change = {
  what: string
  before: string | null
  after: string | null
  text: string | null
  network: string | null
}
type Answer = { consent: Change[]; cursor: string | null; hasMore: boolean; total: number | null }

let own: TestApp
let ada: ContactRecord
beforeEach(async () => {
  own = await inFreshProject(test)
  ada = await buildContact(own)
})

const list = async (id = ada.id, query: Record<string, string> = {}): Promise<Answer> =>
  (await call(own, ['GET', `/contacts/${id}/consent`], { query })).json<Answer>()
const statesOf = ({ consent }: Answer) => consent.map(({ before, after }) => [before, after])
const set = (subscribed: boolean) => call(own, ['PATCH', `/contacts/${ada.id}`], { body: { subscribed } })

describe('GET /contacts/{id}/consent', () => {
  it('lists what changed, newest first, page by page', async () => {
    await set(false)
    await set(true)
    const first = await list(ada.id, { limit: '2', total: 'true' })
    expect(first).toMatchObject({ hasMore: true, total: 3 })
    expect(statesOf(first)).toEqual([
      ['LEFT', 'SUBSCRIBED'],
      ['SUBSCRIBED', 'LEFT'],
    ])
    const rest = await list(ada.id, { limit: '2', cursor: first.cursor ?? '' })
    expect(rest.hasMore).toBe(false)
    expect(rest.consent).toEqual([
      {
        what: 'subscription',
        topic: null,
        before: null,
        after: 'SUBSCRIBED',
        at: ada.createdAt,
        source: 'api_key',
        sourceId: null,
        text: null,
        network: null,
      },
    ])
  })

  it('refuses the cursor of another contact', async () => {
    await set(false)
    const { cursor } = await list(ada.id, { limit: '1' })
    const other = await buildContact(own)
    const reply = await call(own, ['GET', `/contacts/${other.id}/consent`], {
      query: { cursor: cursor ?? '' },
    })
    expect(reply.statusCode).toBe(400)
  })

  it('has the text that was shown', async () => {
    const { projectId } = own.project
    await inTransaction(test.deps.database.db, (trx) =>
      setSubscribed(trx, {
        projectId,
        ids: [ada.id as ContactId],
        subscribed: false,
        source: { kind: 'form', id: crypto.randomUUID(), text: 'I’d rather not: "no", \\ never.' },
        now: test.clock.now(),
      }),
    )
    expect((await list()).consent[0]).toMatchObject({
      source: 'form',
      text: 'I’d rather not: "no", \\ never.',
    })
  })

  it('is 404 for a contact that does not exist, or belongs to another project', async () => {
    const { id } = await buildContact(test, { project: test.other })
    for (const one of [id, '019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17', 'nonsense']) {
      expect(errorOf(await call(own, ['GET', `/contacts/${one}/consent`])).code).toBe('CONTACT_NOT_FOUND')
    }
  })
})

describe('a contact that is deleted and created again', () => {
  it('has the entries of both', async () => {
    await call(own, ['DELETE', `/contacts/${ada.id}`])
    const again = await buildContact(own, { email: ada.email })
    await buildContact(own)
    expect(statesOf(await list(again.id, { total: 'true' }))).toEqual([
      [null, 'SUBSCRIBED'],
      [null, 'SUBSCRIBED'],
    ])
    expect((await list(again.id, { total: 'true' })).total).toBe(2)
  })

  it('has none of another project', async () => {
    await call(own, ['DELETE', `/contacts/${ada.id}`])
    const elsewhere = await inFreshProject(test)
    const { id } = await buildContact(elsewhere, { email: ada.email })
    const reply = await call(elsewhere, ['GET', `/contacts/${id}/consent`])
    expect(reply.json<Answer>().consent).toHaveLength(1)
  })

  it('has those of its present address only', async () => {
    const former = newAddress()
    await call(own, ['PATCH', `/contacts/${ada.id}`], { body: { email: former } })
    await call(own, ['DELETE', `/contacts/${ada.id}`])
    const again = await buildContact(own, { email: ada.email })
    expect((await list(again.id)).consent).toHaveLength(1)
    const moved = await buildContact(own, { email: former })
    expect((await list(moved.id)).consent.map(({ what }) => what)).toEqual([
      'subscription',
      'address',
      'subscription',
    ])
  })
})

describe('the network of a person', () => {
  const track = async (remoteAddress: string, { app, project }: TestApp = own): Promise<string | null> => {
    const email = newAddress()
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/track',
      headers: { authorization: `Bearer ${project.publicKey}` },
      remoteAddress,
      payload: { email, event: 'signed up' },
    })
    const { contact } = reply.json<{ data: { contact: string } }>().data
    const found = await call({ ...test, project }, ['GET', `/contacts/${contact}/consent`])
    return found.json<Answer>().consent[0]?.network ?? null
  }
  const storeNetworks = ({ project }: TestApp) =>
    call({ ...test, project }, ['PATCH', '/project'], { body: { consentNetworks: true } })

  it('is not stored by default', async () => {
    expect((await call(own, ['GET', '/project'])).json()).toMatchObject({ consentNetworks: false })
    expect(await track('203.0.113.7')).toBeNull()
  })

  it('is a keyed hash if the project stores it, the same for one network of a project', async () => {
    expect((await storeNetworks(own)).json()).toMatchObject({ consentNetworks: true })
    const hash = await track('2001:db8:1:2::7')
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(await track('2001:db8:1:2::8')).toBe(hash)
    expect(await track('2001:db8:1:3::7')).not.toBe(hash)
    const other = await inFreshProject(test)
    await storeNetworks(other)
    expect(await track('2001:db8:1:2::7', other)).not.toBe(hash)
  })

  it('is that of a person: a secret key has none', async () => {
    await storeNetworks(own)
    await call(own, ['POST', '/contacts'], { body: { email: ada.email, subscribed: false } })
    expect((await list()).consent[0]).toMatchObject({ after: 'LEFT', network: null })
  })
})
