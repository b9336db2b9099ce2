// The API of Plunk on loopback, as far as a move needs it, in its documented form.
import { json, useJsonService } from './json-service.ts'
import type { JsonService, ServiceAnswer, ServiceRequest } from './json-service.ts'

type PlunkTransition = {
  toStepId: string
  condition?: { branch: string } | null
  waitOutcome?: 'EVENT' | 'TIMEOUT' | null
}
type PlunkStep = {
  id: string
  type: string
  name: string
  config: object
  templateId?: string
  outgoingTransitions: PlunkTransition[]
}
type PlunkRecords = {
  key: string
  contacts: { email: string; subscribed: boolean; data: object }[]
  templates: { id: string; name: string; subject: string; body: string; type: string }[]
  workflows: { id: string; name: string; event: string; allowReentry?: boolean; steps: PlunkStep[] }[]
}

export type Plunk = JsonService & PlunkRecords

export async function usePlunk(): Promise<Plunk> {
  const records: PlunkRecords = { key: 'sk_plunk-secret', contacts: [], templates: [], workflows: [] }
  return Object.assign(records, await useJsonService((request) => answer(records, request)))
}

// Smaller than that of Plunk, so that a few records make several pages.
const LARGEST_PAGE = 2

function answer(
  { key, contacts, templates, workflows }: PlunkRecords,
  { headers, path, query }: ServiceRequest,
): ServiceAnswer {
  if (headers.authorization !== `Bearer ${key}`) return json(401, { error: 'Unauthorized' })
  if (path === '/contacts') {
    const from = Number(query.get('cursor') ?? 0)
    const page = contacts.slice(from, from + LARGEST_PAGE)
    const hasMore = from + page.length < contacts.length
    return json(200, {
      contacts: page,
      hasMore,
      total: contacts.length,
      ...(hasMore && { cursor: String(from + LARGEST_PAGE) }),
    })
  }
  if (path === '/templates') return numbered(templates, query)
  if (path === '/workflows') {
    return numbered(
      workflows.map(({ id, name }) => ({ id, name, enabled: true })),
      query,
    )
  }
  const workflow = workflows.find(({ id }) => path === `/workflows/${id}`)
  if (!workflow) return json(404, { error: 'Workflow not found' })
  const { event, ...rest } = workflow
  return json(200, {
    ...rest,
    description: null,
    enabled: true,
    triggerType: 'EVENT',
    triggerConfig: { eventName: event },
  })
}

function numbered(items: readonly object[], query: URLSearchParams): ServiceAnswer {
  const page = Number(query.get('page') ?? 1)
  const data = items.slice((page - 1) * LARGEST_PAGE, page * LARGEST_PAGE)
  return json(200, {
    data,
    total: items.length,
    page,
    pageSize: LARGEST_PAGE,
    totalPages: Math.ceil(items.length / LARGEST_PAGE),
  })
}
