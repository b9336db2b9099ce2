// `lettermill import <service>`. Readers and the writer are loaded on demand, because most commands do not need them.
import type { Call, CallCommand, CommandOption } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { checkUrl } from '../connection.ts'
import { jsonObject, TRUTHS, truth } from '../resources/input.ts'
import { text } from '../resources/listing.ts'
import type { Source } from './records.ts'
import { readSecret, secretOptions } from './sources/secret.ts'

type Options = Readonly<Record<string, CommandOption>>

const DRY_RUN: Options = {
  'dry-run': { type: 'flag', summary: 'Count what would be taken and left out, and change nothing' },
}

/** Options of files that do not say everything. */
const FILE_OPTIONS: Options = {
  subscribed: { ...text('<true|false>', 'State of contacts whose row does not say'), choices: TRUTHS },
  segment: text('<name>', 'Segment for all contacts of the file, made if there is none'),
}

type ImportCommand = Pick<CallCommand, 'summary' | 'arguments' | 'options'> & {
  service: string
  open: (call: Call) => Promise<Source>
}

const importCommand = ({ service, options, open, ...facts }: ImportCommand): CallCommand => ({
  ...facts,
  family: 'call',
  effect: 'change',
  name: `import ${service}`,
  options: { ...options, ...DRY_RUN },
  async run(call) {
    const { runMoveIn } = await import('./run-move-in.ts')
    await runMoveIn(call, await open(call))
  },
})

const importCsv = importCommand({
  service: 'csv',
  summary: 'Move contacts in from a CSV file of any service',
  arguments: [{ name: 'file', summary: 'CSV file with a header' }],
  options: {
    map: text('<json>', 'Meaning of columns, such as {"Mail":"email","State":"status","Plan":"data.plan"}'),
    ...FILE_OPTIONS,
  },
  async open(call) {
    const { openCsvSource } = await import('./csv/read-csv.ts')
    return openCsvSource({
      file: call.word('file'),
      map: jsonObject('--map', call.text('map')) ?? {},
      ...fileOptions(call),
    })
  },
})

const fileOptions = (call: Call) => ({
  subscribed: truth(call.text('subscribed')),
  segment: call.text('segment'),
})

const sourceUrl = (summary: string): Options => ({ 'source-url': text('<url>', summary) })

/** A file or the API, and only options that belong to it. */
function requireOne(call: Call, { needed, excluded }: { needed: string; excluded: readonly string[] }): void {
  const file = call.text('file')
  if ((file === undefined) === (call.text(needed) === undefined)) {
    throw new UsageError(`Give either --${needed}, to read the API, or --file, to read an export.`)
  }
  const wrong = excluded.find(
    (name) => (file === undefined) === name in FILE_OPTIONS && call.text(name) !== undefined,
  )
  if (wrong !== undefined) {
    throw new UsageError(`--${wrong} belongs to ${file === undefined ? '--file' : `--${needed}`}.`)
  }
}

const importListmonk = importCommand({
  service: 'listmonk',
  summary: 'Move subscribers, lists and templates in from listmonk, by its API or its export',
  options: {
    ...sourceUrl('Address of listmonk'),
    user: text('<name>', 'API user of listmonk'),
    ...secretOptions('LISTMONK_TOKEN'),
    file: text('<file>', 'Export of subscribers, instead of the API'),
    ...FILE_OPTIONS,
  },
  async open(call) {
    requireOne(call, {
      needed: 'source-url',
      excluded: ['user', 'token-file', 'token-env', 'subscribed', 'segment'],
    })
    const file = call.text('file')
    if (file !== undefined) {
      const { openListmonkFile } = await import('./listmonk/read-listmonk-file.ts')
      return openListmonkFile({ file, ...fileOptions(call) })
    }
    return openListmonkApi(call)
  },
})

async function openListmonkApi(call: Call): Promise<Source> {
  const url = checkUrl(call.text('source-url') ?? '')
  const user = call.text('user')
  if (user === undefined) throw new UsageError('--user is missing: the name of an API user of listmonk.')
  const [{ readListmonkApi }, { createSourceClient }] = await Promise.all([
    import('./listmonk/read-listmonk-api.ts'),
    import('./sources/source-client.ts'),
  ])
  const token = await readSecret(call, { variable: 'LISTMONK_TOKEN', of: 'listmonk' })
  const authorization = `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`
  const client = createSourceClient({
    name: 'listmonk',
    url,
    headers: { authorization },
    signal: call.signal,
  })
  return { name: 'listmonk', from: url, records: readListmonkApi(client) }
}

export const IMPORT_COMMANDS: readonly CallCommand[] = [importCsv, importListmonk]
