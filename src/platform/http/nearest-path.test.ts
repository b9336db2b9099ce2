import { describe, expect, it } from 'vitest'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

describe('a path that does not exist', () => {
  it.each([
    ['POST', '/v1/send/', 'POST /v1/send'],
    ['POST', '/api/v1/send', 'POST /v1/send'],
    ['POST', '/send', 'POST /v1/send'],
    ['GET', '/v1/contacts', 'GET /contacts'],
    ['GET', '/api/contacts', 'GET /contacts'],
    ['GET', '/contacts/', 'GET /contacts'],
    ['GET', '/Contacts', 'GET /contacts'],
    ['GET', '/contcats', 'GET /contacts'],
    ['GET', '/subscribers', 'GET /contacts'],
    ['GET', '/lists/7', 'GET /segments/{id}'],
    ['POST', '/v1/emails', 'POST /v1/send'],
    ['PUT', '/api/contacts', 'GET /contacts'],
  ] as const)('%s %s is refused with the nearest one', async (method, path, nearest) => {
    const reply = await call(test, [method, path], { key: null })
    expect(reply.statusCode).toBe(404)
    expect(errorOf(reply)).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: 'There is nothing at this path.',
      suggestion: `Did you mean ${nearest}? Every path is described at http://localhost:3000/docs.`,
    })
  })

  it.each(['/nothing-like-it', '/a', '/', `/${'contacts'.repeat(500)}`])(
    'and resembles none is refused with the description of all: %s',
    async (path) => {
      const reply = await call(test, ['DELETE', path], { key: null })
      expect(errorOf(reply).suggestion).not.toContain('Did you mean')
      expect(errorOf(reply).suggestion).toContain('/docs')
    },
  )
})

it.each([
  ['/emails', 'Did you mean POST /v1/send? '],
  ['/emails/batch', 'Did you mean POST /v1/send/batch? '],
  ['/events', 'Did you mean POST /v1/track? '],
  ['/events/names', ''],
])('POST %s, which takes other methods, names what was probably meant', async (path, guess) => {
  const reply = await call(test, ['POST', path], { body: {} })
  expect(reply.statusCode).toBe(405)
  expect(errorOf(reply).suggestion).toBe(`${guess}Every path is described at http://localhost:3000/docs.`)
})
