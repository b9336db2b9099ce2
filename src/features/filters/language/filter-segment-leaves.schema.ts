// Conditions on the membership of other segments. That the segment exists, and that no circle comes of it, is found out
// when the filter is used (filter-segments.service.ts): a schema cannot ask the database.
import { z } from 'zod'
import { WITH_OUR_MESSAGES } from '../../../platform/schemas/validation-messages.schema.ts'
import type { Report } from './filter-leaves.schema.ts'

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

/** The id as the database has it. */
export const segmentIdOf = ({ value }: SegmentLeaf): string => value.toLowerCase()

type Given = { given: Record<string, unknown>; path: readonly PropertyKey[] }

/** Reports everything that is wrong with such a condition. */
export function checkSegmentLeaf({ given, path }: Given, report: Report): void {
  const leaf = Leaf.safeParse(given, WITH_OUR_MESSAGES)
  for (const issue of leaf.error?.issues ?? []) report(issue, path)
}
