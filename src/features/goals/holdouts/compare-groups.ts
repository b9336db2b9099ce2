// Compares those who are held back with all others, as they were assigned: whoever got no email all the same, or did not open it,
// stays in the group. Pure.
import type { z } from 'zod'
import { differenceOf, intervalOf, shareOf } from '../../../platform/statistics/proportions.ts'
import { verdictOf } from '../../../platform/statistics/verdict.ts'
import type { Verdict } from '../../../platform/statistics/verdict.ts'
import type { comparisonFields, GroupFigures } from './holdouts.schema.ts'
import type { WAIT_REASONS } from './holdouts.values.ts'

/** `value`: null if the goal has no value. */
export type Group = { people: number; conversions: number; value: number | null }

export type Comparison = {
  [Field in keyof typeof comparisonFields]: z.input<(typeof comparisonFields)[Field]>
}

type WaitReason = (typeof WAIT_REASONS)[number]

export type ComparisonInput = {
  heldBack: Group
  others: Group
  /** The share that was asked for. */
  percent: number
  /** Whether the time in which events count is over, for everybody or, in a comparison without end, for the first. */
  isOver: boolean
  /** once: the comparison ends at a time that was set before. anyDay: it has no end, so people look until they like what they see. */
  reading: 'once' | 'anyDay'
}

/**
 * Widths of the interval in standard errors. People who read an interval of 1.96 every day for a year, and stop at
 * the first verdict, are wrong more than once in four; with 3 it is about once in twenty, as promised for the single look.
 */
const WIDTHS = { once: { z: 1.959_964, confidence: 0.95 }, anyDay: { z: 3, confidence: 0.997 } } as const

// The rule of thumb of every test of two shares: with fewer, a single person moves the result.
export const LEAST_EXPECTED_CONVERSIONS = 5

export function compareGroups(input: ComparisonInput): Comparison {
  const { heldBack, others, reading } = input
  const { z, confidence } = WIDTHS[reading]
  const isEmpty = heldBack.people === 0 || others.people === 0
  const difference = isEmpty ? null : differenceOf(proportionOf(others), proportionOf(heldBack), z)
  const reason = waitReason(input)
  const verdict = reason !== null || difference === null ? 'tooEarly' : verdictOf(difference)
  const rate = shareOf(proportionOf(heldBack))
  return {
    lift: difference && {
      ...difference,
      confidence,
      relative: rate === 0 ? null : difference.by / rate,
      extraConversions: Math.round(difference.by * others.people * 10) / 10,
    },
    verdict,
    reason,
    explanation: reason === null ? VERDICT_WORDS[verdict] : WAIT_WORDS[reason],
    split: splitOf(input),
  }
}

const proportionOf = ({ people, conversions }: Group) => ({ count: conversions, of: people })

function waitReason({ heldBack, others, isOver }: ComparisonInput): WaitReason | null {
  if (heldBack.people === 0 || others.people === 0) return 'nobody'
  if (!isOver) return 'windowOpen'
  const all = { count: heldBack.conversions + others.conversions, of: heldBack.people + others.people }
  const expected = shareOf(all) * Math.min(heldBack.people, others.people)
  return expected < LEAST_EXPECTED_CONVERSIONS ? 'fewConversions' : null
}

const VERDICT_WORDS: Record<Verdict, string> = {
  tooEarly: 'Too early to tell.',
  helped: 'It helped: more people reached the goal than would have without it.',
  hurt: 'It hurt: fewer people reached the goal than would have without it.',
  noDifference: 'No difference can be shown. The interval says how large one may still be.',
}

const WAIT_WORDS: Record<WaitReason, string> = {
  nobody: 'Too early to tell: one of the groups has no people yet.',
  windowOpen: 'Too early to tell: the time in which people can reach the goal is not over.',
  fewConversions: `Too early to tell: too few people reached the goal. At least ${LEAST_EXPECTED_CONVERSIONS} in the smaller group would be expected if it made no difference.`,
}

// With fewer, chance alone makes the shares uneven.
const LEAST_EXPECTED_PEOPLE = 10

/** A deviation of so many standard errors has a probability of 0.001. */
const SPLIT_LIMIT = 3.290_527

/** The test for a mismatch of samples: whether the number of people held back fits the share that was asked for. */
function splitOf({ heldBack, others, percent }: ComparisonInput): Comparison['split'] {
  const people = heldBack.people + others.people
  const share = percent / 100
  const actual = people === 0 ? null : Math.round((heldBack.people / people) * 10_000) / 100
  const about = { asked: percent, actual }
  const expected = people * share
  if (Math.min(expected, people - expected) < LEAST_EXPECTED_PEOPLE) {
    return { ...about, ok: null, explanation: 'Too few people to check the split.' }
  }
  const deviation = Math.abs(heldBack.people - expected) / Math.sqrt(expected * (1 - share))
  if (deviation <= SPLIT_LIMIT) {
    return { ...about, ok: true, explanation: 'The split came out as asked, up to chance.' }
  }
  const explanation = `The split came out as ${actual} % instead of ${percent} %, which chance does not explain. Do not trust the comparison. Look for contacts that were imported with ids of their own choice, for rows that were changed in the database by hand, and for a share that was changed there.`
  return { ...about, ok: false, explanation }
}

export function groupFigures({ people, conversions, value }: Group): z.input<typeof GroupFigures> {
  const proportion = { count: conversions, of: people }
  const { from, to } = intervalOf(proportion)
  return {
    people,
    conversions,
    rate: shareOf(proportion),
    rateFrom: from,
    rateTo: to,
    goalValue: value ?? 0,
    valuePerPerson: value === null || people === 0 ? null : Math.round((value / people) * 1e6) / 1e6,
  }
}
