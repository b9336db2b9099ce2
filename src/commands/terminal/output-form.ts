import { terminal } from '../../platform/terminal.ts'
import type { Output } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { listText, recordText } from './text-table.ts'

/** JSON where a program reads, text where a person does. */
export function createOutput({ json, table }: { json: boolean; table: boolean }): Output {
  if (json && table) throw new UsageError('--json and --table exclude each other.')
  const isJson = json || (!table && !terminal.isWatched)
  const toJson = (value: unknown) => JSON.stringify(value, null, terminal.isWatched ? 2 : 0)
  return {
    isJson,
    record: (record, text = () => recordText(record)) => terminal.print(isJson ? toJson(record) : text()),
    list: (items, columns) => terminal.print(isJson ? toJson(items) : listText(items, columns)),
    line: (record, text) => terminal.print(isJson ? JSON.stringify(record) : text()),
    note: (text) => terminal.complain(text),
  }
}
