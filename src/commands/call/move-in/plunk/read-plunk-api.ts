// Everything of a Plunk project by its API (https://docs.useplunk.com): contacts, templates and workflows.
import type { SourceRecord } from '../records.ts'
import type { SourceClient } from '../sources/source-client.ts'
import { translatePlunkTemplate } from '../templates/plunk-template.ts'
import { NoEquivalent, templateAlias, toDraft } from './plunk-workflow.ts'
import type { PlunkWorkflow } from './plunk-workflow.ts'

type Contact = { email: string; subscribed: boolean; data?: Record<string, unknown> | null }
/** Some versions name the list after its records, others `data`. */
type ContactPage = {
  contacts?: Contact[]
  data?: Contact[]
  cursor?: string | null
  hasMore?: boolean
  total?: number | null
}
type Template = {
  id: string
  name: string
  subject: string
  body: string
  type?: string
}
type NumberedPage<T> = { data?: T[]; templates?: T[]; workflows?: T[]; totalPages?: number }

const PER_PAGE = 100

export async function* readPlunkApi(client: SourceClient): AsyncGenerator<SourceRecord> {
  yield* readContacts(client)
  for await (const template of numberedPages<Template>(client, '/templates')) yield readTemplate(template)
  for await (const { id, name } of numberedPages<PlunkWorkflow>(client, '/workflows')) {
    yield readWorkflow(name, await client.get<PlunkWorkflow>(`/workflows/${encodeURIComponent(id)}`))
  }
}

async function* readContacts(client: SourceClient): AsyncGenerator<SourceRecord> {
  let cursor: string | undefined
  let isCounted = false
  do {
    const page: ContactPage = await client.get<ContactPage>('/contacts', { limit: PER_PAGE, cursor })
    if (!isCounted && typeof page.total === 'number') {
      yield { kind: 'count', of: 'contacts', count: page.total }
    }
    isCounted = true
    for (const { email, subscribed, data } of page.contacts ?? page.data ?? []) {
      yield {
        kind: 'contact',
        email,
        state: subscribed ? 'SUBSCRIBED' : 'LEFT',
        data: data ?? {},
        groups: [],
      }
    }
    cursor = page.hasMore === false ? undefined : (page.cursor ?? undefined)
  } while (cursor !== undefined)
}

function readTemplate({ id, name, subject, body, type }: Template): SourceRecord {
  return {
    kind: 'template',
    alias: templateAlias(id),
    name,
    subject: translatePlunkTemplate(subject).text,
    body: translatePlunkTemplate(body).text,
    // A headless template is a marketing one without a footer.
    type: type === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'MARKETING',
    untranslated: [],
  }
}

function readWorkflow(name: string, workflow: PlunkWorkflow): SourceRecord {
  try {
    return { kind: 'workflow', draft: toDraft(workflow) }
  } catch (error) {
    if (!(error instanceof NoEquivalent)) throw error
    return { kind: 'left out', of: 'workflows', reason: error.message, example: name }
  }
}

async function* numberedPages<T>(client: SourceClient, path: string): AsyncGenerator<T> {
  for (let page = 1; ; page += 1) {
    const answer = await client.get<NumberedPage<T>>(path, { page, pageSize: PER_PAGE })
    const items = answer.data ?? answer.templates ?? answer.workflows ?? []
    yield* items
    if (items.length === 0 || page >= (answer.totalPages ?? 1)) return
  }
}
