import { describe, expect, it } from 'vitest'
import { buildContact, buildKey, readContact } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { parseJson } from '../../json/parse-json.ts'

const test = useTestApp()

const JSON_TYPE = { 'content-type': 'application/json' }
const MEGABYTE = 1_048_576

const patch = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  call(test, ['PATCH', '/project'], { body, headers })

async function expectUnreadable(sent: Promise<Reply>): Promise<string> {
  const reply = await sent
  expect(reply.statusCode).toBe(400)
  expect(errorOf(reply).code).toBe('INVALID_REQUEST_BODY')
  return errorOf(reply).message
}

describe('a body that is not JSON', () => {
  it.each([
    ['an open brace', '{'],
    ['a trailing comma', '{"name":"Shop",}'],
    ['single quotes', "{'name':'Shop'}"],
    ['NaN', '{"name":NaN}'],
    ['two values', '{} {}'],
    ['a form', 'name=Shop'],
    ['a raw control character in a text', '{"name":"a\u0001"}'],
  ])('is a 400: %s', async (_what, body) => {
    const message = await expectUnreadable(patch(body))
    expect(message).toContain('not valid JSON')
    expect(message.length).toBeLessThan(300)
  })

  it('is a 400 when its bytes are not UTF-8, instead of storing question marks', async () => {
    expect(await expectUnreadable(patch(Buffer.from('{"name":"Caf\xe9"}', 'latin1')))).toContain('UTF-8')
  })

  it('is a 400 when its type is another, and the message names the type', async () => {
    expect(await expectUnreadable(patch('{"name":"Shop"}', { 'content-type': 'text/plain' }))).toContain(
      'text/plain',
    )
    await expectUnreadable(patch('name=Shop', { 'content-type': 'application/x-www-form-urlencoded' }))
    await expectUnreadable(patch('{"name":"Shop"}', { 'content-type': 'nonsense' }))
    await expectUnreadable(patch('{"name":"Shop"}', {}))
  })

  it.each([['text/csv'], ['multipart/form-data; boundary=x']])(
    'is a 400 as %s where no file is taken',
    async (type) => {
      await expectUnreadable(patch('name\nShop\n', { 'content-type': type }))
    },
  )

  it('is a 400 as JSON where a file is expected, whatever its type', async () => {
    const body = { file: { size: 3, handle: {}, digest: 'x' }, fields: {} }
    await expectUnreadable(call(test, ['POST', '/contacts/import'], { body }))
  })
})

describe('the type of a JSON body', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['APPLICATION/JSON'],
    ['application/json;charset=UTF-8'],
  ])('may be written %s', async (type) => {
    expect((await patch('{"name":"Shop"}', { 'content-type': type })).statusCode).toBe(200)
  })
})

describe('a body of the wrong kind', () => {
  it.each([['[]'], ['[{}]'], ['"text"'], ['null'], ['true'], ['1']])('is a 422: %s', async (body) => {
    const reply = await patch(body)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ '': 'invalid_type' })
  })

  it('is never bent into the right one', async () => {
    const reply = await call(test, ['PATCH', '/project'], {
      body: { name: 1, tracking: { opens: 'true', clicks: 0 }, timezone: ['UTC'] },
    })
    expect(fieldsOf(reply)).toEqual({
      name: 'invalid_type',
      'tracking.opens': 'invalid_type',
      'tracking.clicks': 'invalid_type',
      timezone: 'invalid_type',
    })
  })
})

