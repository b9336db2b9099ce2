// Moves the bytes of an existing installation into the object store, or back. The server may run meanwhile.
import { parseArgs } from 'node:util'
import { MOVABLE_BYTES } from '../../movable-bytes.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { forgetObjectStore } from '../../platform/db/installation.ts'
import { createLog } from '../../platform/log/log.ts'
import { countMovable, moveBytes } from '../../platform/objects/movable-bytes.ts'
import type { Direction, MovableBytes, MoveProgress } from '../../platform/objects/movable-bytes.ts'
import { ObjectStoreError } from '../../platform/objects/object-store-error.ts'
import { createObjectStore } from '../../platform/objects/object-store.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { requireSameStore } from '../../platform/objects/require-same-store.ts'
import { countUnusedObjects } from '../../platform/objects/unused-objects.queries.ts'
import { terminal } from '../../platform/terminal.ts'
import { listenForInterruption } from '../interruption.ts'
import { UsageError } from '../usage-error.ts'
import { checkWords } from './input.ts'
import { createReporter, numberOf, sizeOf } from './table-progress.ts'
import type { Reporter } from './table-progress.ts'
import { withDatabase } from './with-database.ts'

export async function objectsCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string', default: 'store' }, quiet: { type: 'boolean', default: false } },
  })
  checkWords(positionals, 'objects move')
  if (positionals[0] !== 'move') throw new UsageError('Usage: lettermill objects move [--to store|database]')
  const direction = directionOf(values.to)
  const config = readConfig()
  const reporter = createReporter({ isQuiet: values.quiet })
  const signal = listenForInterruption()
  await withDatabase(async ({ db }) => {
    const objects = createObjectStore({
      config,
      database: { db },
      clock: systemClock,
      log: createLog('silent'),
    })
    requireSetting(objects, direction)
    try {
      await requireSameStore(db, { objects, log: createLog('warn') })
      const total = await moveAll(db, { objects, direction, reporter, signal })
      terminal.print(
        `${numberOf(total.rows)} rows with ${sizeOf(total.bytes)} have moved to the ${direction}.`,
      )
      if (total.lost > 0) terminal.print(describeLost(total.lost))
      else if (direction === 'database') terminal.print(await finishMoveBack(db, objects))
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      throw new Error(`The object store failed: ${error.reason}. ${RUN_AGAIN}`, { cause: error })
    } finally {
      objects.close()
    }
  })
}

function directionOf(text: string): Direction {
  if (text === 'store' || text === 'database') return text
  throw new UsageError('--to must be store or database')
}

const describeLost = (count: number): string =>
  `${numberOf(count)} rows stay as they are, because the store does not have their objects. Emails that need them fail. If you have the objects in a backup, copy them back and run the command again. Otherwise keep OBJECT_STORE until these rows are gone: images when you delete them, all others after CONTENT_RETENTION_DAYS.`

const RUN_AGAIN = 'What has moved stays where it is; run the command again for the rest.'

/** @throws if nodes would write to where the bytes are taken from */
function requireSetting({ isSet, isWritten }: ObjectStore, direction: Direction): void {
  if (!isSet) throw new Error('OBJECT_STORE is not set: set it as for the server.')
  if (direction === 'store' && !isWritten) {
    throw new Error(
      'OBJECT_STORE has the option write=false: remove it, and restart all nodes, before bytes move there.',
    )
  }
  if (direction === 'database' && isWritten) {
    throw new Error(
      'The server still writes to the object store: add the option write=false to OBJECT_STORE, for example s3://bucket?write=false, restart all nodes, and run this command with the same setting.',
    )
  }
}

type MoveAll = { objects: ObjectStore; direction: Direction; reporter: Reporter; signal: AbortSignal }

async function moveAll(db: Db, move: MoveAll): Promise<Omit<MoveProgress, 'kind'>> {
  const total = { rows: 0, bytes: 0, lost: 0 }
  for (const table of MOVABLE_BYTES) {
    const { rows, bytes, lost } = await moveTable(db, { ...move, table })
    total.rows += rows
    total.bytes += bytes
    total.lost += lost
    if (move.signal.aborted) throw new Error(`Interrupted after ${numberOf(total.rows)} rows. ${RUN_AGAIN}`)
  }
  return total
}

async function moveTable(
  db: Db,
  { reporter, ...move }: MoveAll & { table: MovableBytes },
): Promise<MoveProgress> {
  const { kind } = move.table
  const count = await countMovable(db, move)
  reporter.say(`  ${kind}: ${numberOf(count)} rows to move`)
  const onProgress = ({ rows, bytes }: MoveProgress) =>
    reporter.table({ table: kind, rows, bytes, isDone: false })
  const moved = await moveBytes(db, { ...move, onProgress })
  reporter.table({ table: kind, rows: moved.rows, bytes: moved.bytes, isDone: true })
  return moved
}

/** The setting is needed for as long as there are objects to delete. */
async function finishMoveBack(db: Db, objects: ObjectStore): Promise<string> {
  const left = await countUnusedObjects(db)
  if (left > 0) {
    return `The server now deletes ${numberOf(left)} objects from the store. Keep OBJECT_STORE as it is, and run this command again in a quarter of an hour: it says when the setting can be removed.`
  }
  await forgetObjectStore(db)
  // Otherwise the bucket would be taken for that of another installation when it is used again.
  await objects.deleteMarker()
  return 'The store has no objects of this database any more: remove OBJECT_STORE and restart all nodes.'
}
