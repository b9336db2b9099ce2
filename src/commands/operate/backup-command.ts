import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { BackupHeader } from '../../platform/backup/backup.schema.ts'
import { compressor } from '../../platform/backup/backup-file.ts'
import { takeBackup } from '../../platform/backup/take-backup.ts'
import type { TableProgress } from '../../platform/backup/take-backup.ts'
import { readConfig } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import {
  createSecrets,
  encryptionKeyFile,
  findEncryptionKey,
  keyFingerprint,
} from '../../platform/secrets/secrets.ts'
import { terminal } from '../../platform/terminal.ts'
import { explainingTarget, nameOf, openTarget, STANDARD_STREAM } from './backup-target.ts'
import type { BackupTarget } from './backup-target.ts'
import { checkWords } from './input.ts'
import { listenForInterruption } from '../interruption.ts'
import { createReporter, numberOf, sizeOf } from './table-progress.ts'
import { isDatabaseError, placeOf, withClient } from './with-client.ts'
import { withServer } from './with-database.ts'

type WriteBackupInput = { file: string; target: BackupTarget; isQuiet: boolean }

/** Writes a snapshot of all data into one file. The server may run meanwhile. */
export async function backupCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false }, quiet: { type: 'boolean', default: false } },
  })
  checkWords(positionals, 'backup <file>')
  const [file = ''] = positionals
  const config = readConfig()
  const target = await openTarget(file, { isForced: values.force })
  try {
    const summary = await writeBackup(config, { file, target, isQuiet: values.quiet })
    await target.commit()
    // Standard output may be the backup itself.
    if (file === STANDARD_STREAM) terminal.complain(summary)
    else terminal.print(summary)
  } finally {
    await target.discard()
  }
}

async function writeBackup(config: Config, { file, target, isQuiet }: WriteBackupInput): Promise<string> {
  const signal = listenForInterruption()
  const reporter = createReporter({ isQuiet })
  let rows = 0
  const onProgress = (progress: TableProgress) => {
    reporter.table(progress)
    if (progress.isDone) rows += progress.rows
  }
  try {
    return await withServer(config, { note: 'making a backup' }, (database) =>
      withClient(database, { name: 'lettermill backup', signal }, async ({ client }) => {
        reporter.say(`Backing up ${placeOf(database)}`)
        const { header, frames } = await takeBackup(client, {
          program: config.version,
          keyFingerprint: knownFingerprint(config),
          onProgress,
        })
        await explainingTarget(file, () => pipeline(frames, compressor(), target.stream, { signal }))
        return `${numberOf(rows)} rows of ${header.tables.length} tables, as of ${header.createdAt}, are in ${await describe(target, file)}.${keyHint(config, header)}`
      }),
    )
  } catch (error) {
    if (signal.aborted) throw new Error('Interrupted: no backup was written.')
    throw isDatabaseError(error) ? new Error('No backup was written', { cause: error }) : error
  }
}

async function describe({ draft }: BackupTarget, file: string): Promise<string> {
  return draft === undefined ? nameOf(file) : `${file} (${sizeOf((await stat(draft)).size)})`
}

/** The fingerprint of this command's key, which may differ from the server's. */
function knownFingerprint(config: Config): string | undefined {
  const key = findEncryptionKey(config)
  return key === undefined ? undefined : keyFingerprint(createSecrets(key))
}

/** Empty if no secret was ever stored. */
function keyHint(config: Config, { keyFingerprint: ofDatabase }: BackupHeader): string {
  if (ofDatabase === null) return ''
  const where = config.ENCRYPTION_KEY ? 'the value of ENCRYPTION_KEY' : encryptionKeyFile(config)
  const what = knownFingerprint(config) === ofDatabase ? where : 'the ENCRYPTION_KEY of the server'
  return `\nThe encryption key is not in the backup, and a restore needs it: keep a copy of ${what} in another place.`
}
