// The editable fields of a campaign.
import { CampaignCreate } from '../../../../../../src/features/campaigns/campaigns.schema.ts'
import type { Campaign, saveCampaign } from '../../../../api/sending/campaigns.ts'
import { sentence } from '../../../../components/forms/sentence.ts'

const FIELD_NAMES = [
  'name',
  'description',
  'subject',
  'previewText',
  'body',
  'blocks',
  'from',
  'fromName',
  'replyTo',
  'utm',
  'topic',
  'archived',
  'audienceType',
  'segmentId',
  'audienceFilter',
  'ratePerMinute',
  'sendAtLocalTime',
  'bestHour',
  'canary',
  'variants',
  'test',
  'goal',
  'holdout',
  'controlGroup',
] as const

type FieldName = (typeof FIELD_NAMES)[number]
export type CampaignFields = Pick<Campaign, FieldName>

export const fieldsOf = (campaign: CampaignFields): CampaignFields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, campaign[name]])) as CampaignFields

/** Ignores the order of keys, which the database changes. */
const isEqual = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]))
}

const changedFields = (a: CampaignFields, b: CampaignFields): FieldName[] =>
  FIELD_NAMES.filter((name) => !isEqual(a[name], b[name]))

export const isSame = (a: CampaignFields, b: CampaignFields): boolean => changedFields(a, b).length === 0

type Patch = Parameters<typeof saveCampaign>[2]

// Sent together: the server clears the fields of the former audience type.
const AUDIENCE: readonly FieldName[] = ['audienceType', 'segmentId', 'audienceFilter']
// Mutually exclusive, so they are sent together.
const PLAN: readonly FieldName[] = [
  'sendAtLocalTime',
  'bestHour',
  'canary',
  'variants',
  'test',
  'goal',
  'holdout',
]

/** The changed fields, with the rest of their group. */
export function changesFrom(before: CampaignFields, fields: CampaignFields): Patch {
  const changed = changedFields(before, fields)
  const groups = [AUDIENCE, PLAN].filter((group) => changed.some((name) => group.includes(name)))
  const names = new Set([...changed, ...groups.flat()])
  return Object.fromEntries([...names].map((name) => [name, fields[name]])) as Patch
}

/** The saved campaign, with the fields typed during the save. */
export function mergeSaved(
  fields: CampaignFields,
  { sent, saved }: { sent: CampaignFields; saved: CampaignFields },
): CampaignFields {
  const kept = changedFields(fields, sent)
  return { ...fieldsOf(saved), ...Object.fromEntries(kept.map((name) => [name, fields[name]])) }
}

/** Messages of the API's schema by the path of the field: 'subject', 'variants.0.subject'. */
export function problemsOf(fields: CampaignFields): Record<string, string> {
  const { error } = CampaignCreate.safeParse(fields)
  const issues = error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), sentence(message)]))
}
