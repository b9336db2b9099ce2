// dmarc@ and tlsrpt@ of a return path, on the wire: whose report it is, and that it is stored before the reply.
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { ACCEPTED, addDomain, useBounceListener } from './fixtures/bounce-listener.ts'
import { DOMAIN } from './fixtures/reports.ts'

const test = useTestApp()
let own: TestApp
const { report, connectRawSmtp } = useBounceListener(test, (project) => (own = project))

const EMAIL = Buffer.from('From: reports@google.com\r\nSubject: Report domain: shop.test\r\n\r\nhello\r\n')

/** Two domains of the project that were verified. */
async function verify(...domains: string[]): Promise<void> {
  // A domain is verified in one project, and the next test has another.
  onTestFinished(async () => {
    await sql`update domains set status = 'PENDING', verified_at = null where status = 'VERIFIED'`.execute(
      test.deps.database.db,
    )
  })
  await sql`update domains set status = 'VERIFIED', is_reserved = false, verified_at = created_at
    where project_id = ${own.project.projectId} and domain = any(${domains}::text[])`.execute(
    test.deps.database.db,
  )
}

async function stored(): Promise<{ domain: string; text: string }[]> {
  const { rows } = await sql<{ domain: string; text: string }>`
    select d.domain, convert_from(r.raw, 'UTF8') as text from report_emails as r
    join domains as d on d.id = r.domain_id where d.project_id = ${own.project.projectId} order by r.id`.execute(
    test.deps.database.db,
  )
  return rows
}

it.each(['dmarc', 'tlsrpt', 'DMARC', 'dmarc+google'])('%s@ stores the whole email', async (box) => {
  await verify(DOMAIN)
  expect(await report(`${box}@bounces.${DOMAIN}`, EMAIL)).toMatchObject(ACCEPTED)
  expect(await stored()).toEqual([{ domain: DOMAIN, text: EMAIL.toString() }])
  expect(await test.deps.metrics.render()).toMatch(/kind="(dmarc|tlsrpt)",effect="stored"/)
})

it('is accepted and dropped for a domain that nobody has proved', async () => {
  expect(await report(`dmarc@bounces.${DOMAIN}`, EMAIL)).toMatchObject(ACCEPTED)
  expect(await stored()).toEqual([])
})

it('is refused for a domain that nobody has, and at other names', async () => {
  await verify(DOMAIN)
  for (const address of ['dmarc@bounces.other.test', `dmarc@${DOMAIN}`, `tls-rpt@bounces.${DOMAIN}`]) {
    expect(await report(address, EMAIL)).toMatchObject({ kind: 'rejected', stage: 'rcpt' })
  }
  expect(await stored()).toEqual([])
})

it('counts once for each domain that it is sent to', async () => {
  await addDomain(own, 'second.test')
  await verify(DOMAIN, 'second.test')
  const talk = await connectRawSmtp()
  await talk.say('EHLO mx.example.net')
  await talk.say('MAIL FROM:<>')
  for (const address of [
    `dmarc@bounces.${DOMAIN}`,
    `tlsrpt@bounces.${DOMAIN}`,
    'dmarc@bounces.second.test',
  ]) {
    expect(await talk.say(`RCPT TO:<${address}>`)).toMatch(/^250/)
  }
  await talk.say('DATA')
  expect(await talk.say(`${EMAIL.toString()}.`)).toMatch(/^250/)
  expect((await stored()).map(({ domain }) => domain).toSorted()).toEqual(['second.test', DOMAIN])
})

it('keeps no more than is read of a large one', async () => {
  await verify(DOMAIN)
  const large = Buffer.concat([EMAIL, Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(3_500))])
  expect(await report(`dmarc@bounces.${DOMAIN}`, large)).toMatchObject(ACCEPTED)
  const [only] = await stored()
  expect(only?.text).toHaveLength(3_000_001)
})

it('is put off while too many wait', async () => {
  await verify(DOMAIN)
  await sql`
    insert into report_emails (project_id, domain_id, id, raw, received_at)
    select project_id, id, gen_random_uuid(), '\\x00', now() from domains, generate_series(1, 200)
    where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
  expect(await report(`dmarc@bounces.${DOMAIN}`, EMAIL)).toMatchObject({
    kind: 'deferred',
    reply: { code: 450 },
  })
})
