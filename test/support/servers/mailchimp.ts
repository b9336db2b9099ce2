// The Marketing API 3.0 of Mailchimp on loopback, as far as a move needs it, in its documented form.
import { json, useJsonService } from './json-service.ts'
import type { JsonService, ServiceAnswer, ServiceRequest } from './json-service.ts'

export type MailchimpMember = {
  email_address: string
  status: string
  merge_fields?: Record<string, unknown>
  interests?: Record<string, boolean>
  tags?: { id: number; name: string }[]
  language?: string
}
type Interest = { id: string; name: string }
type Audience = {
  id: string
  name: string
  members: MailchimpMember[]
  abuse: string[]
  categories: { id: string; title: string; interests: Interest[] }[]
}
type MailchimpRecords = { key: string; audiences: Audience[]; templates: { id: number; name: string }[] }

export type Mailchimp = JsonService & MailchimpRecords

export async function useMailchimp(): Promise<Mailchimp> {
  const records: MailchimpRecords = { key: 'mailchimp-secret-us6', audiences: [], templates: [] }
  return Object.assign(records, await useJsonService((request) => answer(records, request)))
}

function answer(records: MailchimpRecords, { headers, path, query }: ServiceRequest): ServiceAnswer {
  const [, password] = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':')
  if (password !== records.key) return json(401, { title: 'API Key Invalid', status: 401 })
  const list = (field: string, items: readonly unknown[]): ServiceAnswer => {
    const [offset, count] = [Number(query.get('offset') ?? 0), Number(query.get('count') ?? 10)]
    return json(200, { [field]: items.slice(offset, offset + count), total_items: items.length, _links: [] })
  }
  if (path === '/lists') {
    return list(
      'lists',
      records.audiences.map(({ id, name }) => ({ id, name, stats: {} })),
    )
  }
  if (path === '/templates') {
    return list(
      'templates',
      records.templates.map((one) => ({ ...one, type: 'user' })),
    )
  }
  const [, , id, part, category, last] = path.split('/')
  const audience = records.audiences.find((one) => one.id === id)
  if (!audience) return json(404, { title: 'Resource Not Found', status: 404 })
  if (part === 'members') {
    return list(
      'members',
      audience.members.map((one, index) => ({
        id: String(index),
        unique_email_id: 'x',
        list_id: id,
        merge_fields: {},
        interests: {},
        tags: [],
        language: '',
        ...one,
      })),
    )
  }
  if (part === 'abuse-reports') {
    return list(
      'abuse_reports',
      audience.abuse.map((email_address) => ({ id: 1, email_address })),
    )
  }
  if (part === 'interest-categories' && category === undefined) {
    return list(
      'categories',
      audience.categories.map(({ id: categoryId, title }) => ({ id: categoryId, title, type: 'checkboxes' })),
    )
  }
  const found = audience.categories.find((one) => one.id === category)
  if (part === 'interest-categories' && found && last === 'interests') {
    return list('interests', found.interests)
  }
  return json(404, { title: 'Resource Not Found', status: 404 })
}
