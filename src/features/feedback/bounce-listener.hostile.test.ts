// Hostile callers. Every recipient of an email knows a return path that is accepted, so anyone can do all of this. Other
// callers must still be answered, and no real report may be lost.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { RawSmtpClient } from '../../platform/email/fixtures/raw-smtp-client.ts'
import { buildApp } from '../../app.ts'
import { createThreadPool, THREADS } from '../../platform/threads/thread-pool.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { useBounceListener } from './fixtures/bounce-listener.ts'
import {
  DOMAIN,
  dsn,
  makeEmailToPerson,
  readEmail,
  readSuppressions,
  returnPathOf,
} from './fixtures/reports.ts'

const test = useTestApp()

// Addresses of loopback, so that one test is several callers.
const ATTACKER = '127.0.0.1'
const OTHER = '127.0.0.2'

const HOUR_MS = 3_600_000

let own: TestApp
const listener = useBounceListener(test, (project) => (own = project))
const open = (from = ATTACKER): Promise<RawSmtpClient> => listener.connectRawSmtp(from)

async function makeEmail() {
  const { address, emailId } = await makeEmailToPerson(own)
  return { emailId, to: returnPathOf(own, emailId), report: dsn({ address }).toString() }
}

/** Sends the lines until one is refused. Returns the last reply. */
async function converse(talk: RawSmtpClient, ...lines: (string | Buffer)[]): Promise<string> {
  let answer = talk.greeting
  for (const line of lines) {
    if (/^[45]/.test(answer)) return answer
    answer = await talk.say(line)
  }
  return answer
}

type ReportEmail = { to: string; report: string }
const reportLines = ({ to, report }: ReportEmail) => ['MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${report}.`]

async function deliver(sent: ReportEmail, from = ATTACKER): Promise<string> {
  const talk = await open(from)
  const answer = await converse(talk, 'EHLO mx.example.net', ...reportLines(sent))
  talk.destroy()
  return answer
}

const isHealthy = async () => (await test.app.inject('/health')).statusCode === 200

/** Threads of this test alone. */
function startThreads(entry: string): ThreadPool {
  const threads = createThreadPool({ entry: new URL(entry, import.meta.url), size: THREADS })
  onTestFinished(() => threads.close())
  return threads
}

describe('a hundred idle connections of one address', () => {
  it('do not keep other clients out', async () => {
    const idle = await Promise.all(Array.from({ length: 110 }, () => open()))
    expect(idle.filter(({ greeting }) => greeting.startsWith('220'))).toHaveLength(20)
    expect(idle.filter(({ greeting }) => greeting.startsWith('421'))).toHaveLength(90)
    const email = await makeEmail()
    expect(await deliver(email, OTHER)).toMatch(/^250/)
    expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await test.deps.metrics.render()).toContain(
      'lettermill_bounce_connections_ended_total{reason="connections_of_network"} 90',
    )
  })
})

describe('reports that take long to read', () => {
  const boundaries = [
    'From: MAILER-DAEMON@x.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    ...Array.from({ length: 25_000 }, () => '--b'),
  ].join('\r\n')

  /** Where each of them waits until it is let through, see test/support/hostile/gated-thread.ts. */
  async function openGate() {
    const folder = await mkdtemp(path.join(tmpdir(), 'lettermill-gate-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return {
      slow: (report: string) => `X-Gate: ${folder}\r\n${report}`,
      reached: () => eventually(async () => expect(await readdir(folder)).toContain('reached')),
      letThrough: (ticket: string) => writeFile(path.join(folder, `ticket-${ticket}`), ''),
    }
  }

  it('hold up neither the others’ reports, nor requests, nor templates', async () => {
    const threads = startThreads('../../../test/support/hostile/gated-thread.ts')
    await listener.restart({ readMs: 100_000 }, { threads })
    const app = await buildApp({ ...test.deps, threads })
    onTestFinished(() => app.close())
    const template = await buildTemplate(own, { body: '{% for a in (1..3) %}{{ a }}{% endfor %}' })
    const [first, ...rest] = await Promise.all(Array.from({ length: 4 }, () => makeEmail()))
    const good = await makeEmail()
    const gate = await openGate()
    const answered: string[] = []
    const attack = async ({ to, report }: ReportEmail) => {
      expect(await deliver({ to, report: gate.slow(report) })).toMatch(/^250/)
      answered.push('attacker')
    }

    const attacks = [attack(first as ReportEmail)]
    await gate.reached()
    attacks.push(...rest.map(attack))
    const other = deliver(good, OTHER).then((answer) => {
      answered.push('other')
      return answer
    })
    // The first is still being read, and the others wait.
    expect((await app.inject('/health')).statusCode).toBe(200)
    const rendered = await call({ ...own, app }, ['POST', `/templates/${template.id}/render`])
    expect(rendered.json()).toMatchObject({ html: expect.stringContaining('123') as unknown })
    expect(answered).toEqual([])

    // One less than there are: the other network has its turn before the last of them.
    for (const ticket of ['1', '2', '3']) await gate.letThrough(ticket)
    expect(await other).toMatch(/^250/)
    expect((await readEmail(own, good.emailId)).status).toBe('BOUNCED')
    await gate.letThrough('4')
    await Promise.all(attacks)
    expect(answered.at(-1)).toBe('attacker')
  })

  it('use up the budget of their network, and no other', async () => {
    await listener.restart({ networkBurstMs: 60, networkMsPerSecond: 0 })
    const { to } = await makeEmail()
    const answers: string[] = []
    for (let time = 0; time < 8; time += 1) {
      answers.push((await deliver({ to, report: `${boundaries}\r\n` })).slice(0, 3))
    }
    expect(answers[0]).toBe('250')
    expect(answers.at(-1)).toBe('421')
    const email = await makeEmail()
    expect(await deliver(email, OTHER)).toMatch(/^250/)
    expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'BOUNCED' })
  })
})

