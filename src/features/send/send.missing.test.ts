// Which variables the answer of a call names, because neither the call nor the contact has a value for them.
import { describe, expect, it } from 'vitest'
import { buildContact, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { send, sendBody, sendOne } from '../../../test/support/send-steps.ts'
import type { SentEntry } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const missingOf = async (overrides: Record<string, unknown>): Promise<string[]> =>
  (await sendOne(test, { to: newAddress(), ...overrides })).missing

describe('the missing variables of a call', () => {
  it('are those of its subject, body and sender that have no value', async () => {
    const parts = {
      subject: 'Order {{ order.id }}',
      body: '<p>{{ name }} {{ order.total }} {{ data.plan }}</p>',
      name: '{{ shop }}',
    }
    expect(await missingOf(parts)).toEqual(['data.plan', 'name', 'order.id', 'order.total', 'shop'])
    const data = { name: 'Ann', order: { id: 7, total: null }, plan: { value: 'pro', persistent: false } }
    expect(await missingOf({ ...parts, data })).toEqual(['order.total', 'shop'])
  })

  it('are empty if the content has no variables', async () => {
    expect(await missingOf({})).toEqual([])
  })

  it('leave out variables with a fallback or inside a condition', async () => {
    const body =
      '{{ a ?? "x" }}{{ b | default: "y" }}{% if c %}{{ c }}{% else %}{{ d }}{% endif %}{% case e %}{% when 1 %}{{ f }}{% endcase %}{% unless g %}{{ h }}{% endunless %}'
    expect(await missingOf({ body })).toEqual([])
    expect(await missingOf({ body: `${body}{{ c }}` })).toEqual(['c'])
  })

  it('leave out variables that every email has', async () => {
    const body =
      '{{ email }}{{ id }}{{ subscribed }}{{ unsubscribeUrl }}{{ browserUrl }}{{ lm_project_name }}{{ data.size }}'
    expect(await missingOf({ body })).toEqual([])
  })

  it('are found in a body that is parsed in a thread', async () => {
    expect(await missingOf({ body: `<p>${'x '.repeat(20_000)}</p>{{ name }}` })).toEqual(['name'])
  })

  it('are those of its template', async () => {
    const template = await buildTemplate(test, { subject: '{{ a }}', body: '<p>{{ b }} {{ c ?? 1 }}</p>' })
    const request = { template: template.id, subject: undefined, body: undefined }
    expect(await missingOf(request)).toEqual(['a', 'b'])
    expect(await missingOf({ ...request, data: { b: 1 } })).toEqual(['a'])
    expect(await missingOf({ ...request, subject: '{{ d }}' })).toEqual(['b', 'd'])
  })

  it('are at most 50', async () => {
    const body = Array.from({ length: 60 }, (_, index) => `{{ v${index} }}`).join('')
    expect(await missingOf({ body })).toHaveLength(50)
  })
})

describe('the missing variables of a contact', () => {
  const body = '{{ name }} {{ order.total }} {{ data.plan }} {{ items.size }} {{ list[0].x }}'
  const full = { name: 'Ann', order: { total: 0 }, plan: false, items: [], list: [{ x: '' }] }

  it('are those that its data lacks, for each recipient its own', async () => {
    const [has, half] = [
      await buildContact(test, { data: full }),
      await buildContact(test, { data: { name: 'Bob', order: { total: null }, list: [] } }),
    ]
    const entries = await send(test, { to: [has.email, half.email, newAddress()], body })
    expect(entries.map(({ missing }) => missing)).toEqual([
      [],
      ['data.plan', 'items.size', 'list[0].x', 'order.total'],
      ['data.plan', 'items.size', 'list[0].x', 'name', 'order.total'],
    ])
  })

  it('leave out variables with a value in the call, which overrides the contact', async () => {
    const { email } = await buildContact(test, { data: full })
    const data = { order: { id: 1 }, data: { plan: null } }
    expect(await missingOf({ to: email, body, data })).toEqual(['data.plan', 'order.total'])
  })

  it('leave out the name and the values that the call stores on the contact', async () => {
    const to = { email: newAddress(), name: 'Cleo' }
    const cc = newAddress()
    const data = { plan: { value: 'pro', persistent: true } }
    const entries = await send(test, { to, cc, body: '{{ name }} {{ plan }} {{ city }}', data })
    expect(entries.map(({ missing }) => missing)).toEqual([['city'], ['city']])
  })

  it('are part of the results of a batch, with an Idempotency-Key and without', async () => {
    const { email } = await buildContact(test, { data: { name: 'Ann' } })
    const emails = [email, newAddress()].map((to) => sendBody({ to, body: '{{ name }} {{ city }}' }))
    type Results = { data: { results: { data: { emails: SentEntry[] } }[] } }
    for (const headers of [{}, { 'idempotency-key': newAddress() }]) {
      const reply = await call(test, ['POST', '/v1/send/batch'], { body: { emails }, headers })
      const { results } = reply.json<Results>().data
      expect(results.map(({ data }) => data.emails[0]?.missing)).toEqual([['city'], ['city', 'name']])
    }
  })
})
