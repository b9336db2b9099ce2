// The commands that all resources have alike: list and get.
import type { Call, CallCommand, Column, CommandArgument, CommandOption, Query } from '../../command.ts'

type Options = Readonly<Record<string, CommandOption>>

const LIST_OPTIONS: Options = {
  limit: { type: 'text', value: '<n>', summary: 'Records per page, 1 to 100' },
  cursor: { type: 'text', value: '<cursor>', summary: 'The cursor of the previous page' },
  all: { type: 'flag', summary: 'All pages; as JSON, one record per line' },
}

const LARGEST_PAGE = '100'

/** A record of the API; what is shown of it decides the columns. */
export type ApiRecord = Record<string, unknown>

export type Page = { cursor: string | null; hasMore: boolean; total: number | null } & Record<string, unknown>

type ListCommand = {
  /** Also the field of the answer. */
  resource: string
  path: string
  columns: readonly Column<ApiRecord>[]
  /** Options that are handed on as they are. */
  filters?: Options
}

/** `domains list`. */
export function listCommand({ resource, path, columns, filters = {} }: ListCommand): CallCommand {
  return {
    family: 'call',
    effect: 'read',
    name: `${resource} list`,
    summary: `List ${resource}`,
    options: { ...filters, ...LIST_OPTIONS },
    async run(call) {
      const query = queryOf(call, Object.keys(filters))
      if (call.isOn('all')) return printAll(call, { path, resource, columns, query })
      const paging = { limit: call.text('limit'), cursor: call.text('cursor') }
      const page = await call.api.get<Page>(path, { ...query, ...paging })
      if (call.output.isJson) return call.output.record(page)
      call.output.list(recordsOf(page, resource), columns)
      if (page.cursor !== null) call.output.note(`More with --cursor ${page.cursor}, or all with --all.`)
    },
  }
}

/** The values of options under the names of the API: `--campaign-id` is campaignId. */
export const queryOf = (call: Call, names: readonly string[]): Query =>
  Object.fromEntries(names.map((name) => [camelCase(name), call.text(name)]))

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export const recordsOf = (page: Page, resource: string): ApiRecord[] => page[resource] as ApiRecord[]

type AllPages = { path: string; resource: string; columns: readonly Column<ApiRecord>[]; query: Query }

/** Page after page. As JSON each record is printed when it arrives, so that a long list needs no memory. */
async function printAll(
  { api, output, signal }: Call,
  { path, resource, columns, query }: AllPages,
): Promise<void> {
  const records: ApiRecord[] = []
  for await (const record of readAll({ api, path, resource, query })) {
    signal.throwIfAborted()
    if (output.isJson) output.line(record, () => '')
    else records.push(record)
  }
  if (!output.isJson) output.list(records, columns)
}

type ReadAll = Pick<Call, 'api'> & { path: string; resource: string; query?: Query }

export async function* readAll({ api, path, resource, query = {} }: ReadAll): AsyncGenerator<ApiRecord> {
  let cursor: string | undefined
  do {
    const page = await api.get<Page>(path, { ...query, limit: LARGEST_PAGE, total: 'false', cursor })
    yield* recordsOf(page, resource)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
}

export const idOf = (record: string): CommandArgument => ({ name: 'id', summary: `Id of the ${record}` })

/** `domains get <id>`. */
export function getCommand({
  resource,
  path,
  record,
}: {
  resource: string
  path: string
  record: string
}): CallCommand {
  return {
    family: 'call',
    effect: 'read',
    name: `${resource} get`,
    summary: `Show one ${record}`,
    arguments: [idOf(record)],
    async run({ api, output, word }) {
      output.record(await api.get(`${path}/${encodeURIComponent(word('id'))}`))
    },
  }
}

/** A column that shows a field as it is. */
export const field = (name: string, head = name.toUpperCase()): Column<ApiRecord> => ({
  head,
  value: (record) => record[name],
})

export const text = (value: string, summary: string): CommandOption => ({ type: 'text', value, summary })
export const flag = (summary: string): CommandOption => ({ type: 'flag', summary })
