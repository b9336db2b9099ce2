// Everything of a Resend account by its API (https://resend.com/docs/api-reference): contacts, audiences, and templates.
import { CommandFailure, EXIT } from '../../../failure.ts'
import type { SourceRecord } from '../records.ts'
import type { SourceClient } from '../sources/source-client.ts'
import { translateResendTemplate } from '../templates/resend-template.ts'

type Page<T> = { data: T[]; has_more?: boolean }
type Audience = { id: string; name: string }
type Contact = {
  id: string
  email: string
  first_name?: string | null
  last_name?: string | null
  unsubscribed: boolean
  properties?: Record<string, unknown>
}
type Template = {
  id: string
  name: string
  alias?: string | null
  subject?: string | null
  html?: string | null
  text?: string | null
  variables?: { key: string; fallback_value?: unknown }[] | null
}

export async function* readResendApi(client: SourceClient): AsyncGenerator<SourceRecord> {
  // A contact may be in several audiences or in none, so contacts come by themselves.
  for await (const contact of pagesOf<Contact>(client, '/contacts')) {
    yield {
      kind: 'contact',
      email: contact.email,
      state: contact.unsubscribed ? 'LEFT' : 'SUBSCRIBED',
      data: dataOf(contact),
      groups: [],
    }
  }
  for await (const { id, name } of pagesOf<Audience>(client, '/audiences')) {
    const group = `audience ${id}`
    yield { kind: 'group', id: group, name, as: 'segment' }
    for await (const { email } of pagesOf<Contact>(client, `/audiences/${encodeURIComponent(id)}/contacts`)) {
      yield { kind: 'member', email, group }
    }
  }
  yield* readTemplates(client)
}

const dataOf = ({
  first_name: first,
  last_name: last,
  properties = {},
}: Contact): Record<string, unknown> => ({
  ...(first && { firstName: first }),
  ...(last && { lastName: last }),
  ...properties,
})

async function* readTemplates(client: SourceClient): AsyncGenerator<SourceRecord> {
  try {
    for await (const { id } of pagesOf<{ id: string }>(client, '/templates')) {
      yield readTemplate(await client.get<Template>(`/templates/${encodeURIComponent(id)}`))
    }
  } catch (error) {
    // Older accounts have no templates.
    if (!(error instanceof CommandFailure) || error.exitStatus !== EXIT.notFound) throw error
  }
}

function readTemplate(template: Template): SourceRecord {
  const fallbacks = new Map(
    (template.variables ?? []).flatMap(({ key, fallback_value: value }) =>
      value === null || value === undefined ? [] : [[key, value] as const],
    ),
  )
  const [subject, html, text] = [template.subject, template.html, template.text].map((part) =>
    translateResendTemplate(part ?? '', fallbacks),
  )
  return {
    kind: 'template',
    alias: aliasOf(template),
    name: template.name,
    subject: subject?.text.trim() || template.name,
    body: html?.text || `<pre>${text?.text ?? ''}</pre>`,
    ...(text?.text && { text: text.text }),
    type: 'TRANSACTIONAL',
    untranslated: [subject, html, text].flatMap((part) => part?.untranslated ?? []),
  }
}

/** Calls name templates by their alias, so it goes on working if it can be one here. */
function aliasOf({ id, alias }: Template): string {
  return alias && /^[a-z0-9-]{1,100}$/.test(alias) && !/^[0-9a-f-]{36}$/.test(alias)
    ? alias
    : `resend-${id.toLowerCase()}`
}

const PER_PAGE = 100

async function* pagesOf<T extends { id: string }>(client: SourceClient, path: string): AsyncGenerator<T> {
  let after: string | undefined
  do {
    const page: Page<T> = await client.get<Page<T>>(path, { limit: PER_PAGE, after })
    yield* page.data
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after !== undefined)
}
