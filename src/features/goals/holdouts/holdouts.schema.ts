import { z } from 'zod'
import { VERDICTS } from '../../../platform/statistics/verdicts.values.ts'
import { WAIT_REASONS } from './holdouts.values.ts'

const LEAST_PERCENT = 1
// Holding back more than half costs more than it tells.
const MOST_PERCENT = 50

export const Holdout = z
  .strictObject({
    percent: z
      .int()
      .min(LEAST_PERCENT, `must be at least ${LEAST_PERCENT}`)
      .max(MOST_PERCENT, `must be at most ${MOST_PERCENT}`)
      .describe(`Percentage of the audience that gets nothing, ${LEAST_PERCENT} to ${MOST_PERCENT}.`),
  })
  .meta({ id: 'Holdout', description: 'The share of the audience that gets nothing, to compare with.' })
export type Holdout = z.output<typeof Holdout>

export const HoldoutRecord = z.object({ percent: z.int() }).meta({ id: 'HoldoutRecord' })

export const HOLDOUT_NEEDS_GOAL =
  'is required with holdout: the goal is what those who are held back are compared by'

const Share = z.number().min(0).max(1)
const Difference = z.number().min(-1).max(1)

export const GroupFigures = z
  .object({
    people: z.int().describe('Contacts in the group, each counted once.'),
    conversions: z.int().describe('How many of them reached the goal.'),
    rate: Share.describe('conversions / people'),
    rateFrom: Share.describe('Lower end of the 95 % confidence interval.'),
    rateTo: Share.describe('Upper end of the 95 % confidence interval.'),
    goalValue: z.number().describe('Sum of the value field of their events.'),
    valuePerPerson: z
      .number()
      .nullable()
      .describe('goalValue / people; null without a value field, and for an empty group.'),
  })
  .meta({ id: 'HoldoutGroup' })

const Lift = z
  .object({
    by: Difference.describe('Rate of the others minus rate of those held back: 0.012 is 1.2 points.'),
    from: Difference.describe('Lower end of the confidence interval.'),
    to: Difference.describe('Upper end of the confidence interval.'),
    confidence: Share.describe(
      'Confidence of the interval: 0.95 if it is read once, at the end; 0.997 if it may be read on any day.',
    ),
    relative: z
      .number()
      .nullable()
      .describe('by / rate of those held back: 0.25 is a quarter more. null if none of them converted.'),
    extraConversions: z
      .number()
      .describe('by × people of the others: the conversions that would not have happened without it.'),
  })
  .meta({ id: 'HoldoutLift' })

const Split = z
  .object({
    asked: z.number().describe('Percentage that was to be held back.'),
    actual: z.number().nullable().describe('Percentage that was held back; null without people.'),
    ok: z
      .boolean()
      .nullable()
      .describe(
        'false: so large a deviation has a probability below 0.001 and is a mistake, not chance. null: too few people to tell.',
      ),
    explanation: z.string(),
  })
  .meta({ id: 'HoldoutSplit' })

export const comparisonFields = {
  lift: Lift.nullable().describe('How much more the others converted; null while a group is empty.'),
  verdict: z
    .enum(VERDICTS)
    .describe(
      'tooEarly: wait, the figures may still turn. helped, hurt: the whole interval is above or below zero. noDifference: it contains zero; the interval says how large a difference may still be hidden.',
    ),
  reason: z.enum(WAIT_REASONS).nullable().describe('Why it is too early; null otherwise.'),
  explanation: z.string().describe('The verdict in a sentence.'),
  split: Split.describe('Whether the split came out as asked. If not, do not trust the comparison.'),
}

export const HoldoutResult = z
  .object({
    percent: z.int().describe('Percentage that is held back.'),
    since: z.iso.datetime().nullable().describe('From when on events count; null before the first contact.'),
    until: z.iso
      .datetime()
      .nullable()
      .describe('When the verdict can be given at the earliest; null while that is not known.'),
    heldBack: GroupFigures.describe('Those who get nothing.'),
    others: GroupFigures.describe(
      'All others, whether their emails were delivered, opened or not. Counted by the same rule, so the figures differ from those of `goal`.',
    ),
    ...comparisonFields,
  })
  .meta({ id: 'HoldoutResult' })
export type HoldoutResult = z.input<typeof HoldoutResult>
