// A project as files.
import { createHash } from 'node:crypto'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Names, ProjectFile, SkippedRecord, StoredRecord, Tenant } from './file-kind.ts'
import { referenceKey, referredAs } from './file-kind.ts'
import { recordKey } from './file-set.ts'
import { FILE_KINDS } from './kinds.ts'
import { KINDS, MOST_BYTES, MOST_FILES } from './project-files.schema.ts'
import type { KindName } from './project-files.schema.ts'

export type HashedFile = ProjectFile & { hash: string }
export type StateRecord = { kind: KindName; record: StoredRecord; files: HashedFile[] }
export type ProjectState = {
  /** By `recordKey`. */
  records: ReadonlyMap<string, StateRecord>
  skipped: readonly SkippedRecord[]
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type KindRecord = { kind: KindName; record: StoredRecord }

/** @throws AppError if they are more than can be applied again */
export async function readProjectState(db: Db | Trx, tenant: Tenant): Promise<ProjectState> {
  const { loaded, skipped } = await loadRecords(db, tenant)
  const kept = expressAll(loaded, skipped)
  const records = new Map<string, StateRecord>()
  const size = { files: 0, bytes: 0 }
  for (const { kind, record } of kept) {
    await heavyTurn(tenant.projectId)
    const files = FILE_KINDS[kind].print(record).map((file) => ({ ...file, hash: hashOf(file.text) }))
    size.files += files.length
    size.bytes += files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    if (size.files > MOST_FILES || size.bytes > MOST_BYTES) throw tooLarge()
    records.set(recordKey(kind, record.stem), { kind, record, files })
  }
  return { records, skipped }
}

async function loadRecords(
  db: Db | Trx,
  tenant: Tenant,
): Promise<{ loaded: KindRecord[]; skipped: SkippedRecord[] }> {
  const loaded: KindRecord[] = []
  const skipped: SkippedRecord[] = []
  for (const kind of KINDS) {
    const found = await FILE_KINDS[kind].load(db, tenant)
    skipped.push(...found.skipped)
    loaded.push(...found.records.map((record) => ({ kind, record })))
  }
  return { loaded, skipped }
}

/** The records as files have them; the others become skipped ones. */
function expressAll(loaded: readonly KindRecord[], skipped: SkippedRecord[]): KindRecord[] {
  const namesOf = (kind: KindName) =>
    new Map(
      loaded
        .filter((one) => one.kind === kind)
        .map(({ record }) => [record.id, referredAs(FILE_KINDS[kind], record)]),
    )
  const names: Names = {
    template: namesOf('template'),
    segment: namesOf('segment'),
    workflow: namesOf('workflow'),
  }
  const skip = ({ kind, record: { id, stem, name } }: KindRecord, reason: string) => {
    skipped.push({ kind, id, stem, name, reason })
    return []
  }
  let kept = loaded.flatMap((one) => {
    const expressed = FILE_KINDS[one.kind].express?.(one.record, names) ?? one.record
    return typeof expressed === 'string' ? skip(one, expressed) : [{ ...one, record: expressed }]
  })
  // A file must not name a record that has none, which may take several rounds.
  for (;;) {
    const known = new Set(
      kept.map(({ kind, record }) => referenceKey(kind, referredAs(FILE_KINDS[kind], record))),
    )
    const next = kept.flatMap((one) => {
      const missing = FILE_KINDS[one.kind]
        .references?.(one.record.fields)
        .find(({ kind, name }) => !known.has(referenceKey(kind, name)))
      return missing
        ? skip(one, `It refers to the ${missing.kind} "${missing.name}", which is left out, too.`)
        : [one]
    })
    if (next.length === kept.length) return kept
    kept = next
  }
}

const tooLarge = () =>
  new AppError('INVALID_STATE', {
    message: `The project has more than ${MOST_FILES} files, or more than 8 MB of them.`,
    suggestion: 'Delete templates that are no longer used, or move single records with their own endpoints.',
  })

/** All files, in the order of their paths. */
export const filesOf = ({ records }: ProjectState): HashedFile[] =>
  [...records.values()].flatMap(({ files }) => files).toSorted((a, b) => (a.path < b.path ? -1 : 1))

// A response of this size is written within milliseconds.
const PAGE_CHARACTERS = 512 * 1_024

export type FilePage = {
  files: HashedFile[]
  skipped: SkippedRecord[]
  cursor: string | null
  hasMore: boolean
}

/** The files behind a path, as many as make half a megabyte, and at least one. */
export async function readFilePage(
  db: Db | Trx,
  { after, ...tenant }: Tenant & { after: string | undefined },
): Promise<FilePage> {
  const state = await readProjectState(db, tenant)
  const rest = filesOf(state).filter(({ path }) => after === undefined || path > after)
  let characters = 0
  const end = rest.findIndex(({ text }, index) => {
    characters += text.length
    return index > 0 && characters > PAGE_CHARACTERS
  })
  const files = end < 0 ? rest : rest.slice(0, end)
  return {
    files,
    skipped: [...state.skipped],
    cursor: end < 0 ? null : (files.at(-1)?.path ?? null),
    hasMore: end >= 0,
  }
}
