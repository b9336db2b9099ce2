// The JSON parts of a backup file; backup-file.ts describes their order.
import { z } from 'zod'

/** Raised whenever older programs cannot read the files of newer ones. */
export const BACKUP_FORMAT = 1

/** The part of the header that every format has, so that a newer format is recognized. */
export const AnyHeader = z.object({ format: z.int(), program: z.string() })

const BackupMigration = z.object({ number: z.int(), name: z.string(), hash: z.string() })

/** `name` as in `contacts`, or with its schema if that is not ours: `graphile_worker._private_jobs`. */
const BackupTable = z.object({ name: z.string().min(1), columns: z.array(z.string().min(1)).min(1) })

/** A partition by range over one column, `from` included, `to` not. */
const BackupPartition = z.object({ name: z.string(), of: z.string(), from: z.string(), to: z.string() })

export const BackupHeader = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** The version of Lettermill that wrote the file. */
  program: z.string(),
  /** The moment of the snapshot. */
  createdAt: z.iso.datetime({ offset: true }),
  /** Only enough to tell whether another key is the same, not the key. Null: no server has ever started on the database. */
  keyFingerprint: z.string().nullable(),
  migrations: z.array(BackupMigration).min(1),
  /** The last migration of graphile-worker, whose tables change with its releases. */
  queueMigration: z.int(),
  tables: z.array(BackupTable).min(1),
  partitions: z.array(BackupPartition),
})

export const TableStart = z.object({ table: z.string() })

export const TableEnd = z.object({ rows: z.int() })

export const BackupEnd = z.object({
  tables: z.int(),
  rows: z.int(),
  /** The last number that was assigned; a bigint, hence text. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.string().regex(/^\d+$/) })),
  /** The digest of every frame before this one. */
  sha256: z.string(),
})

export type BackupHeader = z.infer<typeof BackupHeader>
export type BackupMigration = z.infer<typeof BackupMigration>
export type BackupTable = z.infer<typeof BackupTable>
export type BackupPartition = z.infer<typeof BackupPartition>
export type BackupEnd = z.infer<typeof BackupEnd>
