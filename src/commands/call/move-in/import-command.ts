// The common part of `lettermill import <service>`.
import type { Call, CallCommand, CommandOption } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { checkUrl } from '../connection.ts'
import { TRUTHS, truth } from '../resources/input.ts'
import { text } from '../resources/listing.ts'
import type { Source } from './records.ts'
import { readSecret } from './sources/secret.ts'
import type { SourceClient } from './sources/source-client.ts'

export type Options = Readonly<Record<string, CommandOption>>

const DRY_RUN: Options = {
  'dry-run': { type: 'flag', summary: 'Count what would be taken and left out, and change nothing' },
}

/** Options of files that do not say everything. */
export const FILE_OPTIONS: Options = {
  subscribed: { ...text('<true|false>', 'State of contacts whose row does not say'), choices: TRUTHS },
  segment: text('<name>', 'Segment for all contacts of the file, made if there is none'),
}

export const fileOptions = (call: Call) => ({
  subscribed: truth(call.text('subscribed')),
  segment: call.text('segment'),
})

export const sourceUrl = (summary: string): Options => ({ 'source-url': text('<url>', summary) })

type ImportCommand = Pick<CallCommand, 'summary' | 'arguments' | 'options'> & {
  service: string
  open: (call: Call) => Promise<Source>
}

/** Readers and the writer are loaded on demand, because most commands do not need them. */
export const importCommand = ({ service, options, open, ...facts }: ImportCommand): CallCommand => ({
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

/** @throws UsageError if an option of the other way was given */
export function refuseOptions(
  call: Call,
  { names, because }: { names: readonly string[]; because: string },
): void {
  const wrong = names.find((name) => call.texts(name).length > 0)
  if (wrong !== undefined) throw new UsageError(`--${wrong} has no effect here: ${because}.`)
}

type ClientOptions = {
  name: string
  /** The variable of the token. */
  variable: string
  /** The address where --source-url is absent; it may depend on the token. */
  url: (token: string) => string
  headers: (token: string) => Readonly<Record<string, string>>
}

export async function openClient(call: Call, { name, variable, url, headers }: ClientOptions) {
  const given = call.text('source-url')
  const chosen = given === undefined ? undefined : checkUrl(given)
  const token = await readSecret(call, { variable, of: name })
  const from = chosen ?? url(token)
  const { createSourceClient } = await import('./sources/source-client.ts')
  const client: SourceClient = createSourceClient({
    name,
    url: from,
    headers: headers(token),
    signal: call.signal,
  })
  return { client, from }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const basic = (user: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`,
})
