// Which pages may post to a form.
import { describe, expect, it } from 'vitest'
import { newAddress, readContact } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import {
  buildSignUpForm,
  fillIn,
  newNetwork,
  postForm,
  postJson,
  readChallenge,
} from '../fixtures/form-steps.ts'

const OWN = 'https://mail.example.com'
const SHOP = 'https://shop.example'

const test = useTestApp({ PUBLIC_URL: `${OWN}/` })

const corsOf = ({ headers }: Reply) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'))

const preflight = (id: string, origin: string): Promise<Reply> =>
  test.app.inject({
    method: 'OPTIONS',
    url: `/f/${id}`,
    remoteAddress: newNetwork(),
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })

describe('an allowed page', () => {
  it('may ask before, post, get a challenge, and read every answer', async () => {
    const { id } = await buildSignUpForm(test, { allowedOrigins: [SHOP, 'https://other.example'] })
    const headers = { origin: SHOP }
    const asked = await preflight(id, SHOP)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'GET, HEAD, POST',
      vary: 'Origin',
    })
    expect(asked.headers['access-control-allow-headers']).toContain('Content-Type')
    const email = newAddress()
    const good = await postJson(test, { form: id, body: { email }, headers })
    const bad = await postJson(test, { form: id, body: {}, headers })
    const broken = await test.app.inject({
      method: 'POST',
      url: `/f/${id}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{',
    })
    expect([good, bad, broken].map(({ statusCode }) => statusCode)).toEqual([200, 422, 400])
    for (const reply of [good, bad, broken]) {
      expect(reply.headers['access-control-allow-origin']).toBe(SHOP)
      expect(reply.headers.vary).toBe('Origin')
    }
    expect(await readContact(test, email)).toBeDefined()
    expect(await readChallenge(test, id, { headers })).toMatchObject({ algorithm: 'SHA-256' })
  })
})

describe('another page', () => {
  it.each([
    ['another site', 'https://evil.example'],
    ['the site over plain HTTP', 'http://shop.example'],
    ['the site on another port', `${SHOP}:8443`],
    ['a name that begins like the site', `${SHOP}.evil.example`],
    ['a sandboxed frame', 'null'],
    ['nothing', ''],
  ])('is refused without CORS headers: %s', async (_what, origin) => {
    for (const allowedOrigins of [[SHOP], []]) {
      const { id } = await buildSignUpForm(test, { allowedOrigins })
      const headers = { origin }
      const email = newAddress()
      const challenge = await test.app.inject({
        method: 'GET',
        url: `/f/${id}/challenge`,
        remoteAddress: newNetwork(),
        headers,
      })
      const replies = [
        await preflight(id, origin),
        await postJson(test, { form: id, body: { email }, headers }),
        await postForm(test, { form: id, values: { email }, headers }),
        challenge,
      ]
      for (const reply of replies) expect([reply.statusCode, corsOf(reply)]).toEqual([403, []])
      expect(await readContact(test, email)).toBeUndefined()
    }
  })

  it('of an allowed site is refused when the form allows none', async () => {
    const { id } = await buildSignUpForm(test, { allowedOrigins: [SHOP] })
    await call(test, ['PATCH', `/forms/${id}`], { body: { allowedOrigins: [] } })
    const reply = await postForm(test, { form: id, values: {}, headers: { origin: SHOP } })
    expect(reply.statusCode).toBe(403)
    expect(reply.body).toContain('You have not been signed up.')
    expect(reply.body).toContain(`<a href="${id}">`)
  })
})

describe('our own page', () => {
  it.each([
    ['under its public name', { origin: OWN }],
    ['under the name that the browser used', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
    ['in a browser that sends no origin', {}],
  ])('may always post: %s', async (_what, headers) => {
    const { id } = await buildSignUpForm(test)
    const email = newAddress()
    expect((await fillIn(test, { form: id, values: { email }, headers })).statusCode).toBe(200)
    expect(await readContact(test, email)).toBeDefined()
  })
})