describe('an empty body', () => {
  it.each([
    ['without a Content-Type', {}],
    ['as JSON', JSON_TYPE],
    ['as the form that curl -d "" announces', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as text', { 'content-type': 'text/plain' }],
  ])('equals {} %s', async (_what, headers) => {
    const { id } = await keyToRotate()
    const reply = await call(test, ['POST', `/keys/${id}/rotate`], { body: '', headers })
    expect(reply.statusCode).toBe(201)
  })

  it('equals {} when there is none at all', async () => {
    const { id } = await keyToRotate()
    expect((await call(test, ['POST', `/keys/${id}/rotate`])).statusCode).toBe(201)
  })

  it('gets a list of the missing required fields', async () => {
    expect(fieldsOf(await call(test, ['POST', '/contacts']))).toEqual({ email: 'required' })
  })

  it('with a type is no obstacle to a DELETE', async () => {
    const { id } = await buildContact(test)
    expect((await call(test, ['DELETE', `/contacts/${id}`], { headers: JSON_TYPE })).statusCode).toBe(204)
  })

  async function keyToRotate(): Promise<{ id: string }> {
    await buildKey(test)
    return (await call(test, ['GET', '/keys'])).json<{ keys: [{ id: string }] }>().keys[0]
  }
})

describe('text that cannot be stored', () => {
  const save = (data: string) => patchContact(`{"email":"text@example.com","data":${data}}`)
  const patchContact = (body: string) => call(test, ['POST', '/contacts'], { body, headers: JSON_TYPE })

  it.each([
    ['a NUL character in a value', '{"a":{"b":["ok","x\\u0000"]}}', 'data.a.b.1'],
    ['a NUL character in a key', '{"a\\u0000":1}', 'data.a'],
    ['a NUL character in a key far below', '{"a":[{"b\\u0000":1}]}', 'data.a.0.b'],
    ['half a surrogate pair in a value', '{"a":"x\\ud800"}', 'data.a'],
    ['the other half', '{"a":"\\udc00x"}', 'data.a'],
  ])('is a 422 that names the field: %s', async (_what, data, field) => {
    const reply = await save(data)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ [field]: 'invalid_string' })
  })

  it('is a 422 for half a surrogate pair in a key, and the answer itself is well formed', async () => {
    const reply = await save('{"a\\ud800":1}')
    expect(fieldsOf(reply)).toEqual({ 'data.a\ufffd': 'invalid_string' })
  })

  it('is reported at every place, up to a hundred', async () => {
    const many = JSON.stringify(Array.from({ length: 500 }, () => '\0'))
    expect(errorOf(await save(`{"a":"\\u0000","many":${many}}`)).errors).toHaveLength(100)
  })

  it('is not what a whole pair or an escaped backslash is', async () => {
    expect((await save('{"emoji":"\\ud83d\\ude00","path":"C:\\\\u0000"}')).statusCode).toBe(201)
    const contact = await readContact(test, 'text@example.com')
    expect(contact?.data).toEqual({ emoji: '😀', path: 'C:\\u0000' })
  })
})

describe('a number that no double can hold', () => {
  it('is a 422 that names it, instead of becoming null', async () => {
    const body = '{"email":"number@example.com","data":{"a":1e400,"b":[1,-1e999],"c":1e308}}'
    const reply = await call(test, ['POST', '/contacts'], { body, headers: JSON_TYPE })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ 'data.a': 'too_big', 'data.b.1': 'too_big' })
  })
})

describe('a key named __proto__', () => {
  it.each([
    ['{"__proto__":{"admin":true}}'],
    ['{"name":"Shop","x":[{"__proto__":1}]}'],
    ['{"\\u005f_proto__":null}'],
  ])('is a 400: %s', async (body) => {
    expect(await expectUnreadable(patch(body))).toContain('__proto__')
  })

  it('is not to be confused with its relatives, which are plain data', async () => {
    const reply = await call(test, ['POST', '/contacts'], {
      body: { email: 'relatives@example.com', data: { constructor: { prototype: 1 }, hasOwnProperty: 2 } },
    })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toHaveProperty('data', { constructor: { prototype: 1 }, hasOwnProperty: 2 })
  })
})

describe('a deep or a wide body', () => {
  it('is a 400 or a 413', async () => {
    const send = (body: string) => call(test, ['POST', '/v1/send'], { body, headers: JSON_TYPE })
    expect(await expectUnreadable(send('['.repeat(10 * MEGABYTE)))).toContain('nested deeper')
    expect(await expectUnreadable(send('{"a":'.repeat(2 * MEGABYTE)))).toContain('nested deeper')
    const wide = await send(`{"data":{${'"a":1,'.repeat(2 * MEGABYTE)}"b":1}}`)
    expect([wide.statusCode, errorOf(wide).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(errorOf(wide).message).toContain('more than 20,000 JSON values')
  })

  it('is accepted with thousands of values', async () => {
    const data = { list: Array.from({ length: 5_000 }, (_, n) => n) }
    const reply = await call(test, ['POST', '/contacts'], { body: { email: 'wide@example.com', data } })
    expect(reply.statusCode).toBe(201)
  })
})

describe('a large body', () => {
  it('is read whole, and the same as a small one', async () => {
    const text = '漢字 "quoted" \\ \n é'.repeat(40_000)
    const bytes = Buffer.from(JSON.stringify({ text, list: [1, null, true, { a: text }] }))
    expect(bytes.length).toBeGreaterThan(1_000_000)
    expect(await parseJson(bytes)).toEqual(JSON.parse(bytes.toString()))
  })
})
