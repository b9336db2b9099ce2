import { describe, expect, it } from 'vitest'
import { judgeReports } from './verdicts.ts'
import type { AlertFacts } from './verdicts.ts'

const QUIET: AlertFacts = {
  domain: 'shop.example',
  networks: [],
  recent: { messages: 1000, aligned: 900 },
  before: { messages: 1000, aligned: 900 },
  tlsDays: [],
}
const kindsOf = (facts: Partial<AlertFacts>) => judgeReports({ ...QUIET, ...facts }).map(({ kind }) => kind)

describe('a network that sends as the domain', () => {
  it.each([
    {
      what: '100 messages that do not pass',
      messages: 100,
      aligned: 0,
      total: 10_000,
      alerts: 1,
    },
    { what: '99 of them', messages: 99, aligned: 0, total: 1000, alerts: 0 },
    {
      what: 'less than 1 % of the domain',
      messages: 100,
      aligned: 0,
      total: 10_001,
      alerts: 0,
    },
    {
      what: 'fewer messages that pass',
      messages: 299,
      aligned: 149,
      total: 1000,
      alerts: 1,
    },
    {
      what: 'as many messages that pass',
      messages: 300,
      aligned: 150,
      total: 1000,
      alerts: 0,
    },
  ])('$what: $alerts', ({ messages, aligned, total, alerts }) => {
    const network = { network: '198.51.100.0/24', messages, aligned, total }
    expect(kindsOf({ networks: [network] })).toHaveLength(alerts)
  })
})

describe('the aligned share', () => {
  it.each([
    { what: '10 points', recent: [1000, 800], before: [1000, 900], alerts: 1 },
    {
      what: 'a little less',
      recent: [1000, 801],
      before: [1000, 900],
      alerts: 0,
    },
    { what: 'a rise', recent: [1000, 900], before: [1000, 800], alerts: 0 },
    {
      what: 'of few messages now',
      recent: [99, 0],
      before: [1000, 900],
      alerts: 0,
    },
    {
      what: 'of few messages before',
      recent: [100, 0],
      before: [99, 99],
      alerts: 0,
    },
    { what: 'without reports', recent: [0, 0], before: [0, 0], alerts: 0 },
  ] as const)('$what: $alerts', ({ recent, before, alerts }) => {
    const counts = ([messages, aligned]: readonly [number, number]) => ({
      messages,
      aligned,
    })
    expect(kindsOf({ recent: counts(recent), before: counts(before) })).toHaveLength(alerts)
  })
})

describe('TLS of a day', () => {
  const day = {
    day: '2026-11-17',
    sessions: 1000,
    failed: 10,
    result: 'certificate-expired',
    mx: 'mx1.shop.example',
  }

  it.each([
    { what: '10 of 1,000', ...day, alerts: 1 },
    { what: '10 of 1,001', ...day, sessions: 1001, alerts: 0 },
    { what: '9 of 20', ...day, sessions: 20, failed: 9, alerts: 0 },
  ])('$what: $alerts', ({ alerts, sessions, failed }) => {
    expect(kindsOf({ tlsDays: [{ ...day, sessions, failed }] })).toHaveLength(alerts)
  })

  it('names the newest day that fails, with the next step', () => {
    const newer = { ...day, day: '2026-11-18', failed: 1 }
    const older = { ...day, day: '2026-11-16', result: 'validation-failure' }
    expect(judgeReports({ ...QUIET, tlsDays: [older, newer, day] })).toMatchObject([
      {
        kind: 'tls',
        subject: 'certificate-expired',
        data: {
          day: '2026-11-17',
          advice: 'Renew the certificate of mx1.shop.example.',
        },
      },
    ])
  })
})
