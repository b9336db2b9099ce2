// A member of an audience of Mailchimp as a contact.
import type { SourceRecord } from '../records.ts'
import { statusOf } from '../csv/status-words.ts'
import { mergeKey } from '../templates/merge-tags.ts'

export type Member = {
  email_address: string
  status: string
  merge_fields?: Record<string, unknown>
  interests?: Record<string, boolean>
  tags?: { name: string }[]
  language?: string
}

export const audienceId = (id: string): string => `audience ${id}`
export const interestId = (id: string): string => `interest ${id}`
export const tagId = (name: string): string => `tag ${name}`

/** `interests`: those that have become topics. */
export type MemberGroups = { audience: string; interests: ReadonlySet<string>; tags: Set<string> }

export function* readMember(
  member: Member,
  { audience, interests, tags }: MemberGroups,
): Generator<SourceRecord> {
  const { email_address: email, status } = member
  const read = statusOf(status)
  if (!read) {
    yield { kind: 'left out', of: 'contacts', reason: `the status "${status}" is not taken`, example: email }
    return
  }
  const own = (member.tags ?? []).map(({ name }) => name)
  for (const name of own) {
    if (tags.has(name)) continue
    tags.add(name)
    yield { kind: 'group', id: tagId(name), name, as: 'segment' }
  }
  if (read.suppressed) yield { kind: 'suppression', email, reason: read.suppressed }
  yield {
    kind: 'contact',
    email,
    state: read.state,
    data: dataOf(member),
    groups: [
      { id: audienceId(audience), isIn: true },
      ...own.map((name) => ({ id: tagId(name), isIn: true })),
      // Mailchimp does not distinguish who has left a group from who never chose it.
      ...Object.entries(member.interests ?? {}).flatMap(([id, isIn]) =>
        isIn && interests.has(id) ? [{ id: interestId(id), isIn }] : [],
      ),
    ],
  }
}

/** Fields without a value are empty texts there. */
function dataOf({ merge_fields: fields = {}, language = '' }: Member): Record<string, unknown> {
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== null)
  return {
    ...Object.fromEntries(filled.map(([tag, value]) => [mergeKey(tag), value])),
    ...(language !== '' && { locale: language.replace('_', '-') }),
  }
}
