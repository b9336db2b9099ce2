import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { BackupFileError, decompress } from '../../platform/backup/backup-file.ts'
import type { BackupHeader } from '../../platform/backup/backup.schema.ts'
import { openBackup } from '../../platform/backup/read-backup.ts'
import { migrationsFor, renewStatistics, restoreBackup } from '../../platform/backup/restore-backup.ts'
import { cancelDueEmails, countDueEmails } from '../../features/delivery/record/cancel.queries.ts'
import { readConfig } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import {
  createSecrets,
  encryptionKeyFile,
  findEncryptionKey,
  keyFingerprint,
} from '../../platform/secrets/secrets.ts'
import { terminal } from '../../platform/terminal.ts'
import { STANDARD_STREAM } from './backup-target.ts'
import { checkWords } from './input.ts'
import { listenForInterruption } from '../interruption.ts'
import { createReporter, numberOf } from './table-progress.ts'
import { isDatabaseError, placeOf, withClient } from './with-client.ts'
import { withConnection, withServer } from './with-database.ts'

/** Loads a backup into an empty database. No node may run on it. */
export async function restoreCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'cancel-due': { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  })
  checkWords(positionals, 'restore <file>')
  const [file = ''] = positionals
  const config = readConfig()
  const signal = listenForInterruption()
  const source = file === STANDARD_STREAM ? process.stdin : createReadStream(file)
  signal.addEventListener('abort', () => source.destroy())
  const options = { source, signal, isQuiet: values.quiet, isCancelling: values['cancel-due'] }
  try {
    terminal.print(await restore(config, options))
  } catch (error) {
    throw signal.aborted ? new Error('Interrupted: nothing was restored.') : explainRestore(error, file)
  } finally {
    source.destroy()
  }
}

type RestoreOptions = { source: Readable; signal: AbortSignal; isQuiet: boolean; isCancelling: boolean }

async function restore(config: Config, options: RestoreOptions): Promise<string> {
  const { source, signal, isQuiet, isCancelling } = options
  const reporter = createReporter({ isQuiet })
  const reader = await openBackup(decompress(source))
  const { header } = reader
  // Checked before anything is created or started.
  migrationsFor(header)
  checkKey(config, header)
  const use = { note: 'restoring a backup', isAlone: true, makesDatabase: true }
  return withServer(config, use, async (database) => {
    reporter.say(`Restoring the backup of ${header.createdAt} into ${placeOf(database)}`)
    const rows = await withClient(database, { name: 'lettermill restore', signal }, (connection) =>
      restoreBackup(connection, reader, reporter),
    )
    // This also applies newer migrations and creates the partitions of this month.
    const due = await withConnection(database, async ({ db, now }) => {
      await renewStatistics(db)
      return isCancelling ? cancelDueEmails(db, now) : countDueEmails(db, now)
    })
    return `${numberOf(rows)} rows of ${header.tables.length} tables are restored.${dueHint(due, isCancelling)}`
  })
}

/** A database that was restored under another key would be useless to the server. */
function checkKey(config: Config, header: BackupHeader): void {
  if (header.keyFingerprint === null) return
  const key = findEncryptionKey(config)
  if (key !== undefined && keyFingerprint(createSecrets(key)) === header.keyFingerprint) return
  const file = encryptionKeyFile(config)
  const found = config.ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : `the key in ${file}`
  const problem =
    key === undefined
      ? 'The encryption key of the backup is missing.'
      : `The backup was made with a different encryption key than ${found}.`
  throw new Error(
    `${problem} Without it the stored DKIM keys and the links of emails already sent are lost. ` +
      `Copy the file encryption-key of the old data folder to ${file}, or set ENCRYPTION_KEY to the old value.`,
  )
}

/** The old server may have sent them after the backup, which the backup cannot know. */
function dueHint(count: number, isCancelled: boolean): string {
  if (count === 0) return ''
  const emails = count === 1 ? '1 email' : `${numberOf(count)} emails`
  return isCancelled
    ? `\n${emails} due when the backup was made: cancelled.`
    : `\n${emails} due when the backup was made will be sent when the server starts.`
}

const READ_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EISDIR: 'it is a folder.',
  EACCES: 'permission denied.',
}

/** Problems of the file and of the database as sentences for the operator. */
export function explainRestore(error: unknown, file: string): unknown {
  const name = file === STANDARD_STREAM ? 'The input' : file
  if (error instanceof BackupFileError) {
    return new Error(`${name} cannot be restored: ${error.message}. Nothing was restored.`)
  }
  if (isDatabaseError(error)) return new Error('The restore failed', { cause: error })
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const problem = path === file || syscall === 'read' ? READ_PROBLEMS[code] : undefined
  return problem === undefined ? error : new Error(`${name} cannot be read: ${problem}`)
}
