// Everything of a Mailchimp account by its Marketing API 3.0 (https://mailchimp.com/developer/marketing/api/): audiences with their groups and
// members, and reports of spam. The API gives the names of templates, and not their HTML.
import type { SourceClient } from '../sources/source-client.ts'
import type { SourceRecord } from '../records.ts'
import { audienceId, interestId, readMember } from './mailchimp-member.ts'
import type { Member, MemberGroups } from './mailchimp-member.ts'

type Audience = { id: string; name: string }
type NamedRecord = { id: string; title?: string; name?: string }
type Template = { id: number; name: string }
type AbuseReport = { email_address: string }

// The largest page of the API.
const PER_PAGE = 1_000

export async function* readMailchimpApi(client: SourceClient): AsyncGenerator<SourceRecord> {
  const tags = new Set<string>()
  for await (const { item: audience } of pagesOf<Audience>(client, { path: '/lists', field: 'lists' })) {
    yield { kind: 'group', id: audienceId(audience.id), name: audience.name, as: 'segment' }
    const interests = new Set<string>()
    for await (const group of readInterests(client, audience.id)) {
      interests.add(group.id)
      yield { kind: 'group', id: interestId(group.id), name: group.name, as: 'topic' }
    }
    yield* readAbuse(client, audience.id)
    yield* readMembers(client, { audience: audience.id, interests, tags })
  }
  for await (const { item } of pagesOf<Template>(client, TEMPLATES)) {
    yield { kind: 'left out', of: 'templates', reason: NO_HTML, example: item.name }
  }
}

const TEMPLATES = { path: '/templates', field: 'templates', query: { type: 'user' } }

const NO_HTML = 'the API does not give their HTML: export them, and name the folder with --templates'

async function* readMembers(client: SourceClient, groups: MemberGroups): AsyncGenerator<SourceRecord> {
  let isCounted = false
  // Without links and activity, which are most of an answer.
  const query = { exclude_fields: 'members._links,members.stats,members.location,_links' }
  const request = { path: `/lists/${groups.audience}/members`, field: 'members', query }
  for await (const { item, total } of pagesOf<Member>(client, request)) {
    if (!isCounted) yield { kind: 'count', of: 'contacts', count: total }
    isCounted = true
    yield* readMember(item, groups)
  }
}

async function* readInterests(
  client: SourceClient,
  audience: string,
): AsyncGenerator<{ id: string; name: string }> {
  const path = `/lists/${audience}/interest-categories`
  for await (const { item: category } of pagesOf<NamedRecord>(client, { path, field: 'categories' })) {
    const interests = { path: `${path}/${category.id}/interests`, field: 'interests' }
    for await (const { item } of pagesOf<NamedRecord>(client, interests)) {
      yield { id: item.id, name: `${category.title ?? ''} ${item.name ?? item.id}`.trim() }
    }
  }
}

async function* readAbuse(client: SourceClient, audience: string): AsyncGenerator<SourceRecord> {
  const request = { path: `/lists/${audience}/abuse-reports`, field: 'abuse_reports' }
  for await (const { item } of pagesOf<AbuseReport>(client, request)) {
    yield { kind: 'suppression', email: item.email_address, reason: 'complaint' }
  }
}

type Page = { total_items: number } & Record<string, unknown>

type PageRequest = {
  path: string
  /** The field of the answer. */ field: string
  query?: Readonly<Record<string, string>>
}

async function* pagesOf<T>(
  client: SourceClient,
  { path, field, query = {} }: PageRequest,
): AsyncGenerator<{ item: T; total: number }> {
  let offset = 0
  for (;;) {
    const page = await client.get<Page>(path, { ...query, count: PER_PAGE, offset })
    const items = (page[field] ?? []) as T[]
    for (const item of items) yield { item, total: page.total_items }
    offset += items.length
    if (items.length === 0 || offset >= page.total_items) return
  }
}
