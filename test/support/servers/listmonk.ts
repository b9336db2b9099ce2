// A listmonk on loopback, as far as a move needs it: lists, subscribers and templates in their documented form.
import { json, useJsonService } from './json-service.ts'
import type { JsonService, ServiceAnswer, ServiceRequest } from './json-service.ts'

export type ListmonkSubscriber = {
  email: string
  name?: string
  attribs?: Record<string, unknown>
  status?: string
  lists?: { id: number; subscription_status: string }[]
}

type ListmonkRecords = {
  user: string
  token: string
  lists: { id: number; name: string; type: string; optin: string; description?: string }[]
  subscribers: ListmonkSubscriber[]
  templates: { id: number; name: string; type: string; subject?: string; body: string }[]
}

export type Listmonk = JsonService & ListmonkRecords

// Like the largest page of a listmonk with its default settings, but smaller.
const LARGEST_PAGE = 50

export async function useListmonk(): Promise<Listmonk> {
  const records: ListmonkRecords = {
    user: 'mover',
    token: 'listmonk-secret-token',
    lists: [],
    subscribers: [],
    templates: [],
  }
  return Object.assign(records, await useJsonService((request) => answer(records, request)))
}

const DATES = {
  created_at: '2024-02-10T23:07:16.199433+01:00',
  updated_at: '2024-02-10T23:07:16.199433+01:00',
}

function answer(
  { user, token, lists, subscribers, templates }: ListmonkRecords,
  { headers, path, query }: ServiceRequest,
): ServiceAnswer {
  const expected = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`
  if (headers.authorization !== expected) return json(403, { message: 'invalid API credentials' })
  if (path === '/api/lists') return json(200, { data: pageOf(lists, query) })
  if (path === '/api/templates') {
    return json(200, { data: templates.map((template) => ({ ...template, ...DATES, is_default: false })) })
  }
  if (path !== '/api/subscribers') return json(404, { message: 'Not Found' })
  const page = pageOf(inOrder(subscribers, query), query)
  const results = page.results.map((one, index) => ({
    id: index + 1,
    uuid: 'ea06b2e7-4b08-4697-bcfc-2a5c6dde8f1c',
    name: '',
    attribs: {},
    status: 'enabled',
    ...DATES,
    ...one,
    lists: (one.lists ?? []).map(({ id, subscription_status }) => {
      const { name, type } = lists.find((list) => list.id === id) ?? { name: '', type: 'private' }
      return { subscription_status, id, name, type, tags: [], ...DATES }
    }),
  }))
  return json(200, { data: { ...page, results } })
}

/** Any other order is that of the ids. */
const SORT_FIELDS = ['email', 'status', 'name', 'created_at', 'updated_at']

/** All subscribers have the same dates, as after an import, and PostgreSQL returns equal rows in another order on every page. */
const inOrder = <Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] =>
  SORT_FIELDS.includes(query.get('order_by') ?? '') && Number(query.get('page')) % 2 === 0
    ? items.toReversed()
    : items

function pageOf<Item>(items: readonly Item[], query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1)
  const size = Math.min(Number(query.get('per_page') ?? 20), LARGEST_PAGE)
  const results = items.slice((page - 1) * size, page * size)
  return { results, query: '', total: items.length, per_page: size, page }
}
