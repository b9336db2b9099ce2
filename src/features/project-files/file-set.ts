// The files of a request, sorted by the records that they belong to and read.
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import { AppError, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectFile, RecordFiles } from './file-kind.ts'
import { KNOWN_PLACES, placeOfFile } from './file-names.ts'
import { FILE_KINDS } from './kinds.ts'
import { MOST_BYTES } from './project-files.schema.ts'
import type { KindName } from './project-files.schema.ts'

/** A record as its files have it. */
export type FileRecord = { kind: KindName; stem: string; path: string; fields: object }

/** Identifies a record of a project by the name of its files. */
export const recordKey = (kind: KindName, stem: string): string => `${kind} ${stem}`

/** @throws AppError with all mistakes, each with its file and field */
export async function readFiles(
  files: readonly ProjectFile[],
  lane: string,
): Promise<Map<string, FileRecord>> {
  const problems: FieldProblem[] = []
  const groups = groupFiles(files, problems)
  const records = new Map<string, FileRecord>()
  for (const [key, { kind, given }] of groups) {
    if (problems.length >= MOST_PROBLEMS) break
    await heavyTurn(lane)
    const path = mainPathOf(given.files)
    try {
      const fields = FILE_KINDS[kind].parse(given)
      records.set(key, { kind, stem: given.stem, path, fields })
    } catch (error) {
      if (!(error instanceof AppError) || !error.fields) throw error
      problems.push(...error.fields)
    }
  }
  if (problems.length === 0) problems.push(...findCircles(records))
  if (problems.length > 0) throw invalidFields(...problems.slice(0, MOST_PROBLEMS))
  return records
}

/** Records that need themselves, by way of others. Each circle is reported once. */
function findCircles(records: ReadonlyMap<string, FileRecord>): FieldProblem[] {
  const problems: FieldProblem[] = []
  const done = new Set<FileRecord>()
  const visit = (record: FileRecord, above: readonly FileRecord[]) => {
    const at = above.indexOf(record)
    if (at >= 0) {
      const circle = [...above.slice(at), record].map(({ path }) => path)
      const message = `refers to itself: ${circle.join(' needs ')}`
      problems.push({ field: record.path, message, code: 'custom' })
    }
    if (at >= 0 || done.has(record)) return
    done.add(record)
    for (const stem of FILE_KINDS[record.kind].needs?.(record.fields) ?? []) {
      const needed = records.get(recordKey(record.kind, stem))
      if (needed) visit(needed, [...above, record])
    }
  }
  for (const record of records.values()) visit(record, [])
  return problems
}

/** The file that stands for the record in messages. */
const mainPathOf = (files: ReadonlyMap<string, ProjectFile>): string => {
  const [first] = [...files.values()]
  const main = ['.jsonc', '.html', '.mjml'].map((ending) => files.get(ending)).find((file) => file)
  return (main ?? first)?.path ?? ''
}

type Group = { kind: KindName; given: RecordFiles & { files: Map<string, ProjectFile> } }

function groupFiles(files: readonly ProjectFile[], problems: FieldProblem[]): Map<string, Group> {
  const bytes = files.reduce(
    (sum, { path, text }) => sum + Buffer.byteLength(path) + Buffer.byteLength(text),
    0,
  )
  if (bytes > MOST_BYTES) {
    throw invalidFields({ field: 'files', message: 'must be at most 8 MB together', code: 'too_big' })
  }
  const groups = new Map<string, Group>()
  for (const { path: given, text } of files) {
    const path = given.normalize('NFC')
    const place = placeOfFile(path)
    if (!place) {
      problems.push({
        field: path,
        message: `is not a file of a project: it must be ${KNOWN_PLACES}`,
        code: 'custom',
      })
      continue
    }
    const { kind, stem, ending } = place
    const key = recordKey(kind, stem)
    const group = groups.get(key) ?? { kind, given: { stem, files: new Map<string, ProjectFile>() } }
    if (group.given.files.has(ending)) {
      problems.push({ field: path, message: 'is given twice', code: 'custom' })
    }
    group.given.files.set(ending, { path, text })
    groups.set(key, group)
  }
  return groups
}
