import { beforeEach, describe, expect, it } from 'vitest'
import { readReply } from '../../../platform/email/smtp/smtp-replies.ts'
import type { AttemptResult, Stage } from '../../../platform/email/transport.ts'
import { createTransportWatch, REFUSED_DOMAINS } from './transport-watch.ts'
import type { TransportWatch, Trouble } from './transport-watch.ts'

let nowMs = 0
let reported: (Trouble | undefined)[] = []
let watch: TransportWatch
beforeEach(() => {
  nowMs = Date.parse('2026-05-01T12:00:00Z')
  reported = []
  watch = createTransportWatch({
    clock: { now: () => new Date(nowMs) },
    onTrouble: (trouble) => void reported.push(trouble),
  })
})

const refused = (stage: Stage, text: string): AttemptResult => {
  const reply = readReply([text])
  return reply.code < 500
    ? { kind: 'deferred', stage, reply, reason: text }
    : { kind: 'rejected', stage, reply }
}
const lost = (stage: Stage): AttemptResult => ({
  kind: 'deferred',
  stage,
  reply: null,
  reason: 'nobody there',
})
const ACCEPTED: AttemptResult = { kind: 'accepted', reply: readReply(['250 ok']), isDelivered: false }
const isToBlame = (result: AttemptResult, address = 'ann@example.net') => watch.isToBlame(result, address)

describe('the transport is to blame', () => {
  it.each<[Stage, string]>([
    ['connect', '421 4.7.0 Error: too many connections from 192.0.2.7'],
    ['connect', '554 5.7.1 Access denied'],
    ['auth', '535 5.7.8 Error: authentication failed'],
    ['mail', '530 5.7.0 Authentication required'],
    ['rcpt', '530 5.7.57 Client not authenticated to send mail'],
    ['mail', '554 5.7.1 Access denied'],
    ['mail', '554 5.7.1 Relay access denied'],
    ['mail', '450 4.7.1 Error: too much mail from 192.0.2.7'],
    ['mail', '452 4.3.1 Insufficient system storage'],
  ])('at once at %s for "%s"', (stage, text) => {
    expect(isToBlame(refused(stage, text))).toBe(true)
    expect(watch.trouble?.reason).toContain(text.slice(0, 3))
    expect(watch.restMs()).toBeGreaterThan(0)
    expect(reported).toHaveLength(1)
  })

  it.each<Stage>(['connect', 'tls', 'auth'])('when there is no connection (%s)', (stage) => {
    expect(isToBlame(lost(stage))).toBe(true)
    expect(watch.trouble?.reason).toBe('nobody there')
  })

  it('when it refuses us for ten different domains in a row', () => {
    const refusal = refused('rcpt', '554 5.7.1 <ann@example.net>: Relay access denied')
    for (let number = 1; number < REFUSED_DOMAINS; number += 1) {
      expect(isToBlame(refusal, `ann@d${number}.example`)).toBe(false)
      // A second refusal of the same domain does not count.
      expect(isToBlame(refusal, `bob@d${number}.example`)).toBe(false)
    }
    expect(isToBlame(refusal, 'ann@d10.example')).toBe(true)
  })

  it.each([ACCEPTED, refused('rcpt', '550 5.1.1 No such user'), refused('rcpt', '451 4.2.0 Greylisted')])(
    'not when another answer comes in between',
    (other) => {
      const refusal = refused('rcpt', '554 5.7.1 Client host rejected: Access denied')
      for (let number = 1; number < 2 * REFUSED_DOMAINS; number += 1) {
        if (number === REFUSED_DOMAINS - 1) isToBlame(other)
        expect(isToBlame(refusal, `ann@d${number}.example`)).toBe(number >= 2 * REFUSED_DOMAINS - 2)
        if (watch.trouble) return
      }
    },
  )

  it.each<Stage>(['rcpt', 'data', 'dot'])(
    'when it says three times in a row that we send too fast (%s)',
    (stage) => {
      const slow = refused(stage, '451 4.7.1 Rate limit exceeded, slow down')
      expect([isToBlame(slow), isToBlame(slow)]).toEqual([false, false])
      isToBlame(ACCEPTED)
      expect([isToBlame(slow), isToBlame(slow), isToBlame(slow)]).toEqual([false, false, true])
    },
  )
})

describe('the transport is not to blame', () => {
  it.each<[Stage, string]>([
    ['mail', '552 5.3.4 Message size exceeds fixed limit'],
    ['mail', '550 5.1.8 <news@shop.example>: Sender address rejected: Domain not found'],
    ['mail', '553 5.7.1 <news@shop.example>: Sender address rejected: not owned by user ann'],
    ['mail', '450 4.1.8 <news@shop.example>: Sender address rejected: Domain not found'],
    ['rcpt', '550 5.1.1 User unknown'],
    ['rcpt', '550 5.4.1 Recipient address rejected: Access denied.'],
    ['rcpt', '450 4.2.1 The user you are trying to contact is receiving mail at a rate that is too high'],
    ['dot', '554 5.7.1 Message rejected as spam'],
  ])('for what is said of an email, its sender or its recipient, at %s: "%s"', (stage, text) => {
    for (let number = 0; number < 20; number += 1) {
      expect(isToBlame(refused(stage, text), `ann@d${number}.example`)).toBe(false)
    }
    expect(reported).toEqual([])
  })

  it.each<Stage>(['mail', 'rcpt', 'data'])('for a line that is lost at %s', (stage) => {
    expect(isToBlame(lost(stage))).toBe(false)
  })

  it('for a line that is lost after the final dot', () => {
    expect(isToBlame({ kind: 'ambiguous', reason: 'lost' })).toBe(false)
  })
})

