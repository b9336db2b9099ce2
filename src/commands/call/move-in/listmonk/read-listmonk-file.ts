// The export of subscribers of listmonk, a CSV file: uuid, email, name, attributes, status, created_at, updated_at. It has no lists.
import { CommandFailure, EXIT } from '../../../failure.ts'
import { createFileGroups, fallbackOf, noStates, objectOf } from '../csv/read-csv.ts'
import { openCsv } from '../csv/csv-rows.ts'
import type { CsvFile } from '../csv/csv-rows.ts'
import type { Source, SourceRecord } from '../records.ts'
import { dataOf } from './listmonk-contact.ts'

type FileOptions = { file: string; subscribed: boolean | undefined; segment: string | undefined }

const COLUMNS = ['email', 'name', 'attributes', 'status']

export async function openListmonkFile(options: FileOptions): Promise<Source> {
  const csv = await openCsv(options.file)
  const missing = COLUMNS.find((column) => !csv.headers.includes(column))
  if (missing !== undefined) {
    const message = `${options.file} is not an export of listmonk: it has no column "${missing}". Use lettermill import csv.`
    throw new CommandFailure(message, { exitStatus: EXIT.failure })
  }
  if (options.subscribed === undefined) {
    throw noStates('The export of listmonk does not say who has unsubscribed from a list')
  }
  return { name: 'listmonk', from: options.file, records: readFile(csv, options) }
}

async function* readFile(
  { rows }: CsvFile,
  { subscribed, segment }: FileOptions,
): AsyncGenerator<SourceRecord> {
  const groups = createFileGroups(segment)
  yield* groups.first()
  for await (const { row, cells, problem } of rows('email')) {
    const { email = '', name = '', attributes = '', status = '' } = cells
    const attribs = attributes.trim() === '' ? {} : objectOf(attributes)
    if (problem !== undefined || !attribs) {
      const reason = problem ?? 'its attributes must be a JSON object'
      yield { kind: 'left out', of: 'contacts', reason, example: `row ${row}: ${email}` }
      continue
    }
    if (status === 'blocklisted') yield { kind: 'suppression', email, reason: 'manual' }
    yield {
      kind: 'contact',
      email,
      state: status === 'enabled' ? fallbackOf(subscribed).state : 'LEFT',
      data: dataOf({ name, attribs }),
      groups: groups.choices([]),
    }
  }
}
