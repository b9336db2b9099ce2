// Alerts that members get by email: from a report by email to the message that a mail server takes.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { buildPerson, buildUser, callAs } from '../../../../test/support/people.ts'
import { call } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../../app.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { emailAlertsJob } from '../domain-reports.jobs.ts'
import { giveAlertsNow, receiveAlarmingReports } from '../fixtures/alert-steps.ts'
import { publishReporter, verifiedDomain } from '../fixtures/report-steps.ts'
import { giveAlerts } from './alerts.service.ts'

const PUBLIC_URL = 'https://mail.shop.example'

const dns = await useDnsServer()
const sink = useSmtpSink()
const base = useTestApp({ DNS_SERVERS: dns.address })
/** Another app on this database, with a relay. */
const relayed = {} as TestApp
let own: TestApp
let domain: { id: string; domain: string }

beforeAll(async () => {
  const MAIL_TRANSPORT = `smtp://127.0.0.1:${sink.port}`
  const config = { ...base.deps.config, MAIL_TRANSPORT, publicUrl: PUBLIC_URL }
  const publicUrl = { find: () => Promise.resolve(PUBLIC_URL), last: () => PUBLIC_URL }
  const deps = { ...base.deps, config, publicUrl }
  Object.assign(relayed, base, { deps, app: await buildApp(deps) })
})
afterAll(() => relayed.app.close())

beforeEach(async () => {
  own = await inFreshProject(relayed)
  domain = await verifiedDomain(own)
  dns.clear()
  publishReporter(dns, 'google.com')
  const body = { defaultFrom: `hello@${domain.domain}`, defaultFromName: 'Shop' }
  await call(own, ['PATCH', '/project'], { body })
  await sql`delete from graphile_worker._private_jobs`.execute(own.deps.database.db)
})

const textOf = (bytes: Buffer) => bytes.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
const receiversOf = () => sink.emails.flatMap(({ to }) => to).toSorted()
const waiting = async () => {
  const { rows } = await sql<{ id: EmailId }>`
    select id from alert_emails where project_id = ${own.project.projectId}`.execute(own.deps.database.db)
  return rows
}

/** Gives three alerts about the domain. */
async function alarm(): Promise<void> {
  await receiveAlarmingReports(own, domain)
  await giveAlertsNow(own)
}

const manager = (role: 'owner' | 'admin' | 'member' | 'viewer' = 'admin', app = own) =>
  buildUser(app, { role, projectId: app.project.projectId })