describe('the rest', () => {
  /** The number of attempts during a downtime, and the delay until the next one after its end. */
  const outage = (forMs: number, result: AttemptResult) => {
    const from = nowMs
    let tries = 0
    while (nowMs - from < forMs) {
      isToBlame(result)
      tries += 1
      nowMs += watch.restMs()
    }
    return { tries, lateMs: nowMs - from - forMs }
  }

  it.each([60_000, 600_000, 3_600_000])('costs a tenth of an outage of %i ms at most', (forMs) => {
    const { tries, lateMs } = outage(forMs, lost('connect'))
    expect(lateMs).toBeLessThanOrEqual(forMs / 10)
    expect(tries).toBeLessThan(40 + forMs / 60_000)
  })

  it('is five minutes for a wrong password, so that no account is locked', () => {
    expect(outage(3_600_000, refused('auth', '535 5.7.8 authentication failed')).tries).toBe(12)
  })

  it('is a minute for a relay that refuses us for good', () => {
    expect(outage(600_000, refused('mail', '554 5.7.1 Access denied')).tries).toBe(10)
  })

  it('is not made longer by emails that fail together', () => {
    isToBlame(lost('connect'))
    nowMs += 1_000
    for (let times = 0; times < 50; times += 1) isToBlame(lost('connect'))
    expect(watch.restMs()).toBe(1_000)
    expect(reported).toHaveLength(1)
  })

  it('ends when other threads show that the relay works', () => {
    isToBlame(lost('connect'))
    expect(watch.trouble).toMatchObject({ isUnreachable: true })
    watch.works()
    expect(watch.restMs()).toBe(0)
    isToBlame(refused('mail', '554 5.7.1 Access denied'))
    expect(watch.trouble).toMatchObject({ isUnreachable: false })
  })

  it('ends with the first email that is taken', () => {
    isToBlame(lost('connect'))
    expect(isToBlame(ACCEPTED)).toBe(false)
    expect(watch.restMs()).toBe(0)
    expect(reported.at(-1)).toBeUndefined()
    expect(reported).toHaveLength(2)
  })
})

describe('a receiver of own delivery', () => {
  const watchOf = (hasManyServers: boolean) =>
    createTransportWatch({ clock: { now: () => new Date(0) }, receiver: { name: 'yahoo', hasManyServers } })
  const reject = (text: string, code = 451): AttemptResult => ({
    kind: 'deferred',
    stage: 'dot',
    reply: { code, enhancedCode: null, text },
    reason: text,
  })

  it.each([
    '[TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
    'Our system has detected an unusual rate of unsolicited mail originating from your IP address',
    'The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation (S775)',
  ])('rests after several replies about our reputation: %s', (text) => {
    const watch = watchOf(true)
    const verdicts = [1, 2, 3].map((number) => watch.isToBlame(reject(text), `p${number}@example.com`))
    expect(verdicts).toEqual([false, false, true])
    expect(watch.trouble?.reason).toMatch(/^yahoo accepts no more email for now: 451/)
  })

  it.each(['greylisted, try again in five minutes', 'mailbox is busy', 'temporary failure of our storage'])(
    'does not rest after: %s',
    (text) => {
      const watch = watchOf(true)
      for (const number of [1, 2, 3, 4, 5]) watch.isToBlame(reject(text), `p${number}@example.com`)
      expect(watch.trouble).toBeUndefined()
    },
  )

  const unreached: AttemptResult = {
    kind: 'deferred',
    stage: 'connect',
    reply: null,
    reason: 'no connection',
  }

  it('with one server rests when it cannot be reached', () => {
    expect(watchOf(false).isToBlame(unreached, 'p1@example.com')).toBe(true)
  })

  it('with many servers rests when those of several domains cannot be reached', () => {
    const watch = watchOf(true)
    expect(
      ['a.example', 'a.example', 'b.example'].map((name) => watch.isToBlame(unreached, `p@${name}`)),
    ).toEqual([false, false, false])
    expect(watch.isToBlame(unreached, 'p@c.example')).toBe(true)
  })

  it('goes on with the trouble that another worker had', () => {
    const trouble = {
      reason: 'it was busy',
      since: new Date(-60_000),
      nextTryAt: new Date(0),
      isUnreachable: false,
    }
    const receiver = { name: 'yahoo', hasManyServers: false }
    const watch = createTransportWatch({ clock: { now: () => new Date(0) }, receiver, trouble })
    watch.isToBlame(unreached, 'p@a.example')
    expect(watch.restMs()).toBe(6_000)
  })
})
