// Everything of a SendGrid account by its API (https://www.twilio.com/docs/sendgrid/api-reference): suppressions and unsubscribe groups, contacts
// by an export that SendGrid prepares, lists by an export each, and dynamic templates.
import { setTimeout as pause } from 'node:timers/promises'
import { typedCell } from '../../../../platform/csv/typed-cell.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'
import { openCsv } from '../csv/csv-rows.ts'
import type { ContactState, SourceRecord, SuppressionReason } from '../records.ts'
import { downloadFile } from '../sources/download.ts'
import type { SourceClient } from '../sources/source-client.ts'
import { translateHandlebars } from '../templates/handlebars.ts'

type SendgridOptions = {
  client: SourceClient
  signal: AbortSignal
  /** The state of contacts of which nothing else is known. */
  state: ContactState
  /** Shorter in tests. */
  pollMs?: number
}

export async function* readSendgridApi(options: SendgridOptions): AsyncGenerator<SourceRecord> {
  const { client } = options
  // Addresses that must get no email come first: no later record subscribes them again.
  yield* readSuppressions(client)
  yield* readUnsubscribeGroups(client)
  yield* readContacts(options)
  yield* readLists(options)
  yield* readTemplates(client)
}

type SuppressedAddress = { email: string }

const REASONS: readonly (readonly [string, SuppressionReason])[] = [
  ['bounces', 'hard_bounce'],
  ['invalid_emails', 'hard_bounce'],
  ['spam_reports', 'complaint'],
]

async function* readSuppressions(client: SourceClient): AsyncGenerator<SourceRecord> {
  for (const [list, reason] of REASONS) {
    for await (const { email } of offsetPages<SuppressedAddress>(client, `/v3/suppression/${list}`)) {
      yield { kind: 'suppression', email, reason }
      yield contact(email, { state: 'LEFT' })
    }
  }
  for await (const { email } of offsetPages<SuppressedAddress>(client, '/v3/suppression/blocks')) {
    yield {
      kind: 'left out',
      of: 'suppressions',
      reason: 'a block is about the sender, not the recipient',
      example: email,
    }
  }
  for await (const { email } of offsetPages<SuppressedAddress>(client, '/v3/suppression/unsubscribes')) {
    yield contact(email, { state: 'LEFT' })
  }
}

type ContactParts = Partial<Pick<Extract<SourceRecord, { kind: 'contact' }>, 'data' | 'groups'>> & {
  state: ContactState
}

const contact = (email: string, { state, data = {}, groups = [] }: ContactParts): SourceRecord => ({
  kind: 'contact',
  email,
  state,
  data,
  groups,
})

type UnsubscribeGroup = { id: number; name: string; description?: string }

async function* readUnsubscribeGroups(client: SourceClient): AsyncGenerator<SourceRecord> {
  for (const { id, name, description } of await client.get<UnsubscribeGroup[]>('/v3/asm/groups')) {
    const group = `group ${id}`
    yield { kind: 'group', id: group, name, description, as: 'topic', isImplied: true }
    for (const email of await client.get<string[]>(`/v3/asm/groups/${id}/suppressions`)) {
      yield contact(email, { state: 'UNKNOWN', groups: [{ id: group, isIn: false }] })
    }
  }
}

const NOT_DATA = new Set([
  'email',
  'contact_id',
  'created_at',
  'updated_at',
  'list_ids',
  'segment_ids',
  'primary_email',
  '',
])

async function* readContacts(options: SendgridOptions): AsyncGenerator<SourceRecord> {
  for await (const cells of readExport(options, {})) {
    const data = Object.fromEntries(
      Object.entries(cells)
        .filter(([name, cell]) => cell !== '' && !NOT_DATA.has(name))
        .map(([name, cell]) => [name, typedCell(cell)]),
    )
    yield contact(cells['email'] ?? '', { state: options.state, data })
  }
}

type List = { id: string; name: string }

async function* readLists(options: SendgridOptions): AsyncGenerator<SourceRecord> {
  for await (const { id, name } of linkedPages<List>(options.client, '/v3/marketing/lists?page_size=1000')) {
    const group = `list ${id}`
    yield { kind: 'group', id: group, name, as: 'segment' }
    for await (const { email } of readExport(options, { list_ids: [id] })) {
      if (email) yield { kind: 'member', email, group }
    }
  }
}

