// What the author of a campaign decides about, as the API has it.
import { CampaignCreate } from '../../../../../../src/features/campaigns/campaigns.schema.ts'
import type { Campaign, createCampaign, saveCampaign } from '../../../../api/campaigns.ts'
import { sentence } from '../../../../components/forms/sentence.ts'

const FIELD_NAMES = [
  'name',
  'description',
  'subject',
  'previewText',
  'body',
  'from',
  'fromName',
  'replyTo',
  'utm',
  'audienceType',
  'segmentId',
  'audienceFilter',
  'ratePerMinute',
  'sendAtLocalTime',
  'canary',
  'variants',
  'test',
] as const

type FieldName = (typeof FIELD_NAMES)[number]
export type CampaignFields = Pick<Campaign, FieldName>
export type VariantFields = NonNullable<Campaign['variants']>[number]

export const fieldsOf = (campaign: CampaignFields): CampaignFields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, campaign[name]])) as CampaignFields

/** Whatever order the keys of an object have: the database has one of its own. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

const differing = (a: CampaignFields, b: CampaignFields): FieldName[] =>
  FIELD_NAMES.filter((name) => !sameValue(a[name], b[name]))

export const isSame = (a: CampaignFields, b: CampaignFields): boolean => differing(a, b).length === 0

type Patch = Parameters<typeof saveCampaign>[2]

// The server drops what belonged to another audience; here it is said.
const AUDIENCE: readonly FieldName[] = ['audienceType', 'segmentId', 'audienceFilter']
// They exclude one another, so a change of one is a change of all.
const PLAN: readonly FieldName[] = ['sendAtLocalTime', 'canary', 'variants', 'test']

/** Only what was changed, with what belongs to it. */
export function changesFrom(before: CampaignFields, fields: CampaignFields): Patch {
  const changed = differing(before, fields)
  const groups = [AUDIENCE, PLAN].filter((group) => changed.some((name) => group.includes(name)))
  const names = new Set([...changed, ...groups.flat()])
  return Object.fromEntries([...names].map((name) => [name, fields[name]])) as Patch
}

export const asNew = (fields: CampaignFields): Parameters<typeof createCampaign>[1] =>
  fields as Parameters<typeof createCampaign>[1]

/** What was typed while a save was under way stays; the rest is as the server has it now. */
export function mergeSaved(
  fields: CampaignFields,
  { sent, saved }: { sent: CampaignFields; saved: CampaignFields },
): CampaignFields {
  const kept = differing(fields, sent)
  return { ...fieldsOf(saved), ...Object.fromEntries(kept.map((name) => [name, fields[name]])) }
}

/** By the path of the field: 'subject', 'variants.0.subject'. The same rules as the server has, without asking it. */
export function problemsOf(fields: CampaignFields): Record<string, string> {
  const { error } = CampaignCreate.safeParse(fields)
  const issues = error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), sentence(message)]))
}
