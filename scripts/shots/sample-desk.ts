// A month of a sender, as receivers saw it: reports, replies and figures of providers that only time brings. One day of it is bad.
import type pg from 'pg'
import type { ApiClient } from '../../test/harness/api-client.ts'
import type { DnsServer } from '../../test/harness/dns-server.ts'

const DAYS = 30
/** A blocklist had the address of the server on it. */
const BAD_DAY = 9

const GOOD = '203.0.113.7'
const STRANGER = '198.51.100.23'

/** Share of the email, and of the messages that its reports have. */
const RECEIVERS = [
  { name: 'google', share: 0.46, seen: 0.997 },
  { name: 'microsoft', share: 0.27, seen: 0.991 },
  { name: 'yahoo', share: 0.12, seen: 1 },
  { name: 'gmx', share: 0.09, seen: 1 },
]

const BLOCKED =
  '550 5.7.1 Unfortunately, messages from <address> were not sent. Your network is on our block list (S3140)'
const TOO_MANY =
  '451 4.7.650 The mail server <address> has been temporarily rate limited due to IP reputation (S775)'
const NO_MAILBOX = '550 5.1.1 The email account that you tried to reach does not exist (gsmtp)'

type ShownDomain = { records: Parameters<DnsServer['publish']>[0] }

/** Publishes the records of the domain, and has them looked at. */
export async function publishDomain(
  { get, post }: ApiClient,
  { dns, domainId }: { dns: DnsServer; domainId: string },
): Promise<void> {
  const { records } = await get<ShownDomain>(`/domains/${domainId}`)
  dns.publish(records)
  dns.set('mail.acme-letters.com', 'A', [GOOD])
  addServices(dns)
  await post(`/domains/${domainId}/verify`, {})
  await post(`/domains/${domainId}/checks/run`, {})
}

/** Services that once sent for the domain have filled its SPF record up. */
function addServices(dns: DnsServer): void {
  const services = ['crm', 'desk', 'forms', 'shop', 'survey', 'tickets', 'events', 'archive']
  for (const [number, name] of services.entries()) {
    dns.set(`_spf.${name}.example`, 'TXT', [`v=spf1 ip4:192.0.2.${16 * number}/28 ~all`])
  }
  const includes = services.map((name) => `include:_spf.${name}.example`).join(' ')
  dns.set('bounces.acme-letters.com', 'TXT', [`v=spf1 a:mail.acme-letters.com ${includes} ~all`])
}

export type Desk = { pool: pg.Pool; domainId: string }

/** Weekends are quiet, and the list grows. */
function sentOn(ago: number): number {
  const weekday = (new Date(Date.now() - ago * 86_400_000).getUTCDay() + 6) % 7
  return Math.round((weekday > 4 ? 900 : 2_400) + (DAYS - ago) * 22 + ((ago * 97) % 180))
}

export async function fillDesk({ pool, domainId }: Desk): Promise<void> {
  for (let ago = 1; ago <= DAYS; ago += 1) {
    for (const { name, share, seen } of RECEIVERS) {
      const emails = Math.round(sentOn(ago) * share)
      await addSent(pool, { domainId, ago, receiver: name, emails })
      const messages = Math.round(emails * seen)
      await addReport(pool, { domainId, ago, receiver: name, source: GOOD, messages })
      await addStandings(pool, { domainId, ago, provider: name, emails })
    }
    await addSent(pool, { domainId, ago, receiver: '', emails: sentOn(ago) })
    if (ago < 12) {
      await addReport(pool, { domainId, ago, receiver: 'google', source: STRANGER, messages: 3 + (ago % 5) })
    }
  }
  await pool.query(
    `insert into report_sources (project_id, domain_id, source, first_day, last_day, name)
     select d.project_id, d.domain_id, d.source, min(d.day), max(d.day),
       case when d.source = $2 then 'mail.acme-letters.com' else 'host-23.hosting.example' end
     from dmarc_days as d where d.domain_id = $1 group by 1, 2, 3`,
    [domainId, GOOD],
  )
  await addReplies(pool, domainId)
  await addBrakes(pool, domainId)
  await addCheckChanges(pool, domainId)
}

/** Somebody broke the policy for three hours, a week ago. */
const CHANGES = [
  { hours: 171, state: 'good', found: 'The policy is none: v=DMARC1; p=none.' },
  {
    hours: 174,
    state: 'failed',
    found: 'The policy p=nome does not exist: use none, quarantine or reject.',
  },
]

