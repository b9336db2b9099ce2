import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { NOT_SENT } from '../../command.ts'
import type { Call, CallCommand, CommandOption } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import { followJob } from '../follow-job.ts'
import type { Job } from '../follow-job.ts'
import { flag, queryOf, text } from './listing.ts'
import { TRUTHS, unreadable } from './input.ts'

export const importContacts: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'contacts import',
  summary: 'Import contacts from a CSV file, and wait for the end',
  arguments: [{ name: 'file', summary: 'CSV file with a header; the column email is the address' }],
  options: {
    map: text('<json>', 'Fields of the columns, such as {"Mail":"email","Plan":"data.plan"}'),
    subscribed: { ...text('<true|false>', 'For rows without that column'), choices: TRUTHS },
    'segment-id': text('<id>', 'Adds the contacts to this segment'),
    'no-wait': flag('Do not wait for the end'),
  },
  async run(call) {
    const file = call.word('file')
    await stat(file).catch((error: Error) => {
      throw unreadable(file, error)
    })
    const started = await call.api.change<{ jobId: string }>({
      method: 'POST',
      path: '/contacts/import',
      query: queryOf(call, ['map', 'subscribed', 'segment-id']),
      upload: { file, type: 'text/csv' },
    })
    if (started === NOT_SENT) return
    if (call.isOn('no-wait')) return call.output.record({ jobId: started.jobId })
    const job = await follow(call, started.jobId)
    call.output.record(job, () => summaryOf(job))
    if (job.status === 'FAILED') {
      throw new CommandFailure('The import has failed.', { exitStatus: EXIT.failure })
    }
  },
}

async function follow(call: Call, id: string): Promise<Job> {
  const bar = createProgressBar('Importing')
  try {
    return await followJob(call, { id, onProgress: (progress) => bar.update(progress) })
  } finally {
    bar.end()
  }
}

function summaryOf({ status, progress: { done, failed }, errors }: Job): string {
  const rows = errors.map(({ row, field, message }) => `  row ${row}: ${field ? `${field} ` : ''}${message}`)
  return [`${status}: ${done} rows imported, ${failed} failed`, ...rows].join('\n')
}

/** Takes the filters of `contacts list`. */
export const exportContacts = (filters: Readonly<Record<string, CommandOption>>): CallCommand => ({
  family: 'call',
  effect: 'read',
  name: 'contacts export',
  summary: 'Export contacts as CSV, to standard output or a file',
  options: { ...filters, output: text('<file>', 'File to write; it must not exist') },
  async run(call) {
    const body = await call.api.download('/contacts/export', queryOf(call, Object.keys(filters)))
    const file = call.text('output')
    if (file === undefined) return writeOut(body, call)
    const bar = createProgressBar('Bytes')
    let done = 0
    const count = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        done += chunk.length
        bar.update({ done, total: null })
        yield chunk
      }
    }
    try {
      await pipeline(body, count, createWriteStream(file, { flags: 'wx' }), { signal: call.signal })
    } catch (error) {
      if (call.signal.aborted) throw error
      throw new CommandFailure(`${file} was not written: ${(error as Error).message}`, {
        exitStatus: EXIT.failure,
      })
    } finally {
      bar.end()
    }
    call.output.record({ file, bytes: done }, () => `${done} bytes are in ${file}.`)
  },
})

/** As fast as it is read, and no further than somebody reads it. */
async function writeOut(body: AsyncIterable<Uint8Array>, { signal }: Call): Promise<void> {
  for await (const chunk of body) {
    signal.throwIfAborted()
    if (process.stdout.destroyed || !process.stdout.writable) return
    if (!process.stdout.write(chunk)) {
      await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')])
    }
  }
}
