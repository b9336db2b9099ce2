// Conditions on the events of a contact and on the activity of its emails.
import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../../platform/schemas/validation-messages.schema.ts'
import { Duration } from '../filter-dates.schema.ts'
import type { HistoryField } from './filter-fields.schema.ts'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { EMAIL_ORIGINS } from './email-origins.values.ts'
import { checkDataLeaf, problem } from './filter-leaves.schema.ts'
import type { ContactLeaf, LeafInput, Report } from './filter-leaves.schema.ts'

export const HISTORY_OPERATORS = ['triggered', 'notTriggered'] as const

// Each is evaluated for every event of the name.
export const MOST_WHERE = 10

// Higher than any count of events of one contact that matters.
const HIGHEST_COUNT = 1_000_000

const Times = z.int().min(0, 'must be at least 0').max(HIGHEST_COUNT, `must be at most ${HIGHEST_COUNT}`)

export const Count = z
  .strictObject({ atLeast: Times.nullish(), atMost: Times.nullish() })
  .superRefine(({ atLeast, atMost }, context) => {
    const isEmpty = (atLeast ?? atMost ?? undefined) === undefined
    if (isEmpty) context.addIssue({ code: 'custom', message: 'must have atLeast or atMost' })
    if ((atLeast ?? 1) > (atMost ?? HIGHEST_COUNT)) {
      context.addIssue({ code: 'custom', message: 'must not have atLeast (by default 1) above atMost' })
    }
  })

// Longer than most browsers accept.
const LONGEST_URL = 2000

/** A link of an email, by its whole URL or by a part of it. */
const LinkMatch = z
  .strictObject({
    equals: textUpTo(LONGEST_URL).min(1, 'must not be empty').nullish(),
    contains: textUpTo(LONGEST_URL).min(1, 'must not be empty').nullish(),
  })
  .refine(
    ({ equals, contains }) => Boolean(equals) !== Boolean(contains),
    'must have either equals or contains',
  )

// The length of a UUID.
const LONGEST_ID = 36

const Operator = z.enum(HISTORY_OPERATORS)

/** The record is looked up when the filter is used. */
const originId = (record: string) =>
  z.string().max(LONGEST_ID, `names no ${record} of this project`).nullish()

const originIds = {
  campaignId: originId(EMAIL_ORIGINS.campaignId),
  templateId: originId(EMAIL_ORIGINS.templateId),
  workflowId: originId(EMAIL_ORIGINS.workflowId),
}

const LEAVES = {
  event: z.strictObject({
    field: z.string(),
    operator: Operator,
    within: Duration.nullish(),
    count: Count.nullish(),
    where: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, 'must have at least one condition; leave it out to count every event of this name')
      .max(MOST_WHERE, `must have at most ${MOST_WHERE} conditions`)
      .nullish(),
  }),
  activity: z.strictObject({
    field: z.string(),
    operator: Operator,
    within: Duration.nullish(),
    count: Count.nullish(),
    link: LinkMatch.nullish(),
    ...originIds,
  }),
}

/** Only counts the emails of this campaign, template or workflow. */
type OriginIds = { [Field in keyof typeof EMAIL_ORIGINS]?: string | null | undefined }

export type HistoryLeaf = OriginIds & {
  field: string
  operator: (typeof HISTORY_OPERATORS)[number]
  within?: Duration | null | undefined
  count?: z.infer<typeof Count> | null | undefined
  /** Conditions on the data of the event, which must all hold. */
  where?: ContactLeaf[] | null | undefined
  /** Only counts clicks on such a link. */
  link?: z.infer<typeof LinkMatch> | null | undefined
}

export const isHistoryLeaf = (leaf: { operator: string }): leaf is HistoryLeaf =>
  HISTORY_OPERATORS.some((operator) => operator === leaf.operator)

/** Reports all problems of such a condition. */
export function checkHistoryLeaf(field: HistoryField, { input, path }: LeafInput, report: Report): void {
  const leaf = LEAVES[field.kind].safeParse(input, WITH_OUR_MESSAGES)
  for (const issue of leaf.error?.issues ?? []) report(issue, path)
  const isClick = field.kind === 'activity' && field.activity === 'clicked'
  if (field.kind === 'activity' && !isClick && (input['link'] ?? null) !== null) {
    report(problem('must be left out: only emailActivity.clicked is about links', 'custom'), [
      ...path,
      'link',
    ])
  }
  const { where } = (leaf.data ?? {}) as { where?: Record<string, unknown>[] | null }
  where?.forEach((inner, index) => checkDataLeaf({ input: inner, path: [...path, 'where', index] }, report))
}
