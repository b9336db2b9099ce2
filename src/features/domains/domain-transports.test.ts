import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildTransport } from '../../../test/support/feature-steps.ts'
import { buildDomain } from './fixtures/domain-steps.ts'

const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const patch = (id: string, transports: unknown) =>
  call(own, ['PATCH', `/domains/${id}`], { body: { transports } })

describe('PATCH /domains/{id}', () => {
  it('sets the transports in the order in which they are tried', async () => {
    const { id } = await buildDomain(own)
    const [first, second] = [await buildTransport(own), await buildTransport(own)]
    for (const order of [[first.id, second.id], [second.id, first.id], []]) {
      expect((await patch(id, order)).json()).toMatchObject({ transports: order })
      expect((await call(own, ['GET', `/domains/${id}`])).json()).toMatchObject({ transports: order })
    }
  })

  it('changes the SPF record, which has to allow their servers, and lets it be checked again', async () => {
    const { id } = await buildDomain(own)
    const spf = async () => {
      const { records } = (await call(own, ['GET', `/domains/${id}`])).json<{
        records: { purpose: string; value: string }[]
      }>()
      return records.find(({ purpose }) => purpose === 'spf')?.value
    }
    const settings = { host: '93.184.215.14' }
    const body = { name: 'Public', type: 'smtp', settings, isDefault: true }
    const reply = await call(own, ['POST', '/transports'], { body })
    expect(await spf()).toBe('v=spf1 ip4:93.184.215.14 ~all')
    await sql`update domains set due_at = now() + interval '1 day' where id = ${id}`.execute(
      test.deps.database.db,
    )
    const local = await buildTransport(own)
    await patch(id, [local.id, reply.json<{ id: string }>().id])
    expect(await spf()).toMatch(/^v=spf1 a:\S+ ip4:93\.184\.215\.14 ~all$/)
    const { rows } = await sql<{ isDue: boolean }>`
      select due_at <= ${test.clock.now()} as "isDue" from domains where id = ${id}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ isDue: true }])
  })

  it('changes nothing without a field', async () => {
    const { id } = await buildDomain(own)
    const transport = await buildTransport(own)
    await patch(id, [transport.id])
    const reply = await call(own, ['PATCH', `/domains/${id}`], { body: {} })
    expect(reply.json()).toMatchObject({ transports: [transport.id] })
  })

  it('refuses ids that are none, of others, or named twice', async () => {
    const { id } = await buildDomain(own)
    const transport = await buildTransport(own)
    const foreign = await buildTransport(await inFreshProject(test))
    expect(fieldsOf(await patch(id, ['nonsense', transport.id, foreign.id]))).toEqual({
      'transports.0': 'invalid_string',
      'transports.2': 'invalid_string',
    })
    expect(fieldsOf(await patch(id, [transport.id, transport.id.toUpperCase()]))).toEqual({
      transports: 'custom',
    })
    expect(Object.keys(fieldsOf(await patch(id, Array<string>(6).fill(transport.id))))).toEqual([
      'transports',
    ])
  })

  it('refuses them for names that are for tests', async () => {
    const reply = await call(own, ['POST', '/domains'], { body: { domain: 'shop.test' } })
    const { id } = reply.json<{ id: string }>()
    expect(fieldsOf(await patch(id, [(await buildTransport(own)).id]))).toEqual({ transports: 'custom' })
  })
})
