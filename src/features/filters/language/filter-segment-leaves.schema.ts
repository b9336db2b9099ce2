// Conditions on the membership of other segments. filter-segments.service.ts checks that the segment exists and that there is no
// circle, when the filter is used: a schema cannot query the database.
import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../../platform/schemas/validation-messages.schema.ts'
import type { LeafInput, Report } from './filter-leaves.schema.ts'

export const SEGMENT_OPERATORS = ['memberOf', 'notMemberOf'] as const

const Leaf = z.strictObject({
  field: z.string(),
  operator: z.enum(SEGMENT_OPERATORS),
  value: z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the id of a segment')
    .meta({ format: 'uuid' }),
})

export type SegmentLeaf = { field: string; operator: (typeof SEGMENT_OPERATORS)[number]; value: string }

export const isSegmentLeaf = (leaf: { operator: string }): leaf is SegmentLeaf =>
  SEGMENT_OPERATORS.some((operator) => operator === leaf.operator)

/** The id in the form of the database. */
export const segmentIdOf = ({ value }: SegmentLeaf): string => value.toLowerCase()

/** Reports all problems of such a condition. */
export function checkSegmentLeaf({ input, path }: LeafInput, report: Report): void {
  const leaf = Leaf.safeParse(input, WITH_OUR_MESSAGES)
  for (const issue of leaf.error?.issues ?? []) report(issue, path)
}
