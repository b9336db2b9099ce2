import { describe, expect, it } from 'vitest'
import type { AttemptResult } from '../../../platform/email/transport.ts'
import { applyTestOutcome, deferOrFail, outcomeOf } from './outcome.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const MINUTE_MS = 60_000
const attempt = (overrides: { attempts?: number; leftMs?: number; chance?: number } = {}) => ({
  email: {
    attempts: overrides.attempts ?? 1,
    give_up_at: new Date(NOW.getTime() + (overrides.leftMs ?? 10 * 86_400_000)),
  },
  now: NOW,
  chance: overrides.chance ?? 0.5,
})
const reply = (code: number, enhancedCode: string | null, text: string) => ({ code, enhancedCode, text })

describe('what an answer means', () => {
  it('is SENT if a server accepted it, and DELIVERED if the transport is the mailbox', () => {
    const ok = reply(250, '2.0.0', 'OK')
    expect(outcomeOf({ kind: 'accepted', reply: ok, isDelivered: false }, attempt())).toEqual({
      status: 'SENT',
      reply: ok,
    })
    expect(outcomeOf({ kind: 'accepted', reply: ok, isDelivered: true }, attempt()).status).toBe('DELIVERED')
  })

  it.each([
    [reply(550, '5.1.1', 'No such user'), 'hard'],
    [reply(554, '5.7.1', 'Blocked by policy'), 'policy'],
    [reply(552, '5.2.2', 'Mailbox full'), 'soft'],
  ])('is BOUNCED if it was refused, with the class of the reply: %j', (given, expected) => {
    const outcome = outcomeOf({ kind: 'rejected', stage: 'rcpt', reply: given }, attempt())
    expect(outcome).toEqual({
      status: 'BOUNCED',
      class: expected,
      reply: given,
      reason: `${given.code} ${given.enhancedCode} ${given.text}`,
    })
  })

  it('describes a reply without text and enhanced code', () => {
    expect(
      outcomeOf({ kind: 'rejected', stage: 'mail', reply: reply(550, null, '') }, attempt()).reason,
    ).toBe('550')
  })

  const later_: [string, AttemptResult][] = [
    [
      'what was put off',
      { kind: 'deferred', stage: 'rcpt', reply: reply(451, '4.2.1', 'Later'), reason: 'later' },
    ],
    [
      'a server that is not there',
      { kind: 'deferred', stage: 'connect', reply: null, reason: 'ECONNREFUSED' },
    ],
    ['a line that was lost after the final dot', { kind: 'ambiguous', reason: 'ECONNRESET' }],
  ]
  it.each(later_)('is DEFERRED for %s, with the time of the next attempt', (_what, result) => {
    const outcome = outcomeOf(result, attempt({ attempts: 2 }))
    expect(outcome.status).toBe('DEFERRED')
    expect(outcome.retryAt).toEqual(new Date(NOW.getTime() + 15 * MINUTE_MS))
  })

  it('says that the email may have been accepted if the connection was lost after the final dot', () => {
    expect(outcomeOf({ kind: 'ambiguous', reason: 'ECONNRESET' }, attempt()).reason).toBe(
      'the connection broke after the email was handed over: ECONNRESET',
    )
  })
})

describe('the end of all attempts', () => {
  const why = { reply: reply(451, null, 'Later'), reason: '451 Later', class: 'soft' as const }

  it('is when the next one would come too late', () => {
    expect(deferOrFail(attempt({ leftMs: 5 * MINUTE_MS }), why).status).toBe('DEFERRED')
    expect(deferOrFail(attempt({ leftMs: 5 * MINUTE_MS - 1, attempts: 1 }), why)).toEqual({
      status: 'FAILED',
      class: 'soft',
      reply: why.reply,
      reason: 'given up after one attempt: 451 Later',
    })
  })

  it('follows a schedule that leaves nineteen attempts in five days', () => {
    let at = NOW.getTime()
    let attempts = 1
    const end = NOW.getTime() + 5 * 86_400_000
    for (;;) {
      const next = deferOrFail(
        { email: { attempts, give_up_at: new Date(end) }, now: new Date(at), chance: 0.5 },
        why,
      )
      if (next.status !== 'DEFERRED') break
      at = next.retryAt?.getTime() ?? 0
      attempts += 1
    }
    expect(attempts).toBe(19)
  })
})

describe('a test recipient', () => {
  it('complains about an email that it accepted', () => {
    const taken = { status: 'DELIVERED' as const, reply: null }
    expect(applyTestOutcome(taken, 'complained').status).toBe('COMPLAINED')
    expect(applyTestOutcome(taken, 'delivered')).toBe(taken)
  })
})
