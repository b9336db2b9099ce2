// The kinds of records have this in common: a record becomes files, and files become a record again.
import type { CallerSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { Filters } from '../filters/index.ts'
import type { KindName } from './project-files.schema.ts'

export type ProjectFile = { path: string; text: string }

/** The files of one record, by what follows the stem of their name: `.mjml`, `.de.txt`. */
export type RecordFiles = { stem: string; files: ReadonlyMap<string, ProjectFile> }

/** A record of the project. */
export type StoredRecord<Fields extends object = object> = {
  id: string
  /** The name of its files without endings. */
  stem: string
  name: string
  fields: Fields
  updatedAt: Date | null
  version?: number
  /** A segment that records who enters and leaves it. */
  isTracked?: boolean
}

/** A record that files cannot express. */
export type SkippedRecord = { kind: KindName; id: string; stem: string; name: string; reason: string }

export type LoadedRecords<Fields extends object = object> = {
  records: StoredRecord<Fields>[]
  skipped: SkippedRecord[]
}

export type Tenant = { projectId: ProjectId }

/** The context of a save. All writes belong to `trx`. */
export type SaveContext = Tenant & {
  trx: Trx
  /** For services that begin a transaction themselves: it is open already. */
  late: LateDb
  now: Date
  threads: ThreadPool
  filters: Filters
  source: CallerSource
  /** The ids of the records that files refer to, by `referenceKey`. */
  ids: ReadonlyMap<string, string>
}

export const referenceKey = (kind: KindName, name: string): string => `${kind} ${name}`

export type RecordChange<Fields extends object> = {
  stem: string
  fields: Fields
  /** undefined: it is created. */
  before: StoredRecord<Fields> | undefined
}

export interface FileKind<Fields extends object = object> {
  name: KindName
  /** In sentences. */
  label: string
  load(this: void, db: Db | Trx, tenant: Tenant): Promise<LoadedRecords<Fields>>
  print(this: void, record: { stem: string; fields: Fields }): ProjectFile[]
  /** @throws AppError with the file and the field of each mistake */
  parse(this: void, files: RecordFiles): Fields
  nameOf(this: void, fields: Fields, stem: string): string
  /** How other files refer to the record. Default: by its stem. */
  referredAs?(this: void, fields: Fields): string
  /** The fields to save, with what the files leave to the record. @throws AppError for a change that is not possible */
  settle?(this: void, change: RecordChange<Fields>): Fields
  /** Stems of the same kind that have to be there first. */
  needs?(this: void, fields: Fields): string[]
  /** @returns the id of the record */
  save(this: void, context: SaveContext, change: RecordChange<Fields>): Promise<string>
  /** Missing if a project always has the record. */
  remove?(this: void, context: SaveContext, record: StoredRecord<Fields>): Promise<void>
}
