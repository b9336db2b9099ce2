import { realpathSync } from 'node:fs'
import { explainingFolder } from './data-folder/folder-error.ts'
import { isThere, locateCluster } from './data-folder/layout.ts'
import { programUrl, readPassword } from './password.ts'
import { findLivePostmaster } from './postmaster.ts'

/**
 * The address of the server that runs on this data folder, or undefined if none is ready. For commands beside a
 * running Lettermill. Reads only: starts nothing, changes nothing. Throws when it may not look.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  return explainingFolder(dataDir, async () => {
    if (!isThere(dataDir)) return undefined
    const layout = locateCluster(realpathSync(dataDir))
    if (!layout) return undefined
    const live = findLivePostmaster(layout.cluster)
    if (live?.status !== 'ready') return undefined
    const password = readPassword(layout.passwordFile)
    // the server says itself where its socket is: the temporary folder may be another one for us than for it
    return password === undefined ? undefined : programUrl({ password, socketDir: live.socketDir })
  })
}

/** The folder of this data folder's database, wherever that is; undefined if it has none yet. Reads only. */
export async function findCluster(dataDir: string): Promise<string | undefined> {
  return explainingFolder(dataDir, async () =>
    isThere(dataDir) ? locateCluster(realpathSync(dataDir))?.cluster : undefined,
  )
}
