import { makeSender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { leaveEarly, makeTopic, TOPIC } from './topics.ts'
import type { Absences } from './topics.ts'

export type Campaign = {
  id: string
  projectId: string
  /** The ids that the emails of its recipients have or will have, as they were when they were fixed. */
  frozen: ReadonlySet<string>
  /** The people who had left its topic before it started. */
  early: Absences
}

const FREEZE_LIMIT_MS = 300_000

// Leases of killed workers last a minute, their jobs are taken over after half of one, and all emails have to be sent.
const SENT_LIMIT_MS = 600_000
const LOOK_EVERY_MS = 500

/** Contacts by one statement, then a campaign to all of them. Returns when its recipients are fixed. */
export async function makeCampaign(
  stage: Stage,
  { recipients, plan }: { recipients: number; plan: object },
): Promise<Campaign> {
  const { caller, pool } = stage
  const sender = await makeSender(stage, 'proof-of-campaigns.com')
  await makeTopic(stage)
  await pool.query(
    `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
     select $1, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
       'reader' || n || '@receiver.test', true, jsonb_build_object('name', 'Reader ' || n), now(), now()
     from generate_series(1, $2) as n`,
    [sender.projectId, recipients],
  )
  const early = await leaveEarly(stage, sender.projectId)
  const reply = await caller.post('/campaigns', {
    name: 'Proof',
    subject: 'News for {{ name }}',
    body: '<p>Dear {{ name }}, here is what is new.</p>',
    from: sender.from,
    audienceType: 'ALL',
    topic: TOPIC,
    ...plan,
  })
  if (reply.status !== 201) throw new Error(`POST /campaigns answered ${reply.status}: ${reply.body}`)
  const { id } = (JSON.parse(reply.body) as { data: { id: string } }).data
  await caller.postUntilAnswered(`/campaigns/${id}/send`, {}, `send ${id}`)
  const frozen = await until(
    async () => {
      const { rows } = await pool.query<{ email_id: string }>(
        `select email_id from campaign_recipients where campaign_id = $1
         union select id from all_emails where campaign_id = $1`,
        [id],
      )
      return rows.length > 0 && new Set(rows.map((row) => row.email_id))
    },
    { what: 'the recipients are fixed', limitMs: FREEZE_LIMIT_MS },
  )
  return { id, projectId: sender.projectId, frozen, early }
}

/** Makes deferred emails due at once: their pause is five minutes and more. */
export async function untilSent({ pool, say }: Stage, { id }: Campaign): Promise<void> {
  let said = ''
  await until(
    async () => {
      await pool.query(
        "update email_queue set run_at = now() where status = 'DEFERRED' and run_at between now() and '9999-01-01'",
      )
      const { rows } = await pool.query<{ status: string; left: string }>(
        `select status, (select count(*) from email_queue where campaign_id = $1)
           + (select count(*) from campaign_recipients as r where r.campaign_id = $1 and r.email_id > c.position) as left
         from campaigns as c where id = $1`,
        [id],
      )
      const now = `${rows[0]?.status}, ${rows[0]?.left} left`
      if (now !== said) say(`       ${now}`)
      said = now
      return rows[0]?.status === 'SENT'
    },
    { what: 'the campaign is SENT', limitMs: SENT_LIMIT_MS, everyMs: LOOK_EVERY_MS },
  )
}

/** The share of the recipients whose email has ended: sent, or suppressed because they left. */
export function watchProgress(
  { pool }: Stage,
  { id, frozen }: Campaign,
): { readonly share: number; stop(): void } {
  let share = 0
  const look = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from emails where campaign_id = $1',
      [id],
    )
    share = Math.max(share, (rows[0]?.count ?? 0) / frozen.size)
  }
  // The proof stops the database now and then.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  return {
    get share() {
      return share
    },
    stop: () => clearInterval(looking),
  }
}
