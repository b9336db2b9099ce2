// A project as files.
import { createHash } from 'node:crypto'
import { heavyTurn } from '../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectFile, SkippedRecord, StoredRecord, Tenant } from './file-kind.ts'
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

/** @throws AppError if they are more than can be applied again */
export async function readProjectState(db: Db | Trx, tenant: Tenant): Promise<ProjectState> {
  const records = new Map<string, StateRecord>()
  const skipped: SkippedRecord[] = []
  const size = { files: 0, bytes: 0 }
  for (const kind of KINDS) {
    const loaded = await FILE_KINDS[kind].load(db, tenant)
    skipped.push(...loaded.skipped)
    for (const record of loaded.records) {
      await heavyTurn(tenant.projectId)
      const files = FILE_KINDS[kind].print(record).map((file) => ({ ...file, hash: hashOf(file.text) }))
      size.files += files.length
      size.bytes += files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      if (size.files > MOST_FILES || size.bytes > MOST_BYTES) throw tooLarge()
      records.set(recordKey(kind, record.stem), { kind, record, files })
    }
  }
  return { records, skipped }
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
