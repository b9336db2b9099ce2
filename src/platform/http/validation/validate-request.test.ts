import { describe, expect, it } from 'vitest'
import { buildContact, newAddress } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { describeApi } from '../../../../test/conventions/api-routes.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

const messageOf = (reply: Parameters<typeof errorOf>[0], field: string) =>
  errorOf(reply).errors?.find((one) => one.field === field)?.message

describe('a body with a field that does not exist', () => {
  it('is refused where the field is a misspelling, with the field that was meant', async () => {
    const reply = await call(test, ['POST', '/contacts'], { body: { email: newAddress(), Subscribed: true } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { Subscribed: 'unrecognized_keys' }])
    expect(messageOf(reply, 'Subscribed')).toContain('did you mean "subscribed"?')
  })

  it('is refused inside of lists and objects too, with the path of the field', async () => {
    const reply = await call(test, ['POST', '/v1/send'], {
      body: {
        to: [newAddress(), { emial: newAddress(), email: newAddress() }],
        from: 'shop@shop.test',
        subject: 'Hello',
        body: 'Hello',
        attachments: [{ filename: 'a.txt', content: 'aGk=', content_type: 'text/plain' }],
        html: '<p>Hello</p>',
      },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      {
        'to.1.emial': 'unrecognized_keys',
        'attachments.0.content_type': 'unrecognized_keys',
        html: 'unrecognized_keys',
      },
    ])
    expect(messageOf(reply, 'html')).toContain('did you mean "body"?')
  })

  it('is accepted where the field means nothing to us, and in free-form data', async () => {
    const email = newAddress()
    const body = { email, event: 'signed up', source: 'a form', data: { Email: 1, subscribd: 2 } }
    expect((await call(test, ['POST', '/v1/track'], { body })).statusCode).toBe(200)
    const { contacts } = (await call(test, ['GET', '/contacts'], { query: { email } })).json<{
      contacts: object[]
    }>()
    expect(contacts).toMatchObject([{ data: { Email: 1, subscribd: 2 } }])
  })

  it('is reported together with all other problems', async () => {
    const reply = await call(test, ['POST', '/contacts'], {
      body: { emial: newAddress(), subscribed: 'yes' },
    })
    expect(fieldsOf(reply)).toEqual({
      emial: 'unrecognized_keys',
      email: 'required',
      subscribed: 'invalid_type',
    })
  })

  it('is compared with what there is for its first hundred such fields only', async () => {
    const misspelt = (n: number) => `subscribed${(n + 360).toString(36)}`
    const names = Array.from({ length: 900 }, (_, n) => misspelt(n))
    const body = Object.fromEntries([['email', newAddress()], ...names.map((name) => [name, true])]) as object
    const reply = await call(test, ['POST', '/contacts'], { body })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, names.slice(0, 100)])
  })
})

describe('null', () => {
  it('in a POST counts as absent where a field may be left out', async () => {
    const reply = await call(test, ['POST', '/v1/send'], {
      body: {
        to: { email: newAddress(), name: null },
        from: 'shop@shop.test',
        subject: 'Hello',
        body: 'Hello',
        text: null,
        template: null,
        data: null,
        headers: null,
        attachments: null,
        scheduledFor: null,
        tracking: { opens: null },
      },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('in a POST is refused where the field is required', async () => {
    const reply = await call(test, ['POST', '/contacts'], { body: { email: null } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { email: 'invalid_type' }])
  })

  it('in a PATCH is refused where nothing can be cleared', async () => {
    const { id } = await buildContact(test)
    const reply = await call(test, ['PATCH', `/contacts/${id}`], { body: { subscribed: null } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { subscribed: 'invalid_type' }])
  })
})

describe('a query parameter that does not exist', () => {
  it('is refused, and those that exist are named', async () => {
    const reply = await call(test, ['GET', '/contacts'], { query: { serch: 'ann', limit: '5' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { serch: 'unrecognized_keys' }])
    expect(errorOf(reply).message).toMatch(/^serch: .*it accepts limit, cursor, .*search/)
  })

  it('is refused on a call that accepts none', async () => {
    const { id } = await buildContact(test)
    const reply = await call(test, ['GET', `/contacts/${id}`], { query: { expand: 'events' } })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { expand: 'unrecognized_keys' }])
    expect(errorOf(reply).message).toContain('it accepts none')
  })

  it('is ignored where no key is needed', async () => {
    for (const url of ['/health', '/docs', '/unsubscribe/token', '/']) {
      const reply = await call(test, ['GET', url], { key: null, query: { utm_source: 'x' } })
      expect(reply.statusCode).not.toBe(422)
    }
  })
})

// Lists that need another parameter.
const NEEDED: Record<string, Record<string, string>> = {
  '/campaigns/{id}/clicks': { url: 'https://shop.test/' },
}

describe('an empty cursor', () => {
  it('counts as absent on every list', async () => {
    const { operations } = await describeApi()
    const lists = operations.filter(({ parameters = [] }) =>
      parameters.some((one) => 'name' in one && one.name === 'cursor'),
    )
    expect(lists.length).toBeGreaterThan(15)
    const { id } = await buildContact(test)
    const statuses = new Map<string, number>()
    for (const { path } of lists) {
      const reply = await call(test, ['GET', path.replace(/\{\w+\}/, id)], {
        query: { cursor: '', ...NEEDED[path] },
      })
      statuses.set(path, reply.statusCode)
    }
    // Some need a session (403), and some the id of another record than a contact (404).
    expect([...statuses].filter(([, status]) => ![200, 403, 404].includes(status))).toEqual([])
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(10)
  })
})

describe('the problems of query and body', () => {
  it('are reported in one response', async () => {
    const reply = await call(test, ['POST', '/contacts'], {
      query: { dry: 'true' },
      body: { email: 'nobody' },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { dry: 'unrecognized_keys', email: 'invalid_string' },
    ])
  })

  it('have the first of them in the message', async () => {
    const one = await call(test, ['POST', '/contacts'], { body: {} })
    expect(errorOf(one).message).toBe('email: is required')
    expect(one.json()).toMatchObject({ message: 'email: is required' })
    const two = await call(test, ['POST', '/contacts'], { body: { subscribed: 1 } })
    expect(errorOf(two).message).toBe('email: is required (and 1 more, see error.errors)')
  })
})
