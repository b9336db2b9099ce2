import type { Call, CallCommand, Output, ParsedWords } from '../command.ts'
import { CommandFailure, EXIT } from '../failure.ts'
import { withInterruption } from '../interruption.ts'
import { parseWords } from '../parse-words.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { createOutput } from '../terminal/output-form.ts'
import { optionsOf } from '../usage.ts'
import { UsageError } from '../usage-error.ts'
import { createApi } from './api.ts'
import { findConnection } from './connection.ts'

/** Runs a command that calls a server, or that is about the profiles. */
export async function runCall(command: CallCommand, words: readonly string[]): Promise<void> {
  const parsed = parseWords(command, words, optionsOf(command))
  const output = createOutput({ json: parsed.isOn('json'), table: parsed.isOn('table') })
  return withInterruption(async (signal) => {
    try {
      const api = command.isLocal ? localApi : await connect(parsed, { output, signal })
      const call: Call = { ...parsed, api, output, signal }
      if (command.effect === 'destroy' && !parsed.isOn('dry-run')) await confirm(command, call)
      await command.run(call)
    } catch (error) {
      if (signal.aborted) throw new CommandFailure('Interrupted.', { exitStatus: EXIT.interrupted })
      throw explicit(error, parsed)
    }
  })
}

async function connect(
  parsed: ParsedWords,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<Call['api']> {
  const connection = await findConnection({
    url: parsed.text('url'),
    key: parsed.text('key'),
    profile: parsed.text('profile'),
  })
  return createApi({ ...connection, isDryRun: parsed.isOn('dry-run'), output, signal })
}

const offline = () => {
  throw new Error('this command calls no server')
}
const localApi: Call['api'] = {
  url: '',
  key: '',
  get: offline,
  compute: offline,
  change: offline,
  download: offline,
  probe: offline,
}

async function confirm(command: CallCommand, call: Call): Promise<void> {
  if (call.isOn('yes')) return
  const subject = (command.arguments ?? []).map(({ name }) => call.word(name)).join(' ')
  if (!canAsk()) {
    throw new UsageError(
      `"${command.name}" cannot be undone, and there is no terminal to ask at. Repeat it with --yes, or look at it first with --dry-run.`,
    )
  }
  const answer = await ask(`${command.summary}: ${subject} on ${call.api.url}? [y/N] `, {
    signal: call.signal,
  })
  if (/^y(es)?$/i.test(answer)) return
  throw new CommandFailure('Nothing was done.', { exitStatus: EXIT.failure })
}

/** With --json, a program also gets the error of the answer as JSON. */
function explicit(error: unknown, parsed: ParsedWords): unknown {
  if (!(error instanceof CommandFailure) || error.answer === undefined || !parsed.isOn('json')) return error
  return new CommandFailure(JSON.stringify({ error: error.answer }), { exitStatus: error.exitStatus })
}
