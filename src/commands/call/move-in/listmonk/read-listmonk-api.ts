// Everything of a listmonk by its API (https://listmonk.app/docs/apis/apis/): lists, subscribers, templates.
import type { SourceClient } from '../sources/source-client.ts'
import type { SourceRecord } from '../records.ts'
import { translateGoTemplate } from '../templates/go-template.ts'
import { listId, readSubscriber } from './listmonk-contact.ts'
import type { ListKind, Subscriber } from './listmonk-contact.ts'

type Envelope<T> = { data: T }
type Page<T> = Envelope<{ results: T[] | null; total: number }>

type List = { id: number; name: string; type: string; optin: string; description?: string }

type Template = { id: number; name: string; type: string; subject?: string; body: string }

// listmonk may return fewer per page than it is asked for.
const PER_PAGE = 1_000

export async function* readListmonkApi(client: SourceClient): AsyncGenerator<SourceRecord> {
  const lists = new Map<number, ListKind>()
  for await (const { item } of pagesOf<List>(client, '/api/lists', {
    order_by: 'created_at',
    order: 'ASC',
  })) {
    const as = item.type === 'public' ? 'topic' : 'segment'
    lists.set(item.id, { as, isDouble: item.optin === 'double' })
    yield { kind: 'group', id: listId(item.id), name: item.name, description: item.description, as }
  }
  // By their ids: who signs up meanwhile comes at the end. Those of one import share their dates, so pages in the order of
  // dates would repeat some and miss others.
  let isCounted = false
  const subscribers = pagesOf<Subscriber>(client, '/api/subscribers', { order_by: 'id', order: 'ASC' })
  for await (const { item, total } of subscribers) {
    if (!isCounted) yield { kind: 'count', of: 'contacts', count: total }
    isCounted = true
    yield* readSubscriber(item, lists)
  }
  const { data: templates } = await client.get<Envelope<Template[]>>('/api/templates')
  for (const template of templates) yield readTemplate(template)
}

type PageQuery = Readonly<Record<string, string>>

async function* pagesOf<T>(
  client: SourceClient,
  path: string,
  query: PageQuery,
): AsyncGenerator<{ item: T; total: number }> {
  let read = 0
  for (let page = 1; ; page += 1) {
    const { data } = await client.get<Page<T>>(path, { ...query, page, per_page: PER_PAGE })
    for (const item of data.results ?? []) {
      read += 1
      yield { item, total: data.total }
    }
    if (!data.results?.length || read >= data.total) return
  }
}

function readTemplate({ id, name, type, subject, body }: Template): SourceRecord {
  const key = `listmonk-${id}`
  const translated = translateGoTemplate(body)
  if (type !== 'tx') {
    return { kind: 'layout', key, name, body: translated.text, untranslated: translated.untranslated }
  }
  const title = translateGoTemplate(subject ?? '')
  return {
    kind: 'template',
    alias: key,
    name,
    subject: title.text.trim() || name,
    body: translated.text,
    type: 'TRANSACTIONAL',
    untranslated: [...title.untranslated, ...translated.untranslated],
  }
}
