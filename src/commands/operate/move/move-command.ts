import { systemClock } from '../../../platform/clock.ts'
import { openConnection } from '../../../platform/db/server/connection.ts'
import { readConfig } from '../../../platform/config.ts'
import type { Config } from '../../../platform/config.ts'
import { ensureKeyFingerprint, readInstallation } from '../../../platform/db/installation.ts'
import { createLog } from '../../../platform/log/log.ts'
import { createObjectStore } from '../../../platform/objects/object-store.ts'
import { requireSameStore } from '../../../platform/objects/require-same-store.ts'
import { readId } from '../../../platform/ids.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createSecrets, findEncryptionKey, keyFingerprint } from '../../../platform/secrets/secrets.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { readSettingsFile } from '../../../platform/settings-file.ts'
import { terminal } from '../../../platform/terminal.ts'
import type { StartedDatabase } from '../../../database-server.ts'
import { listenForInterruption } from '../../interruption.ts'
import { UsageError } from '../../usage-error.ts'
import { createReporter } from '../table-progress.ts'
import { withConnection, withServer } from '../with-database.ts'
import { describeMove, moveProject } from './move-project.ts'
import type { MoveSide } from './move-project.ts'

type Values = {
  to?: string | undefined
  pause?: string | undefined
  json: boolean
  quiet: boolean
}

const DEFAULT_PAUSE_SECONDS = 60
// Callers that try again give up at some time.
const LONGEST_PAUSE_SECONDS = 600

// Longer than nodes take to notice (project-keys.ts).
const SETTLE_MS = 5_000

export async function moveProjectCommand(id = '', values: Values): Promise<void> {
  const projectId = readId<ProjectId>(id)
  if (!projectId) throw new Error(`There is no project ${id}. List them with: npx lettermill projects list`)
  if (values.to === undefined) {
    throw new UsageError('--to is missing: name the settings file of the installation to move to.')
  }
  const pauseMs = readPause(values.pause) * 1000
  const [own, other] = [readConfig(), readConfig(readSettingsFile(values.to))]
  const signal = listenForInterruption()
  const reporter = createReporter({ isQuiet: values.quiet })
  const report = await withSide(own, (from) =>
    withSide(other, (to) =>
      moveProject({
        from,
        to,
        projectId,
        pauseMs,
        settleMs: SETTLE_MS,
        reporter,
        signal,
      }),
    ),
  )
  terminal.print(values.json ? JSON.stringify(report) : describeMove(report))
}

function readPause(text = String(DEFAULT_PAUSE_SECONDS)): number {
  const seconds = Number(text)
  if (/^\d{1,3}$/.test(text) && seconds >= 1 && seconds <= LONGEST_PAUSE_SECONDS) return seconds
  throw new UsageError(`--pause: must be a whole number of seconds from 1 to ${LONGEST_PAUSE_SECONDS}`)
}

/** An installation whose database is migrated and belongs to the encryption key of its settings. */
async function withSide<T>(config: Config, work: (side: MoveSide) => Promise<T>): Promise<T> {
  return withServer(config, { note: 'moving a project' }, async (database) => {
    const secrets = secretsOf(config)
    return withConnection(database, async ({ db }) => {
      if ((await ensureKeyFingerprint(db, keyFingerprint(secrets))) !== keyFingerprint(secrets)) {
        throw new Error(`The encryption key of ${placeOf(config)} is not the one of its database.`)
      }
      const publicUrl = (await readInstallation(db))?.public_url ?? null
      const log = createLog('warn')
      const objects = createObjectStore({ config, database: { db }, clock: systemClock, log })
      try {
        if (objects.isSet) await requireSameStore(db, { objects, log })
        return await work({
          connect: () => connect(database),
          secrets,
          objects,
          publicUrl: config.PUBLIC_URL ?? publicUrl,
        })
      } finally {
        objects.close()
      }
    })
  })
}

const connect = async ({ urls }: StartedDatabase) =>
  (await openConnection(urls, 'lettermill projects move')).client

function secretsOf(config: Config): Secrets {
  const key = findEncryptionKey(config)
  if (key !== undefined) return createSecrets(key)
  throw new Error(
    `There is no encryption key for ${placeOf(config)}. Set ENCRYPTION_KEY, or start its server once.`,
  )
}

const placeOf = ({ DATABASE_URL, DATA_DIR }: Config): string =>
  DATABASE_URL === undefined ? `the data folder ${DATA_DIR}` : 'the database of DATABASE_URL'
