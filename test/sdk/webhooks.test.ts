// Signatures by the reference library of Standard Webhooks, verified by the SDK.
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, verifyWebhookBatch } from '../../sdk/typescript/src/index.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another one of thirty-two bytes.').toString('base64')}`
const payload = JSON.stringify({
  type: 'order.paid',
  timestamp: '2026-02-02T11:05:12.368Z',
  data: { name: 'ü' },
})

function sign({ body = payload, secret = SECRET, at = new Date() } = {}) {
  return {
    'webhook-id': 'message-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('message-1', at, body),
  }
}

describe('verifyWebhook', () => {
  it('gives the event, from text and bytes, and from headers of either kind', async () => {
    const event = { type: 'order.paid', timestamp: '2026-02-02T11:05:12.368Z', data: { name: 'ü' } }
    const headers = sign()
    expect(await verifyWebhook({ payload, headers, secret: SECRET })).toEqual(event)
    expect(
      await verifyWebhook({ payload: Buffer.from(payload), headers: new Headers(headers), secret: SECRET }),
    ).toEqual(event)
  })

  it('accepts any of several signatures and secrets, as while a secret is rotated', async () => {
    const signature = `v1,AAAA v2,BBBB ${sign()['webhook-signature']}`
    const headers = { ...sign(), 'webhook-signature': signature }
    await expect(verifyWebhook({ payload, headers, secret: SECRET })).resolves.toBeDefined()
    await expect(verifyWebhook({ payload, headers, secret: [OTHER, SECRET] })).resolves.toBeDefined()
  })

  it.each([
    ['another secret', { headers: sign({ secret: OTHER }) }],
    ['another body', { payload: `${payload} ` }],
    ['another id', { headers: { ...sign(), 'webhook-id': 'message-2' } }],
    ['no signature', { headers: { ...sign(), 'webhook-signature': undefined } }],
    ['a signature that is none', { headers: { ...sign(), 'webhook-signature': 'v1,§ v1' } }],
    ['an old request', { headers: sign({ at: new Date(Date.now() - 600_000) }) }],
    ['a request of the future', { headers: sign({ at: new Date(Date.now() + 600_000) }) }],
    ['a timestamp that is none', { headers: { ...sign(), 'webhook-timestamp': 'now' } }],
  ])('refuses %s', async (_name, change) => {
    const message = { payload, headers: sign(), secret: SECRET, ...change }
    await expect(verifyWebhook(message)).rejects.toMatchObject({ name: 'WebhookVerificationError' })
  })

  it('says that a secret is none', async () => {
    await expect(verifyWebhook({ payload, headers: sign(), secret: 'whsec_§' })).rejects.toThrow(TypeError)
  })

  it('reads batches by a function of their own', async () => {
    const body = `[${payload},${payload}]`
    const message = { payload: body, headers: sign({ body }), secret: SECRET }
    expect(await verifyWebhookBatch(message)).toHaveLength(2)
    await expect(verifyWebhook(message)).rejects.toThrow('verifyWebhookBatch')
    expect(await verifyWebhookBatch({ payload, headers: sign(), secret: SECRET })).toHaveLength(1)
  })
})
