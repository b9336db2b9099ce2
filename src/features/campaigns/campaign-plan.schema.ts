// How a campaign is sent: its pace, and what goes first. At most one of sendAtLocalTime, bestHour,
// canary and variants.
import { z } from 'zod'
import { Blocks } from '../templates/blocks/blocks.schema.ts'
import { whenObject } from '../../platform/schemas/across-fields.schema.ts'
import { bytesUpTo, MEGABYTE, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import { TimeOfDay } from '../../platform/time/local-times.schema.ts'
import { Goal, GoalRecord } from '../goals/goals.schema.ts'
import { Holdout, HOLDOUT_NEEDS_GOAL, HoldoutRecord } from '../goals/holdouts/holdouts.schema.ts'
import { TEST_METRICS } from './campaigns.values.ts'

const FASTEST_PER_MINUTE = 1_000_000

// A week: a test that shows no difference by then will show none later.
const LONGEST_WAIT_MINUTES = 7 * 24 * 60

const WaitMinutes = z
  .int()
  .min(1, 'must be at least 1')
  .max(LONGEST_WAIT_MINUTES, `must be at most ${LONGEST_WAIT_MINUTES}, a week`)

const LEAST_CANARY_PERCENT = 0.1
const MOST_CANARY_PERCENT = 50

export const CampaignCanary = z
  .object({
    percent: z
      .number()
      .min(LEAST_CANARY_PERCENT, `must be at least ${LEAST_CANARY_PERCENT}`)
      .max(MOST_CANARY_PERCENT, `must be at most ${MOST_CANARY_PERCENT}`)
      .default(1)
      .describe('Percentage of the recipients who get it first. Default: 1.'),
    waitMinutes: WaitMinutes.default(60).describe(
      'Minutes to wait after every email of the canary has been attempted. Default: 60.',
    ),
  })
  .meta({ id: 'CampaignCanary' })

// With fewer, the difference could not be told from chance in most campaigns; with more than half, most recipients would get the
// campaign at another time than was asked for.
const LEAST_COMPARISON = 5
const MOST_COMPARISON = 50

export const CampaignBestHour = z
  .object({
    fallback: TimeOfDay.default('09:00').describe(
      'Time of day for recipients whose best hour is not known, in their time zone. Default: 09:00.',
    ),
    comparison: z
      .int()
      .min(LEAST_COMPARISON, `must be at least ${LEAST_COMPARISON}`)
      .max(MOST_COMPARISON, `must be at most ${MOST_COMPARISON}`)
      .default(20)
      .describe(
        'Percentage of the recipients with a known best hour who get it at `fallback` nevertheless, so that the statistics can say whether the best hour helped. Default: 20.',
      ),
  })
  .meta({ id: 'CampaignBestHour' })

const LONGEST_SUBJECT = 998

// Besides the campaign's own content. More variants make the parts of the sample too small to show a difference.
const MOST_VARIANTS = 3

const CampaignVariant = z
  .object({
    subject: textUpTo(LONGEST_SUBJECT)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .min(1, 'must not be empty')
      .nullish()
      .describe('Replaces the subject of the campaign.'),
    body: bytesUpTo(MEGABYTE)
      .min(1, 'must not be empty')
      .nullish()
      .describe('Replaces the body of the campaign. At most 1 MB.'),
    blocks: Blocks.nullish().describe('The document of the block editor. The body is generated from it.'),
  })
  .refine(({ subject, body, blocks }) => (subject ?? body ?? blocks ?? null) !== null, {
    error: 'must have a subject, a body or both',
    when: whenObject,
  })
  .meta({ id: 'CampaignVariant' })

const LEAST_SHARE = 0.01

export const CampaignVariantTest = z
  .object({
    share: z
      .number()
      .min(LEAST_SHARE, `must be at least ${LEAST_SHARE}`)
      .max(1, 'must be at most 1')
      .default(0.2)
      .describe('Share of the recipients in the sample, 0.01 to 1. Default: 0.2.'),
    waitMinutes: WaitMinutes.default(240).describe(
      'Minutes to wait for opens and clicks after the whole sample has been attempted. Default: 240.',
    ),
    metric: z
      .enum(TEST_METRICS)
      .default('clicks')
      .describe(
        'Which figure decides the winner: clicks compares `humanClicks`, opens compares `humanOpens`, conversions those who reached the `goal`. Default: clicks.',
      ),
  })
  .meta({ id: 'CampaignVariantTest' })

/** The fields in responses, all of them present. */
export const planRecord = {
  ratePerMinute: z.int().nullable(),
  sendAtLocalTime: z.string().nullable(),
  bestHour: z.object({ fallback: z.string(), comparison: z.int() }).meta({ id: 'BestHourRecord' }).nullable(),
  canary: z.object({ percent: z.number(), waitMinutes: z.int() }).meta({ id: 'CanaryRecord' }).nullable(),
  test: z
    .object({ share: z.number(), waitMinutes: z.int(), metric: z.enum(TEST_METRICS) })
    .meta({ id: 'VariantTestRecord' })
    .nullable(),
  goal: GoalRecord.nullable(),
  holdout: HoldoutRecord.nullable(),
}

export const planFields = {
  ratePerMinute: z
    .int()
    .min(1, 'must be at least 1')
    .max(FASTEST_PER_MINUTE, `must be at most ${FASTEST_PER_MINUTE}`)
    .nullable()
    .describe('Maximum emails per minute, spread evenly. Default: as fast as project and transport allow.'),
  sendAtLocalTime: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM, such as 09:00')
    .nullable()
    .describe(
      "Sends to each recipient at this time of day in their own time zone (the contact's `data.timezone`, otherwise that of the project), within a day of the start.",
    ),
  bestHour: CampaignBestHour.nullable().describe(
    'Sends to each recipient at the hour at which they usually open email, in their own time zone, within a day of the start: the hour of most opens and clicks by people in the last 180 days, of which at least 3 are needed.',
  ),
  canary: CampaignCanary.nullable().describe(
    'Sends to a small share of the recipients first. The rest follows automatically after the wait, unless bounces or complaints have paused the campaign.',
  ),
  variants: z
    .array(CampaignVariant)
    .min(1, 'must have at least one variant')
    .max(MOST_VARIANTS, `must have at most ${MOST_VARIANTS} variants`)
    .nullable()
    .describe('Other subjects or bodies, B to D, compared with those of the campaign, A. Requires `test`.'),
  test: CampaignVariantTest.nullable().describe('How the variants are compared. Requires `variants`.'),
  goal: Goal.nullable().describe(
    'The event that recipients are meant to reach. Conversions are in the statistics, and may decide a test of variants.',
  ),
  holdout: Holdout.nullable().describe(
    'Holds back a share of the recipients, who get no email. The statistics compare how many of both reach the `goal`, which is required.',
  ),
}

type Plan = Partial<
  Record<'sendAtLocalTime' | 'bestHour' | 'canary' | 'variants' | 'test' | 'goal' | 'holdout', unknown>
>
type PlanRule = {
  field: 'bestHour' | 'canary' | 'variants' | 'test' | 'goal'
  message: string
  code: 'custom' | 'required'
  isBroken: (plan: Plan) => boolean
}

const has = (value: unknown): boolean => (value ?? null) !== null

const excluded = (
  field: 'bestHour' | 'canary' | 'variants',
  by: 'sendAtLocalTime' | 'bestHour' | 'canary',
): PlanRule => ({
  field,
  message: `must be left out with ${by}`,
  code: 'custom',
  isBroken: (plan) => has(plan[field]) && has(plan[by]),
})

const needed = (field: 'variants' | 'test', by: 'variants' | 'test'): PlanRule => ({
  field,
  message: `is required with ${by}`,
  code: 'required',
  isBroken: (plan) => !has(plan[field]) && has(plan[by]),
})

const isByConversions = ({ test }: Plan): boolean =>
  typeof test === 'object' && test !== null && 'metric' in test && test.metric === 'conversions'

const goalForTest: PlanRule = {
  field: 'goal',
  message: 'is required with the metric conversions',
  code: 'required',
  isBroken: (plan) => isByConversions(plan) && !has(plan.goal),
}

const goalForHoldout: PlanRule = {
  field: 'goal',
  message: HOLDOUT_NEEDS_GOAL,
  code: 'required',
  isBroken: (plan) => has(plan.holdout) && !has(plan.goal),
}

export const PLAN_RULES: readonly PlanRule[] = [
  excluded('bestHour', 'sendAtLocalTime'),
  excluded('canary', 'sendAtLocalTime'),
  excluded('canary', 'bestHour'),
  excluded('variants', 'sendAtLocalTime'),
  excluded('variants', 'bestHour'),
  excluded('variants', 'canary'),
  needed('test', 'variants'),
  needed('variants', 'test'),
  goalForTest,
  goalForHoldout,
]
