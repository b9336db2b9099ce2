// The request that saves a segment. Pure.
import { SegmentCreate } from '../../../../../src/features/segments/segments.schema.ts'
import type { Segment } from '../../../api/audience/segments.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { checkFilter } from '../../../patterns/filter-builder/filter-draft.ts'
import type { SegmentFields } from './segment-fields.ts'

/** A list has no filters. */
export function bodyOf(
  { name, description, filters, trackMembership }: SegmentFields,
  type: Segment['type'],
) {
  const checked = checkFilter(filters)
  return {
    name: name.trim(),
    description: description.trim() === '' ? null : description,
    trackMembership,
    ...(type === 'DYNAMIC' && checked.isReady && { filters: checked.tree }),
  }
}

type Body = ReturnType<typeof bodyOf>

export function changesOf(base: Body, body: Body): Partial<Body> {
  const entries = Object.entries(body) as [keyof Body, unknown][]
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(base[name]) !== JSON.stringify(value)),
  )
}

/** Messages by field, except for the filter, which shows its own problems. */
export function problemsOf(body: Body, type: Segment['type']): Record<string, string> {
  const { error } = SegmentCreate.safeParse({ ...body, type })
  const issues = (error?.issues ?? []).filter(({ path: [field] }) => field !== 'filters')
  return Object.fromEntries(issues.map(({ path: [field], message }) => [String(field), sentence(message)]))
}