async function addCheckChanges(pool: pg.Pool, domainId: string): Promise<void> {
  for (const { hours, state, found } of CHANGES) {
    await pool.query(
      `insert into domain_check_changes (project_id, domain_id, kind, subject, state, found, changed_at)
       select project_id, id, 'dmarc', '', $2, $3, now() - make_interval(hours => $4)
       from domains where id = $1`,
      [domainId, state, found, hours],
    )
  }
}

type Day = { domainId: string; ago: number }

const addSent = (
  pool: pg.Pool,
  { domainId, ago, receiver, emails }: Day & { receiver: string; emails: number },
) =>
  pool.query(
    `insert into sent_days (project_id, domain_id, day, receiver, emails)
     select project_id, id, current_date - $2::int, $3, $4 from domains where id = $1`,
    [domainId, ago, receiver, emails],
  )

type SeenDay = Day & { receiver: string; source: string; messages: number }

async function addReport(
  pool: pg.Pool,
  { domainId, ago, receiver, source, messages }: SeenDay,
): Promise<void> {
  const isOurs = source === GOOD
  const reporter = `${receiver}.com`
  await pool.query(
    `insert into dmarc_days (project_id, domain_id, day, is_signed, reporter, receiver, source, disposition,
       is_dkim_aligned, is_spf_aligned, is_ours, messages)
     select project_id, id, current_date - $2::int, true, $3, $4, $5, 'none', $6, $6, $6, $7 from domains where id = $1`,
    [domainId, ago, reporter, receiver, source, isOurs, messages],
  )
  await pool.query(
    `insert into domain_reports (project_id, id, domain_id, kind, is_signed, reporter, receiver, org_name, report_id, day,
       begins_at, ends_at, policy, messages, received_at)
     select project_id, gen_random_uuid(), id, 'dmarc', true, $3, $4, $3, $5, current_date - $2::int, current_date - $2::int,
       current_date - $2::int + 1, '{"p":"none"}', $6, now() from domains where id = $1`,
    [domainId, ago, reporter, receiver, `${receiver}-${source}-${ago}`, messages],
  )
}

type StandingDay = Day & { provider: string; emails: number }

/** On the bad day Microsoft refused half of it and put the rest off. */
async function addStandings(pool: pg.Pool, { domainId, ago, provider, emails }: StandingDay): Promise<void> {
  const isBad = ago === BAD_DAY && provider === 'microsoft'
  const counts = {
    accepted: Math.round(emails * (isBad ? 0.47 : 0.994)),
    refused: Math.round(emails * (isBad ? 0.53 : 0.006)),
    deferred: Math.round(emails * (isBad ? 0.61 : 0.012)),
    complained: provider === 'google' ? 0 : Math.round(emails * 0.0006),
  }
  for (const [what, count] of Object.entries(counts)) {
    await pool.query(
      `insert into counters (project_id, counter, label, value)
       select project_id, 'reputation', (current_date - $2::int)::text || 'T10 ' || $3 || ' instance ' || $4, $5
       from domains where id = $1`,
      [domainId, ago, provider, what, count],
    )
  }
}

type DayReply = Day & { provider: string; what: string; reply: string; emails: number }

const addReply = (pool: pg.Pool, { domainId, ago, provider, what, reply, emails }: DayReply) =>
  pool.query(
    `insert into reputation_replies (project_id, day, provider, sender, what, reply, emails, first_at, last_at)
     select project_id, current_date - $2::int, $3, 'instance', $4, $5, $6,
       current_date - $2::int + interval '8 hours 12 minutes', current_date - $2::int + interval '17 hours'
     from domains where id = $1`,
    [domainId, ago, provider, what, reply, emails],
  )

async function addReplies(pool: pg.Pool, domainId: string): Promise<void> {
  const bad = { domainId, ago: BAD_DAY, provider: 'microsoft' }
  await addReply(pool, { ...bad, what: 'refused', reply: BLOCKED, emails: 371 })
  await addReply(pool, { ...bad, what: 'deferred', reply: TOO_MANY, emails: 427 })
  const unknown = { domainId, provider: 'google', what: 'refused', reply: NO_MAILBOX }
  for (let ago = 1; ago <= DAYS; ago += 3) await addReply(pool, { ...unknown, ago, emails: 6 + (ago % 4) })
}

const addBrakes = (pool: pg.Pool, domainId: string) =>
  pool.query(
    `insert into brakes (project_id, kind, name, reason, began_at, ended_at)
     select project_id, 'destination', 'microsoft', $2, current_date - $3::int + interval '8 hours 20 minutes',
       current_date - $3::int + interval '19 hours' from domains where id = $1`,
    [domainId, TOO_MANY, BAD_DAY],
  )
