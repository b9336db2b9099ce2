import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const get = (url: string) => call(test, ['GET', url])

describe('query parameters', () => {
  it('that are unknown are a 422 that names them, repeated or not', async () => {
    const reply = await get('/contacts?utm_source=a&utm_source=b&x[]=1&__proto__=1&constructor=2')
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toMatchObject({
      utm_source: 'unrecognized_keys',
      constructor: 'unrecognized_keys',
    })
  })

  it('given twice are a 422, not a guess', async () => {
    const reply = await get('/contacts?limit=5&limit=6&search=a&search=b')
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ limit: 'invalid_type', search: 'invalid_type' })
  })

  it.each([
    ['in a value', '/contacts?search=a%00b', 'search'],
    ['in the value of an unknown one', '/contacts?other=%00', 'other'],
    ['in a name', '/contacts?a%00b=1', 'ab'],
    ['in one of two values', '/contacts?search=a&search=%00', 'search'],
  ])('with a NUL character %s are a 422', async (_what, url, field) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({ [field]: 'invalid_string' })
  })

  it('with broken encoding are used unchanged', async () => {
    for (const value of ['%', '%zz', '%E0%A4%A', '%ED%A0%80']) {
      expect((await get(`/contacts?search=${value}`)).statusCode).toBe(200)
    }
  })

  it.each([['0'], ['101'], ['-1'], ['1.5'], ['1e1'], ['ten'], [''], [' 5'], ['0x10'], ['99999']])(
    'limit=%s is a 422',
    async (limit) => {
      const reply = await call(test, ['GET', '/contacts'], { query: { limit } })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(fieldsOf(reply))).toEqual(['limit'])
    },
  )

  it.each([['1'], ['100'], ['007']])('limit=%s is accepted', async (limit) => {
    expect((await call(test, ['GET', '/contacts'], { query: { limit } })).statusCode).toBe(200)
  })

  it.each([['TRUE'], ['1'], ['yes'], ['']])(
    'a true-or-false parameter does not accept %j',
    async (subscribed) => {
      expect((await call(test, ['GET', '/contacts'], { query: { subscribed } })).statusCode).toBe(422)
    },
  )
})

describe('the path', () => {
  it.each([['/contacts/%E0%A4%A'], ['/contacts/%zz'], ['/%'], ['/nothing/%c0']])(
    'that cannot be decoded is a 400: %s',
    async (url) => {
      const reply = await get(url)
      expect(reply.statusCode).toBe(400)
      expect(errorOf(reply).code).toBe('BAD_REQUEST')
    },
  )

  it.each([
    ['a word', 'nobody'],
    ['a NUL character', '%00'],
    ['an id in braces', '%7B0198a6a0-0000-7000-8000-000000000000%7D'],
    ['an encoded slash', '..%2F..%2Fetc'],
    ['a quote', "x'--"],
    ['a hundred characters', 'a'.repeat(100)],
    ['more than the router takes', 'a'.repeat(101)],
  ])('with %s for an id is a 404', async (_what, id) => {
    expect((await get(`/contacts/${id}`)).statusCode).toBe(404)
  })

  it('takes an id in upper case', async () => {
    const { id } = await buildContact(test)
    expect((await get(`/contacts/${id.toUpperCase()}`)).json()).toHaveProperty('id', id)
  })

  it('is sensitive to case and to a trailing slash', async () => {
    expect((await get('/Contacts')).statusCode).toBe(404)
    expect((await get('/contacts/')).statusCode).toBe(404)
  })
})
