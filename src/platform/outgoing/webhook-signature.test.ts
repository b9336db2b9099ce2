import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, signWebhook } from './webhook-signature.ts'

const body = JSON.stringify({ type: 'email.sent', data: { subject: 'Grüße 🎉' } })
const [first, second, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
const at = new Date()

describe('signatures of webhooks', () => {
  it('are verified by the package standardwebhooks', () => {
    const headers = signWebhook({ id: 'evt_1', at, body, secrets: [first] })
    expect(new Webhook(first).verify(body, headers)).toEqual(JSON.parse(body))
  })

  it('are verified by either secret while one is replaced, and by no other', () => {
    const headers = signWebhook({ id: 'evt_1', at, body, secrets: [first, second] })
    for (const secret of [first, second]) expect(new Webhook(secret).verify(body, headers)).toBeDefined()
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  })

  it('do not hold for another body, id or time', () => {
    const headers = signWebhook({ id: 'evt_1', at, body, secrets: [first] })
    const webhook = new Webhook(first)
    expect(() => webhook.verify(`${body} `, headers)).toThrow('No matching signature')
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow('No matching signature')
    const old = signWebhook({ id: 'evt_1', at: new Date(at.getTime() - 3_600_000), body, secrets: [first] })
    expect(() => webhook.verify(body, old)).toThrow('too old')
  })

  it('has secrets of 32 random bytes', () => {
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(first).not.toBe(second)
  })
})
