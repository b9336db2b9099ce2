// The kinds of records have this in common: a record becomes files, and files become a record again.
import type { CallerSource } from '../../platform/consent-source.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { HttpClient } from '../../platform/outgoing/http-client.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import type { Filters } from '../filters/index.ts'
import type { ConfirmCheck } from '../forms/index.ts'
import type { CheckDoubleOptIn } from '../projects/index.ts'
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
  /** The values of its secrets, which no file has, by the names of their placeholders. */
  secrets?: ReadonlyMap<string, string>
}

/** A record that files cannot express. */
export type SkippedRecord = { kind: KindName; id: string; stem: string; name: string; reason: string }

export type LoadedRecords<Fields extends object = object> = {
  records: StoredRecord<Fields>[]
  skipped: SkippedRecord[]
}

export type Tenant = { projectId: ProjectId }

/** How files refer to records that the API knows by their ids. */
export type Names = Record<'template' | 'segment' | 'workflow', ReadonlyMap<string, string>>

/** A record that a file refers to. `field`: where. */
export type Reference = { kind: KindName; name: string; field: string }

/** The context of a save. All writes belong to `trx`. */
export type SaveContext = Tenant & {
  trx: Trx
  /** For services that begin a transaction themselves: it is open already. */
  late: LateDb
  now: Date
  threads: ThreadPool
  filters: Filters
  source: CallerSource
  checks: ProjectChecks
  /** The ids of the records that files refer to, by `referenceKey`. */
  ids: ReadonlyMap<string, string>
  /** Given values of secrets, by the names of their placeholders. */
  secrets: ReadonlyMap<string, string>
}

/** Checks of other features and of the network. */
export type ProjectChecks = {
  doubleOptIn: CheckDoubleOptIn
  confirm: ConfirmCheck
  /** Knows the servers that webhooks call: all of them were looked up before. */
  server: Pick<HttpClient, 'check'>
}

export const referenceKey = (kind: KindName, name: string): string => `${kind} ${name}`

export type RecordChange<Fields extends object> = {
  stem: string
  fields: Fields
  /** undefined: it is created. */
  before: StoredRecord<Fields> | undefined
  /** The id of a record that was reserved. */
  reservedId?: string | undefined
}

export type ChangeEffects<Fields extends object> = { id: string; change: RecordChange<Fields> }

export interface FileKind<Fields extends object = object> {
  name: KindName
  /** In sentences. */
  label: string
  /** With ids in the fields, if the kind can `express` them. */
  load(this: void, db: Db | Trx, tenant: Tenant): Promise<LoadedRecords<Fields>>
  /** The record with names in place of ids. @returns a text that says why files cannot express it */
  express?(this: void, record: StoredRecord<Fields>, names: Names): StoredRecord<Fields> | string
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
  references?(this: void, fields: Fields): Reference[]
  /** Where the files of a record have a field of the API. Default: in its first file. */
  placeOf?(this: void, field: string, change: RecordChange<Fields>): string
  /** Creates the record without its content, so that others can refer to it before it is saved. @returns its id */
  reserve?(this: void, context: SaveContext, change: RecordChange<Fields>): Promise<string>
  /** Says in sentences what the change, which is saved already, would do to people. */
  effects?(this: void, context: SaveContext, saved: ChangeEffects<Fields>): Promise<string[]>
  /** @returns the id of the record */
  save(this: void, context: SaveContext, change: RecordChange<Fields>): Promise<string>
  /** Missing if a project always has the record. */
  remove?(this: void, context: SaveContext, record: StoredRecord<Fields>): Promise<void>
}

/** How other files refer to a record. */
export const referredAs = (
  { referredAs: own }: Pick<FileKind, 'referredAs'>,
  { stem, fields }: { stem: string; fields: object },
): string => own?.(fields) ?? stem
