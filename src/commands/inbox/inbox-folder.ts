// Where the data of `lettermill inbox` is: in a folder that is removed at the end, or in one that the caller keeps.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { newKeyText } from '../../features/projects/index.ts'
import { readSome } from '../../platform/config.ts'
import { exists } from '../../platform/postgres/data-folder/layout.ts'
import {
  makePassableFolder,
  makeThrowAwayFolder,
  removeAbandonedFolders,
} from '../../platform/postgres/data-folder/throw-away-folder.ts'
import { canReach, findServerUser } from '../../platform/postgres/server-user.ts'
import { terminal } from '../../platform/terminal.ts'
import { copyPreparedFolder } from '../../prepared-folder.ts'
import { UsageError } from '../usage-error.ts'

export type InboxFolder = { dataDir: string; keys: InboxKeys; remove: () => void }

const InboxKeys = z.object({ secretKey: z.string(), publicKey: z.string() })
export type InboxKeys = z.infer<typeof InboxKeys>

/** Marks a folder as one of this command, and has its keys: a database only has their digests. */
const KEYS_FILE = 'inbox-keys.json'

/** A new folder with an empty database; or the kept one, with what is in it. */
export async function openInboxFolder(kept: string | undefined): Promise<InboxFolder> {
  return kept === undefined ? openThrowAway() : openKept(path.resolve(kept))
}

async function openThrowAway(): Promise<InboxFolder> {
  const cache = await findCache()
  const parent = path.join(cache, 'running')
  makePassableFolder(parent)
  await removeAbandonedFolders(parent)
  const folder = makeThrowAwayFolder(parent)
  try {
    await copyPreparedFolder({ cache, to: folder.path, onPreparing })
    return { dataDir: folder.path, keys: chooseKeys(), remove: () => folder.remove() }
  } catch (error) {
    folder.remove()
    throw error
  }
}

async function openKept(dataDir: string): Promise<InboxFolder> {
  const isNew = !exists(dataDir) || readdirSync(dataDir).length === 0
  if (isNew) await makeKept(dataDir)
  const file = path.join(dataDir, KEYS_FILE)
  if (!exists(file)) {
    throw new UsageError(
      `${dataDir} was not made by this command (it has no ${KEYS_FILE}): name a folder that is new or empty.`,
    )
  }
  const keys = InboxKeys.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { dataDir, keys, remove: () => undefined }
}

/** Complete under its name, also after a kill. */
async function makeKept(dataDir: string): Promise<void> {
  const parent = path.dirname(dataDir)
  mkdirSync(parent, { recursive: true })
  const draft = makeThrowAwayFolder(parent)
  try {
    await copyPreparedFolder({ cache: await findCache(), to: draft.path, onPreparing })
    writeFileSync(path.join(draft.path, KEYS_FILE), JSON.stringify(chooseKeys()), { mode: 0o600 })
    renameSync(draft.path, dataDir)
  } finally {
    draft.remove()
  }
}

const onPreparing = () =>
  terminal.complain('Preparing a database: this is done once per version and takes some seconds.')

/** A test suite may want to know the keys before the start. */
function chooseKeys(): InboxKeys {
  const { BOOTSTRAP_SECRET_KEY, BOOTSTRAP_PUBLIC_KEY } = readSome([
    'BOOTSTRAP_SECRET_KEY',
    'BOOTSTRAP_PUBLIC_KEY',
  ])
  return {
    secretKey: BOOTSTRAP_SECRET_KEY ?? newKeyText('secret'),
    publicKey: BOOTSTRAP_PUBLIC_KEY ?? newKeyText('public'),
  }
}

/** Used by root if the database's user cannot reach the usual place, as /root. */
const CACHE_OF_ROOT = '/var/lib/lettermill/cache'

async function findCache(): Promise<string> {
  const { DATA_DIR } = readSome(['DATA_DIR'])
  const usual = DATA_DIR ? path.resolve(DATA_DIR, 'cache') : path.join(homedir(), '.cache/lettermill')
  makePassableFolder(usual)
  if (canReach(usual, await findServerUser(undefined))) return usual
  makePassableFolder(CACHE_OF_ROOT)
  return CACHE_OF_ROOT
}
