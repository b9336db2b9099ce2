// A campaign with a sample that goes first: its request, the shortened wait after the sample, and the conditions at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import { nothing } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'
import type { Campaign } from './steps.ts'

export const SAMPLES = {
  canary: { canary: { percent: 10, waitMinutes: 60 } },
  variants: {
    variants: [
      { subject: 'Other news for {{ name }}' },
      { body: '<p>{{ name }}, there is something new.</p>' },
    ],
    test: { share: 0.2, waitMinutes: 60, metric: 'clicks' },
  },
} as const

export type Sample = keyof typeof SAMPLES

const LOOK_EVERY_MS = 250

export type ShortWait = {
  /** When the whole sample had been tried; undefined if it never was. */
  stop(): Promise<Date | undefined>
}

/** Moves the beginning of the wait into the past, so that the proof does not take an hour. */
export function shortenWait({ pool }: Stage, { id }: Campaign): ShortWait {
  let sampledAt: Date | undefined
  let isOver = false
  const look = async () => {
    const { rows } = await pool.query<{ at: Date }>(
      `update campaigns set sampled_at = sampled_at - interval '2 hours'
       where id = $1 and sampled_at > now() - interval '1 hour' returning sampled_at + interval '2 hours' as at`,
      [id],
    )
    sampledAt ??= rows[0]?.at
  }
  const watch = async () => {
    while (!isOver) {
      // The proof stops the database now and then.
      await look().catch(() => undefined)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const watching = watch()
  return {
    async stop() {
      isOver = true
      await watching
      return sampledAt
    },
  }
}

type SampleCounts = { sample: string; early: string; winner: number | null; cohorts: string; strays: string }

/** `early`: emails that left before the sample was finished. `strays`: emails of the rest without the winner's content. */
const FIND = `
  select c.sample_count as sample, c.winner,
    (select count(*) from emails as e where e.campaign_id = c.id and e.sent_at < $2) as early,
    (select count(*) from emails as e where e.campaign_id = c.id and e.cohort is not null) as cohorts,
    (select count(*) from emails as e where e.campaign_id = c.id and e.cohort is null
      and c.winner is not null and e.content_id <> c.content_ids[c.winner + 1]) as strays
  from campaigns as c where c.id = $1`

export async function auditSample(
  { pool }: Stage,
  campaign: Campaign,
  { sample, sampledAt }: { sample: Sample; sampledAt: Date | undefined },
): Promise<Row[]> {
  const { rows } = await pool.query<SampleCounts>(FIND, [campaign.id, sampledAt ?? new Date(0)])
  const found = rows[0]
  if (!found) throw new Error('the campaign is gone')
  const size = Number(found.sample)
  const shared: Row[] = [
    { what: 'recipients who went first', measured: size },
    nothing('runs in which the sample was never through', sampledAt ? 0 : 1),
    nothing(
      'emails of the rest that left before the sample was through',
      Math.max(0, Number(found.early) - size),
    ),
  ]
  if (sample === 'canary') return shared
  return [
    ...shared,
    nothing('tests without a decision', found.winner === null ? 1 : 0),
    nothing('emails with a variant beyond the sample', Math.max(0, Number(found.cohorts) - size)),
    nothing('emails of the rest with other words than the winner’s', Number(found.strays)),
  ]
}
