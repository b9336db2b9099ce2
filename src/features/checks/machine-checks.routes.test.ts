import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildMxTransport } from '../../../test/support/feature-steps.ts'
import { drain, runJob } from '../../../test/support/jobs.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import type { Person } from '../../../test/support/people.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { checkMachineJob } from './checks.jobs.ts'
import { HOUR_MS, PAUSE_MS } from './check-runs.ts'
import { readMachineChecks } from './machine-checks.service.ts'
import { blocklistsOf, LISTED_BY_ALL, LISTED_BY_NONE, nameAt } from './machine/blocklists.ts'

const dns = await useDnsServer()
const DNS = { DNS_SERVERS: dns.address }
const HELO = 'mx.host.net'
// Addresses of documentation count as private.
const ADDRESS = '8.8.4.4'
const REVERSE = '4.4.8.8.in-addr.arpa'
const sending = useTestApp({
  ...DNS,
  MAIL_TRANSPORT: 'mx:',
  MAIL_HOSTNAME: HELO,
})
const relayed = useTestApp({ ...DNS, MAIL_TRANSPORT: 'smtp://relay.example.net:587' })
const inboxed = useTestApp(DNS)
const unnamed = useTestApp({ ...DNS, MAIL_TRANSPORT: 'mx:?local=8.8.4.4' })
const shared = useTestApp({
  ...DNS,
  MAIL_TRANSPORT: 'smtp://relay.example.net:587',
  ALLOW_PROJECT_MX: 'true',
  MAIL_HOSTNAME: HELO,
})

beforeEach(async () => {
  dns.clear()
  dns.set(HELO, 'A', [ADDRESS])
  dns.set(REVERSE, 'PTR', [HELO])
  for (const { zone } of blocklistsOf(undefined)) dns.set(nameAt(zone, LISTED_BY_ALL), 'A', ['127.0.0.2'])
  for (const test of [sending, relayed, inboxed, unnamed, shared]) {
    await sql`update machine_checks set results = '[]', checked_at = null, asked_at = null, due_at = now() - interval '1 day'`.execute(
      test.deps.database.db,
    )
    await sql`truncate machine_check_changes`.execute(test.deps.database.db)
  }
})

type Result = { kind: string; subject: string; state: string; found: string; remedy: unknown; since: string }
type Checks = {
  checks: Result[]
  changes: { kind: string; subject: string; state: string }[]
  checkedAt: string | null
  nextCheckAt: string
}

const runDue = (test: TestApp) => runJob(test.deps, checkMachineJob, { payload: {} })
const operator = (test: TestApp): Promise<Person> => buildPerson(test, { role: 'owner', isOperator: true })
const read = async (test: TestApp) =>
  (await callAs(test, await operator(test), ['GET', '/instance/checks'])).json<Checks>()
const checked = async (test: TestApp) => {
  await runDue(test)
  return read(test)
}
const find = ({ checks }: Checks, kind: string, subject?: string) =>
  checks.find((one) => one.kind === kind && (subject === undefined || one.subject === subject))
const matching = (words: RegExp) => expect.stringMatching(words) as string

describe('GET /instance/checks', () => {
  it('shows a machine with good names and no listing', async () => {
    const before = await read(sending)
    expect([before.checks, before.checkedAt]).toEqual([[], null])
    const { checks, changes, checkedAt, nextCheckAt } = await checked(sending)
    const names = checks.filter(({ kind }) => kind !== 'certificate' && kind !== 'clock')
    expect(names.map(({ kind, subject, state }) => [kind, subject, state])).toEqual([
      ['helo', '', 'good'],
      ['reverse-name', ADDRESS, 'good'],
      ...blocklistsOf(undefined).map(({ name }) => ['blocklist', `${ADDRESS} at ${name}`, 'good']),
    ])
    expect(changes.map(({ kind }) => kind)).toEqual(['certificate'])
    expect(Date.parse(nextCheckAt) - Date.parse(checkedAt ?? '')).toBe(HOUR_MS)
  })

  it('has nothing to check of a clock without another one', async () => {
    expect(find(await checked(sending), 'clock')).toMatchObject({
      state: 'not-applicable',
      remedy: { command: 'timedatectl status' },
    })
  })

  it('is for the owner of the installation', async () => {
    const status = async (who: Person) => (await callAs(sending, who, ['GET', '/instance/checks'])).statusCode
    expect(await status(await operator(sending))).toBe(200)
    const owner = await callAs(sending, await buildPerson(sending, { role: 'owner' }), [
      'GET',
      '/instance/checks',
    ])
    expect([owner.statusCode, errorOf(owner).message]).toEqual([
      403,
      'Only the owner of this installation can see the checks of its machine.',
    ])
    expect(await status(await buildPerson(sending, { role: 'admin' }))).toBe(403)
    for (const key of [null, 'sk_wrong', sending.project.secretKey, sending.project.publicKey]) {
      expect([401, 403]).toContain((await call(sending, ['GET', '/instance/checks'], { key })).statusCode)
    }
  })
})