describe('a report that cannot be read in time', () => {
  /** Every report gets stuck. The limits are small, and budgets refill only with the clock of the test. */
  const listenWithStuckThreads = () =>
    listener.restart(
      { readMs: 100, networkBurstMs: 100, networkMsPerSecond: 0.01 },
      { threads: startThreads('fixtures/stuck-thread.ts') },
    )

  it('is deferred twice and then dropped, and stops nothing else', async () => {
    await listenWithStuckThreads()
    const email = await makeEmail()
    const answers: string[] = []
    for (let time = 0; time < 3; time += 1) {
      const answering = deliver(email)
      expect(await isHealthy()).toBe(true)
      answers.push((await answering).slice(0, 9))
      test.clock.advance(2 * HOUR_MS)
    }
    expect(answers).toEqual(['451 4.3.0', '451 4.3.0', '250 2.6.0'])
    expect(await readEmail(own, email.emailId)).toMatchObject({ status: 'SENT' })
    expect(await readSuppressions(own)).toEqual([])
    expect(await test.deps.metrics.render()).toContain(
      'lettermill_feedback_total{kind="unreadable",effect="none"} 1',
    )
  })

  it('costs its network the time it took', async () => {
    await listenWithStuckThreads()
    expect(await deliver(await makeEmail())).toMatch(/^451/)
    expect((await open()).greeting).toMatch(/^421/)
    expect((await open(OTHER)).greeting).toMatch(/^220/)
    test.clock.advance(2 * HOUR_MS)
    expect((await open()).greeting).toMatch(/^220/)
  })
})

describe('one return path', () => {
  it('takes ten reports, and then one in six minutes', async () => {
    const email = await makeEmail()
    const other = await makeEmail()
    const talk = await open()
    await talk.say('EHLO mx.example.net')
    const report = (sent: ReportEmail) => converse({ ...talk, greeting: '' }, 'RSET', ...reportLines(sent))
    const answers: string[] = []
    for (let time = 0; time < 11; time += 1) answers.push((await report(email)).slice(0, 3))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => '250'), '450'])
    expect(await report(other)).toMatch(/^250/)
    test.clock.advance(6 * 60_000 + 1_000)
    expect(await report(email)).toMatch(/^250/)
    expect(await report(email)).toMatch(/^450 4\.2\.1/)
  })
})

describe('a session', () => {
  it('ends after twenty recipients that do not exist, also over several emails', async () => {
    const talk = await open()
    await talk.say('EHLO mx.example.net')
    const answers: string[] = []
    for (let time = 0; time < 21; time += 1) {
      await talk.say('RSET')
      await talk.say('MAIL FROM:<>')
      answers.push((await talk.say(`RCPT TO:<nobody${time}@bounces.${DOMAIN}>`)).slice(0, 3))
    }
    await talk.closed
    expect(answers).toEqual([...Array.from({ length: 20 }, () => '550'), '421'])
  })

  it('ends in time, however busy it is', async () => {
    await listener.restart({ sessionMs: 300 })
    const talk = await open()
    let answer = talk.greeting
    while (!answer.startsWith('421')) {
      answer = await talk.say('NOOP')
      expect(answer).not.toBe('')
    }
    await talk.closed
  })
})

describe('an email of lines that begin with a dot', () => {
  it('ends the session before it has cost much, and is no report', async () => {
    await listener.restart({ networkBurstMs: 100, networkMsPerSecond: 0 })
    const { to, emailId } = await makeEmail()
    const talk = await open()
    await converse(talk, 'EHLO mx.example.net', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA')
    // By its bytes it would be cheap: 80 kB.
    talk.shout('..\r\n'.repeat(20_000))
    expect(await talk.listen()).toMatch(/^421/)
    await talk.closed
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'SENT' })
  })
})

describe('a NUL byte', () => {
  it('in a command is refused', async () => {
    const talk = await open()
    await talk.say('EHLO mx.example.net')
    expect(await talk.say('MAIL FROM:<a\u0000@example.com>')).toMatch(/^500 5\.5\.2 /)
    talk.destroy()
  })

  // Servers quote what they were sent: the bounce is real, and nothing of it is sent on.
  it('in a report is left out, and the report counts', async () => {
    const { emailId, to, report } = await makeEmail()
    const odd = report.replace('User unknown', 'User\u0000 unknown').replace('Subject: ', 'Subject: \u0000')
    expect(odd.split('\u0000').length).toBeGreaterThan(1)
    expect(await deliver({ to, report: odd })).toMatch(/^250/)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
  })
})