describe('an email about alerts', () => {
  it('says what was seen, what it means and what to do, and links to the page and to its switch', async () => {
    const { email } = await manager()
    await alarm()
    await drain(own.deps)
    const [sent, ...others] = sink.emails
    expect([sent?.to, others]).toEqual([[email], []])
    const text = textOf(sent?.bytes ?? Buffer.from(''))
    const pages = `${PUBLIC_URL}/app/p/${own.project.projectId}`
    expect(text).toContain(`Subject: 3 alerts about ${domain.domain}`)
    expect(text).toContain(`From: Shop <hello@${domain.domain}>`)
    expect(text).toMatch(/^DKIM-Signature: .*d=reported-/ms)
    expect(text).toContain('Auto-Submitted: auto-generated')
    for (const part of [
      `An unknown network sends email as ${domain.domain}`,
      `What was seen: 198.51.100.0/24 sent 200 messages as ${domain.domain} in 7 days`,
      'What it means: Receivers cannot tell this email from a forgery.',
      `What to do: If it is a service of yours, let it sign with DKIM for ${domain.domain}`,
      `What was seen: 80.0 % of the email of ${domain.domain} passed DMARC`,
      'What was seen: 20 of 120 TLS sessions',
      `<a href="${pages}/domains/${domain.id}/reports">`,
      `${pages}/settings?tab=account`,
    ]) {
      expect(text).toContain(part)
    }
  })

  it('is one per member and run, and none without new alerts', async () => {
    const people = [await manager('owner'), await manager('admin')]
    await alarm()
    await giveAlertsNow(own)
    await drain(own.deps)
    await giveAlertsNow(own)
    await drain(own.deps)
    expect(receiversOf()).toEqual(people.map(({ email }) => email).toSorted())
    expect(await waiting()).toEqual([])
  })

  it('goes to those who manage domains and want it', async () => {
    const [owner] = [await manager('owner'), await manager('member'), await manager('viewer')]
    const silent = await buildPerson(base, { role: 'admin', projectId: own.project.projectId })
    await callAs(base, { cookie: silent.cookie }, [
      'PATCH',
      `/account/projects/${own.project.projectId}`,
      { body: { alertEmails: false } },
    ])
    await alarm()
    await drain(own.deps)
    expect(receiversOf()).toEqual([owner?.email])
  })

  it('is none of the emails of the project, and makes no contact', async () => {
    await manager()
    await alarm()
    await drain(own.deps)
    expect(sink.emails).toHaveLength(1)
    for (const path of ['/emails', '/contacts']) {
      expect((await call(own, ['GET', path])).json()).toMatchObject({ total: 0 })
    }
  })

  it('is sent once if several nodes judge and send at the same moment', async () => {
    await manager()
    await receiveAlarmingReports(own, domain)
    await Promise.all(Array.from({ length: 4 }, () => giveAlerts(own.deps.database.db, own.clock.now())))
    await Promise.all([drain(own.deps), drain(own.deps)])
    expect(sink.emails).toHaveLength(1)
  })

  it('is sent once if its job runs twice', async () => {
    await manager()
    await alarm()
    const [email] = await waiting()
    const payload = { projectId: own.project.projectId, id: email?.id as EmailId }
    const runs = [
      await runJob(own.deps, emailAlertsJob, { payload }),
      await runJob(own.deps, emailAlertsJob, { payload }),
    ]
    expect(runs).toEqual([{ kind: 'done' }, { kind: 'done' }])
    expect(sink.emails).toHaveLength(1)
  })

  it('has the same Message-ID if a crash hides that it was sent', async () => {
    await manager()
    await alarm()
    const [email] = await waiting()
    const payload = { projectId: own.project.projectId, id: email?.id as EmailId }
    const rows = await sql<{ row: unknown }>`
      select to_jsonb(e) as row from alert_emails as e where id = ${payload.id}`.execute(own.deps.database.db)
    await runJob(own.deps, emailAlertsJob, { payload })
    await sql`insert into alert_emails select * from jsonb_populate_record(null::alert_emails, ${JSON.stringify(rows.rows[0]?.row)}::jsonb)`.execute(
      own.deps.database.db,
    )
    await runJob(own.deps, emailAlertsJob, { payload })
    const ids = sink.emails.map(({ bytes }) => /^Message-ID: (.+)$/im.exec(bytes.toString())?.[1])
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('waits for a mail server that refuses for now, and is given up in the end', async () => {
    await manager()
    await alarm()
    const [email] = await waiting()
    const payload = { projectId: own.project.projectId, id: email?.id as EmailId }
    sink.script = { dot: '451 4.3.0 later' }
    expect(await runJob(own.deps, emailAlertsJob, { payload })).toMatchObject({ kind: 'retry' })
    expect(await waiting()).toHaveLength(1)
    const last = await runJob(own.deps, emailAlertsJob, { payload, isLastAttempt: true })
    expect([last, await waiting()]).toMatchObject([{ kind: 'cancel' }, []])
  })

  it('is given up after a day', async () => {
    await manager()
    await alarm()
    own.clock.advance(86_400_001)
    await drain(own.deps)
    own.clock.advance(-86_400_001)
    expect([sink.emails, await waiting()]).toEqual([[], []])
  })

  it.each([
    { what: 'the project has no default sender', body: { defaultFrom: null } },
    { what: 'its domain may not send', body: undefined },
  ])('is not sent if $what, and nothing waits', async ({ body }) => {
    await manager()
    await alarm()
    if (body) await call(own, ['PATCH', '/project'], { body })
    else {
      await sql`update domains set status = 'PENDING', verified_at = null where id = ${domain.id}`.execute(
        own.deps.database.db,
      )
    }
    await drain(own.deps)
    expect([sink.emails, await waiting()]).toEqual([[], []])
  })

  it('is not sent with the built-in inbox, and nothing waits', async () => {
    await manager()
    await alarm()
    await drain(base.deps)
    expect([sink.emails, await waiting()]).toEqual([[], []])
  })

  it.each([
    {
      what: 'the domain was deleted',
      remove: () => call(own, ['DELETE', `/domains/${domain.id}`]),
    },
    {
      what: 'the member was removed',
      remove: () => sql`delete from members where project_id = ${own.project.projectId}`.execute(db()),
    },
    {
      what: 'the account was deleted',
      remove: (id: string) => sql`delete from users where id = ${id}`.execute(db()),
    },
    {
      what: 'the project was deleted',
      remove: () => sql`delete from projects where id = ${own.project.projectId}`.execute(db()),
    },
    {
      what: 'the project was disabled',
      remove: () =>
        sql`update projects set disabled_at = now() where id = ${own.project.projectId}`.execute(db()),
    },
    {
      what: 'the member has another role',
      remove: () =>
        sql`update members set role = 'viewer' where project_id = ${own.project.projectId}`.execute(db()),
    },
  ])('is not sent if $what meanwhile, and nothing waits', async ({ remove }) => {
    const { id } = await manager()
    await alarm()
    expect(await waiting()).toHaveLength(1)
    await remove(id)
    await drain(own.deps)
    expect([sink.emails, await waiting()]).toEqual([[], []])
  })
})

const db = () => own.deps.database.db
