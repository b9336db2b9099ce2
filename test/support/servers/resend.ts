// The API of Resend on loopback, as far as a move needs it, in its documented form.
import { json, useJsonService } from './json-service.ts'
import type { JsonService, ServiceAnswer, ServiceRequest } from './json-service.ts'

type ResendContact = {
  id: string
  email: string
  first_name?: string
  last_name?: string
  unsubscribed: boolean
}
type ResendTemplate = {
  id: string
  name: string
  alias?: string
  subject?: string
  html?: string
  variables?: { key: string; type: string; fallback_value: string | number | null }[]
}
type ResendRecords = {
  key: string
  audiences: { id: string; name: string; contacts: ResendContact[] }[]
  /** Contacts that are in no audience. */
  others: ResendContact[]
  templates: ResendTemplate[]
}

export type Resend = JsonService & ResendRecords

export async function useResend(): Promise<Resend> {
  const records: ResendRecords = { key: 're_resend-secret', audiences: [], others: [], templates: [] }
  return Object.assign(records, await useJsonService((request) => answer(records, request)))
}

/** Each once, whatever audiences it is in. */
const allContacts = ({ audiences, others }: ResendRecords): ResendContact[] => [
  ...new Map(
    [...audiences.flatMap(({ contacts }) => contacts), ...others].map((one) => [one.email, one]),
  ).values(),
]

// Smaller than that of Resend, so that a few records make several pages.
const LARGEST_PAGE = 2

function answer(records: ResendRecords, { headers, path, query }: ServiceRequest): ServiceAnswer {
  if (headers.authorization !== `Bearer ${records.key}`) {
    return json(401, { statusCode: 401, name: 'missing_api_key' })
  }
  const list = (items: readonly { id: string }[]): ServiceAnswer => {
    const from = items.findIndex(({ id }) => id === query.get('after')) + 1
    const data = items.slice(from, from + LARGEST_PAGE)
    return json(200, { object: 'list', has_more: from + data.length < items.length, data })
  }
  if (path === '/audiences') return list(records.audiences.map(({ id, name }) => ({ id, name })))
  if (path === '/contacts') return list(allContacts(records))
  const audience = records.audiences.find(({ id }) => path === `/audiences/${id}/contacts`)
  if (audience) return list(audience.contacts)
  if (path === '/templates') {
    return list(records.templates.map(({ id, name }) => ({ id, name, status: 'published' })))
  }
  const template = records.templates.find(({ id }) => path === `/templates/${id}`)
  return template
    ? json(200, { object: 'template', ...template })
    : json(404, { statusCode: 404, name: 'not_found' })
}