describe('the faults that the checks of the machine find', () => {
  const zen = nameAt('zen.spamhaus.org', ADDRESS)
  const AT_ZEN = `${ADDRESS} at Spamhaus ZEN`

  it.each<[string, () => void, { kind: string; state: string; found: RegExp }]>([
    [
      'no reverse name',
      () => dns.remove(REVERSE),
      { kind: 'reverse-name', state: 'failed', found: /no name in DNS/ },
    ],
    [
      'a reverse name that leads elsewhere',
      () => {
        dns.set(REVERSE, 'PTR', ['host-1.other.net'])
        dns.set('host-1.other.net', 'A', ['8.8.8.8'])
      },
      { kind: 'reverse-name', state: 'failed', found: /host-1\.other\.net, which does not have/ },
    ],
    [
      'a generic reverse name',
      () => {
        dns.set(REVERSE, 'PTR', ['8-8-4-4.dyn.other.net'])
        dns.set('8-8-4-4.dyn.other.net', 'A', [ADDRESS])
      },
      { kind: 'reverse-name', state: 'warning', found: /access provider/ },
    ],
    [
      'no answer about the reverse name',
      () => dns.fail(REVERSE, 'SERVFAIL'),
      { kind: 'reverse-name', state: 'unknown', found: /SERVFAIL/ },
    ],
    [
      'a name without an address',
      () => dns.remove(HELO),
      { kind: 'helo', state: 'failed', found: /has no address/ },
    ],
    [
      'no answer about the name',
      () => dns.fail(HELO, 'REFUSED'),
      { kind: 'helo', state: 'unknown', found: /REFUSED/ },
    ],
    [
      'a listing',
      () => dns.set(zen, 'A', ['127.0.0.3', '127.0.0.9']),
      { kind: 'blocklist', state: 'failed', found: /CSS.*DROP/ },
    ],
    [
      'a list that may not be asked',
      () => dns.set(zen, 'A', ['127.255.255.254']),
      { kind: 'blocklist', state: 'unknown', found: /public resolvers/ },
    ],
    [
      'a list that does not know the address that it always has',
      () => dns.remove(nameAt('zen.spamhaus.org', LISTED_BY_ALL)),
      { kind: 'blocklist', state: 'unknown', found: /gets no answers/ },
    ],
    [
      'a list that has every address',
      () => {
        dns.set(zen, 'A', ['127.0.0.2'])
        dns.set(nameAt('zen.spamhaus.org', LISTED_BY_NONE), 'A', ['127.0.0.2'])
      },
      { kind: 'blocklist', state: 'unknown', found: /every address/ },
    ],
    [
      'a list that is silent',
      () => dns.fail(zen, 'REFUSED'),
      { kind: 'blocklist', state: 'unknown', found: /REFUSED/ },
    ],
  ])('%s', async (_, breakIt, { kind, state, found }) => {
    breakIt()
    const reply = await checked(sending)
    const subject = kind === 'blocklist' ? AT_ZEN : undefined
    expect(find(reply, kind, subject)).toMatchObject({ kind, state, found: matching(found) })
  })

  it('an address that the name does not have', async () => {
    const reply = await checked(unnamed)
    expect(find(reply, 'helo')).toMatchObject({
      state: 'failed',
      found: matching(/not a name of the public DNS/),
    })
    expect(find(reply, 'reverse-name', ADDRESS)?.state).toBe('good')
    expect(find(reply, 'certificate')).toMatchObject({ state: 'warning', found: matching(/PUBLIC_URL/) })
  })

  it('the end of a listing, with the time since when', async () => {
    dns.set(zen, 'A', ['127.0.0.3'])
    const listed = await checked(sending)
    sending.clock.advance(HOUR_MS + 1)
    await runDue(sending)
    expect(find(await read(sending), 'blocklist', AT_ZEN)?.since).toBe(listed.checkedAt)
    dns.remove(zen)
    sending.clock.advance(HOUR_MS + 1)
    const { changes } = await checked(sending)
    expect(changes.slice(0, 1)).toMatchObject([{ kind: 'blocklist', subject: AT_ZEN, state: 'good' }])
    expect(changes.filter(({ subject }) => subject === AT_ZEN).map(({ state }) => state)).toEqual([
      'good',
      'failed',
    ])
  })
})

