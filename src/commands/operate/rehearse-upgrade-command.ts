// Rehearses an upgrade on a copy: restores a backup into an embedded database of its own, upgrades it to this version, checks it, says how
// long each step took, and removes it. Neither the server nor its database is touched.
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { decompress } from '../../platform/backup/backup-file.ts'
import { openBackup } from '../../platform/backup/read-backup.ts'
import { migrationsFor, renewStatistics, restoreBackup } from '../../platform/backup/restore-backup.ts'
import { readConfig } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { STANDARD_STREAM } from './backup-target.ts'
import { checkWords } from './input.ts'
import { listenForInterruption } from '../interruption.ts'
import { show, table } from '../output.ts'
import { explainRestore } from './restore-command.ts'
import { createReporter, numberOf } from './table-progress.ts'
import type { Reporter } from './table-progress.ts'
import { UPGRADE_CHECKS } from './upgrade-checks.ts'
import { withClient } from './with-client.ts'
import { withConnection, withServer } from './with-database.ts'

type Step = { step: string; seconds: number }
type CheckResult = { check: string; problems: string[] }

type Rehearsal = {
  backup: { createdAt: string; program: string }
  version: string
  rows: number
  migrations: number
  steps: Step[]
  checks: CheckResult[]
}

export async function rehearseUpgradeCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      in: { type: 'string', default: tmpdir() },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
    },
  })
  checkWords(positionals, 'rehearse-upgrade <file>')
  const [file = ''] = positionals
  const signal = listenForInterruption()
  const reporter = createReporter({ isQuiet: values.quiet })
  try {
    const rehearsal = await inFolder(values.in, (folder) =>
      withSource(file, signal, (source) => rehearse({ folder, source, signal, reporter })),
    )
    show(rehearsal, values.json, () => describe(rehearsal))
    const count = rehearsal.checks.flatMap(({ problems }) => problems).length
    if (count > 0) throw new Error(`The upgrade would leave problems behind: ${count}.`)
  } catch (error) {
    throw signal.aborted ? new Error('Interrupted: the copy is removed.') : explainRestore(error, file)
  }
}

async function withSource<T>(
  file: string,
  signal: AbortSignal,
  work: (source: Readable) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const source = file === STANDARD_STREAM ? process.stdin : createReadStream(file)
  signal.addEventListener('abort', () => source.destroy())
  try {
    return await work(source)
  } finally {
    source.destroy()
  }
}

/** The database of a server that root runs has a user of its own, who passes through the folder. */
async function inFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(path.resolve(parent), 'lettermill-rehearsal-'))
  try {
    await chmod(folder, 0o711)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type RehearsalInput = { folder: string; source: Readable; signal: AbortSignal; reporter: Reporter }

async function rehearse({ folder, source, signal, reporter }: RehearsalInput): Promise<Rehearsal> {
  const settings = readConfig()
  const config: Config = {
    ...settings,
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: undefined,
    DATABASE_DIRECT_URL: undefined,
    READ_DATABASE_URL: undefined,
  }
  const reader = await openBackup(decompress(source))
  const { header } = reader
  const before = migrationsFor(header).length
  const steps: Step[] = []
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    reporter.say(`${step} …`)
    const began = performance.now()
    const result = await work()
    steps.push({ step, seconds: Math.round(performance.now() - began) / 1000 })
    return result
  }
  const use = { note: 'rehearsing an upgrade', isAlone: true, makesDatabase: true }
  return withServer(config, use, async (database) => {
    const rows = await timed('restore the backup', () =>
      withClient(database, { name: 'lettermill rehearsal', signal }, (connection) =>
        restoreBackup(connection, reader, reporter),
      ),
    )
    await timed('upgrade the database', () => withConnection(database, () => Promise.resolve()))
    const checks = await withConnection(database, async ({ db }) => {
      await timed('renew the statistics', () => renewStatistics(db))
      const results: CheckResult[] = []
      for (const { name, findProblems } of UPGRADE_CHECKS) {
        signal.throwIfAborted()
        const problems = await timed(`check that ${name}`, () => findProblems(db))
        results.push({ check: name, problems })
      }
      return results
    })
    const migrations = readMigrations().length - before
    const backup = { createdAt: header.createdAt, program: header.program }
    return { backup, version: settings.version, rows, migrations, steps, checks }
  })
}

function describe({ backup, version, rows, migrations, steps, checks }: Rehearsal): string {
  const upgrade = steps.find(({ step }) => step === 'upgrade the database')
  return [
    `Backup of ${backup.createdAt} by ${backup.program}: ${numberOf(rows)} rows, upgraded to ${version} (new migrations: ${migrations}).`,
    '',
    table(
      ['step', 'seconds'],
      steps.map(({ step, seconds }) => [step, seconds.toFixed(1)]),
    ),
    '',
    ...checks.flatMap(({ check, problems }) =>
      problems.length === 0 ? [`ok: ${check}`] : [`FAILED: ${check}`, ...problems.map((line) => `  ${line}`)],
    ),
    '',
    `A server on a machine like this one does not answer for about ${upgrade?.seconds.toFixed(1)} seconds while it upgrades. The copy is removed.`,
  ].join('\n')
}