type ExportState = { status: string; urls?: string[]; message?: string }

const POLL_MS = 5_000
// An export of millions takes minutes; one that is not ready by then has been forgotten.
const MOST_POLLS = 720

/** The rows of an export, with names of fields in lower case, as templates and the API have them. */
async function* readExport(
  { client, signal, pollMs = POLL_MS }: SendgridOptions,
  wanted: object,
): AsyncGenerator<Record<string, string>> {
  const { id } = await client.post<{ id: string }>('/v3/marketing/contacts/exports', {
    ...wanted,
    file_type: 'csv',
  })
  for (const url of await waitForExport(client, { id, signal, pollMs })) {
    const { file, remove } = await downloadFile(url, { signal })
    try {
      const { headers, rows } = await openCsv(file)
      const address = headers.find((header) => header.toLowerCase() === 'email') ?? ''
      for await (const { cells } of rows(address)) {
        yield Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name.toLowerCase(), cell]))
      }
    } finally {
      await remove()
    }
  }
}

type ExportWait = { id: string; signal: AbortSignal; pollMs: number }

async function waitForExport(client: SourceClient, { id, signal, pollMs }: ExportWait): Promise<string[]> {
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    const state = await client.get<ExportState>(`/v3/marketing/contacts/exports/${encodeURIComponent(id)}`)
    if (state.status === 'ready') return state.urls ?? []
    if (state.status === 'failure') throw failed(state.message ?? 'SendGrid does not say why')
    await pause(pollMs, undefined, { signal })
  }
  throw failed('it was not ready after an hour')
}

const failed = (why: string) =>
  new CommandFailure(`SendGrid could not export its contacts: ${why}`, { exitStatus: EXIT.failure })

type TemplateVersion = {
  active: number
  name?: string
  subject?: string
  html_content?: string
  plain_content?: string
}
type Template = { id: string; name: string; versions?: TemplateVersion[] }

async function* readTemplates(client: SourceClient): AsyncGenerator<SourceRecord> {
  for await (const { id, name } of linkedPages<Template>(
    client,
    '/v3/templates?generations=dynamic&page_size=200',
  )) {
    const { versions = [] } = await client.get<Template>(`/v3/templates/${encodeURIComponent(id)}`)
    const version = versions.find(({ active }) => active === 1)
    if (!version) {
      yield { kind: 'left out', of: 'templates', reason: 'it has no active version', example: name }
    } else yield readVersion({ id, name }, version)
  }
}

function readVersion({ id, name }: Template, version: TemplateVersion): SourceRecord {
  const { subject = '', html_content: html = '', plain_content: plain = '' } = version
  const [title, body, text] = [subject, html, plain].map(translateHandlebars) as [Parts, Parts, Parts]
  return {
    kind: 'template',
    // Calls name templates by their id, so the id goes on working.
    alias: id.toLowerCase(),
    name,
    subject: title.text.trim() || name,
    body: body.text || `<pre>${text.text}</pre>`,
    ...(text.text && { text: text.text }),
    type: 'TRANSACTIONAL',
    untranslated: [title, body, text].flatMap(({ untranslated }) => untranslated),
  }
}

type Parts = ReturnType<typeof translateHandlebars>

const PER_PAGE = 500

async function* offsetPages<T>(client: SourceClient, path: string): AsyncGenerator<T> {
  for (let offset = 0; ; offset += PER_PAGE) {
    const items = await client.get<T[]>(path, { limit: PER_PAGE, offset })
    yield* items
    if (items.length < PER_PAGE) return
  }
}

type LinkedPage<T> = { result: T[]; _metadata?: { next?: string } }

/** Pages that name the address of the next one. Only its query is used: the token goes nowhere else. */
async function* linkedPages<T>(client: SourceClient, first: string): AsyncGenerator<T> {
  const [path = ''] = first.split('?')
  for (let next: string | undefined = first; next !== undefined;) {
    const page: LinkedPage<T> = await client.get<LinkedPage<T>>(next)
    yield* page.result
    const address: string | undefined = page._metadata?.next
    next = address === undefined || page.result.length === 0 ? undefined : path + new URL(address).search
  }
}