describe('a machine from which no email leaves', () => {
  it.each([
    ['has the built-in inbox', inboxed, /built-in inbox/],
    ['has a relay', relayed, /leave through relay\.example\.net/],
  ])('asks nobody when it %s', async (_, test, words) => {
    const { checks } = await checked(test)
    const own = checks.filter(({ kind }) => kind !== 'certificate' && kind !== 'clock')
    expect(own.map(({ kind, state }) => [kind, state])).toEqual([
      ['helo', 'not-applicable'],
      ['reverse-name', 'not-applicable'],
      ['blocklist', 'not-applicable'],
    ])
    expect(own[0]?.found).toMatch(words)
    expect(dns.questions).toEqual([])
  })

  it('is checked for the transports of projects that send from its addresses', async () => {
    expect(find(await checked(shared), 'helo')?.state).toBe('not-applicable')
    await buildMxTransport(shared, { settings: { localAddresses: [ADDRESS] } })
    shared.clock.advance(HOUR_MS + 1)
    const reply = await checked(shared)
    expect(find(reply, 'helo')?.state).toBe('good')
    expect(find(reply, 'reverse-name', ADDRESS)?.state).toBe('good')
  })
})

describe('POST /instance/checks/run', () => {
  it('checks at once, at most once per minute', async () => {
    await runDue(sending)
    const { checkedAt: first } = await read(sending)
    sending.clock.stop()
    const who = await operator(sending)
    const runNow = () => callAs(sending, who, ['POST', '/instance/checks/run'])
    const reply = await runNow()
    expect([reply.statusCode, reply.json<Checks>().checkedAt]).toEqual([202, first])
    await drain(sending.deps)
    expect((await read(sending)).checkedAt).not.toBe(first)
    sending.clock.advance(PAUSE_MS - 1)
    const refused = await runNow()
    expect([refused.statusCode, errorOf(refused).code, refused.headers['retry-after']]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      '1',
    ])
    sending.clock.advance(1)
    expect((await runNow()).statusCode).toBe(202)
  })

  it('is for the owner of the installation', async () => {
    const path = '/instance/checks/run'
    const owner = await buildPerson(sending, { role: 'owner' })
    expect((await callAs(sending, owner, ['POST', path])).statusCode).toBe(403)
    expect((await call(sending, ['POST', path], { key: null })).statusCode).toBe(401)
    expect((await call(sending, ['POST', path])).statusCode).toBe(403)
  })
})

describe('the certificate and the clock of the machine', () => {
  const secure = useTestApp({ ...DNS, PUBLIC_URL: 'https://app.host.net:9', NTP_SERVER: 'time.host.net' })
  const all = async () => {
    await runDue(secure)
    return readMachineChecks(secure.deps.database.db)
  }
  const due = () =>
    sql`update machine_checks set due_at = now() - interval '1 day'`.execute(secure.deps.database.db)

  it('are unknown while their names are not in DNS', async () => {
    await due()
    const { checks } = await all()
    expect(checks.find(({ kind }) => kind === 'certificate')).toMatchObject({
      state: 'unknown',
      found: matching(/app\.host\.net, the host of PUBLIC_URL, has no address/),
    })
    expect(checks.find(({ kind }) => kind === 'clock')).toMatchObject({
      state: 'unknown',
      found: matching(/that of time\.host\.net: it has no address/),
    })
  })

  it('are asked at the addresses of their names', async () => {
    dns.set('app.host.net', 'A', ['127.0.0.1'])
    dns.fail('time.host.net', 'SERVFAIL')
    await due()
    const { checks } = await all()
    expect(checks.find(({ kind }) => kind === 'certificate')).toMatchObject({
      state: 'failed',
      found: matching(/cannot be reached by TLS: .*ECONNREFUSED/),
    })
    expect(checks.find(({ kind }) => kind === 'clock')?.found).toMatch(/SERVFAIL/)
  })
})

describe('the schedule of the machine', () => {
  it('asks once, whichever of two nodes is first, and again an hour later', async () => {
    await Promise.all([runDue(sending), runDue(sending)])
    const asked = () =>
      dns.questions.filter(({ name }) => name === nameAt('zen.spamhaus.org', ADDRESS)).length
    expect(asked()).toBe(1)
    await runDue(sending)
    expect(asked()).toBe(1)
    sending.clock.advance(HOUR_MS + 1)
    await runDue(sending)
    expect(asked()).toBe(2)
  })
})
