// The API v3 of SendGrid on loopback, as far as a move needs it, in its documented form. Exports are compressed CSV files at an address without a key.
import { gzipSync } from 'node:zlib'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { json, useJsonService } from './json-service.ts'
import type { JsonService, ServiceAnswer, ServiceRequest } from './json-service.ts'

type SendgridContact = { email: string; first_name?: string; plan?: string; lists?: string[] }
type SendgridTemplate = {
  id: string
  name: string
  versions: { active: number; subject: string; html_content: string; plain_content?: string }[]
}

type SendgridRecords = {
  key: string
  contacts: SendgridContact[]
  lists: { id: string; name: string }[]
  /** Addresses by list: bounces, invalid_emails, spam_reports, blocks, unsubscribes. */
  suppressions: Record<string, string[]>
  groups: { id: number; name: string; description: string; emails: string[] }[]
  templates: SendgridTemplate[]
  /** The next downloads that break off. */
  brokenDownloads: number
  /** The status of exports. */
  exportStatus: string
}

export type Sendgrid = JsonService & SendgridRecords

type State = { records: SendgridRecords; url: () => string; files: string; exports: string[] }

export async function useSendgrid(): Promise<Sendgrid> {
  const records: SendgridRecords = {
    key: 'SG.sendgrid-secret',
    contacts: [],
    lists: [],
    suppressions: {},
    groups: [],
    templates: [],
    brokenDownloads: 0,
    exportStatus: 'ready',
  }
  const state: State = { records, url: () => service.url, files: '', exports: [] }
  state.files = await serveFiles(state)
  const service: JsonService = await useJsonService((request) => answer(state, request))
  return Object.assign(records, service)
}

/** Like a store of files with signed addresses. */
async function serveFiles({ records, exports }: State): Promise<string> {
  const server = createServer((request, response) => {
    const file = gzipSync(exports[Number(request.url?.slice(1))] ?? '')
    if (request.headers.authorization !== undefined) return void response.writeHead(400).end()
    if (records.brokenDownloads === 0) return void response.end(file)
    records.brokenDownloads -= 1
    response.writeHead(200, { 'content-length': file.length })
    response.write(file.subarray(0, file.length / 2), () => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(state: State, { headers, method, path, query, body }: ServiceRequest): ServiceAnswer {
  const { records, exports, files } = state
  if (headers.authorization !== `Bearer ${records.key}`) {
    return json(401, { errors: [{ message: 'authorization required' }] })
  }
  if (path === '/v3/marketing/contacts/exports' && method === 'POST') {
    const { list_ids: lists } = JSON.parse(body) as { list_ids?: string[] }
    exports.push(
      csvOf(records.contacts.filter((one) => !lists || one.lists?.some((id) => lists.includes(id)))),
    )
    return json(202, { id: String(exports.length - 1) })
  }
  const [, exported] = /^\/v3\/marketing\/contacts\/exports\/(\d+)$/.exec(path) ?? []
  if (exported !== undefined) {
    const { exportStatus: status } = records
    return json(200, {
      id: exported,
      status,
      ...(status === 'ready' ? { urls: [`${files}/${exported}`] } : { message: 'no space left' }),
    })
  }
  if (path === '/v3/marketing/lists') {
    // Two pages, the second named by its address.
    const at = Number(query.get('page_token') ?? 0)
    const next =
      at + 1 < records.lists.length ? { next: `https://api.sendgrid.com${path}?page_token=${at + 1}` } : {}
    return json(200, {
      result: records.lists.slice(at, at + 1),
      _metadata: { ...next, count: records.lists.length },
    })
  }
  const [, list] = /^\/v3\/suppression\/(\w+)$/.exec(path) ?? []
  if (list !== undefined) {
    const from = Number(query.get('offset'))
    return json(
      200,
      (records.suppressions[list] ?? [])
        .slice(from, from + Number(query.get('limit')))
        .map((email) => ({ created: 1, email, reason: '550 no such user', status: '5.1.1' })),
    )
  }
  if (path === '/v3/asm/groups') {
    return json(
      200,
      records.groups.map(({ emails, ...group }) => ({ ...group, unsubscribes: emails.length })),
    )
  }
  const [, group] = /^\/v3\/asm\/groups\/(\d+)\/suppressions$/.exec(path) ?? []
  if (group !== undefined) {
    return json(200, records.groups.find(({ id }) => String(id) === group)?.emails ?? [])
  }
  if (path === '/v3/templates') {
    return json(200, {
      result: records.templates.map(({ id, name }) => ({ id, name, generation: 'dynamic', versions: [] })),
      _metadata: {},
    })
  }
  const template = records.templates.find(({ id }) => path === `/v3/templates/${id}`)
  return template
    ? json(200, { ...template, generation: 'dynamic' })
    : json(404, { errors: [{ message: 'not found' }] })
}

function csvOf(contacts: readonly SendgridContact[]): string {
  const rows = contacts.map(
    ({ email, first_name: first = '', plan = '' }) => `"${email}","${first}","${plan}",2024-01-01,x`,
  )
  return ['EMAIL,FIRST_NAME,plan,CREATED_AT,CONTACT_ID', ...rows, ''].join('\n')
}
