import { realpathSync } from 'node:fs'
import { withFolderAdvice } from './data-folder/folder-error.ts'
import { exists, locateCluster } from './data-folder/layout.ts'
import { programUrl, readPassword } from './password.ts'
import { findLivePostmaster } from './postmaster.ts'

/**
 * The address of the server that runs on this data folder, or undefined if none is ready. For commands next to a running
 * Lettermill. Read-only: starts and changes nothing. Throws without permission.
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  return withFolderAdvice(dataDir, async () => {
    if (!exists(dataDir)) return undefined
    const layout = locateCluster(realpathSync(dataDir))
    if (!layout) return undefined
    const live = findLivePostmaster(layout.cluster)
    if (live?.status !== 'ready') return undefined
    const password = readPassword(layout.passwordFile)
    // the server itself says where its socket is: its temporary folder may differ from ours
    return password === undefined ? undefined : programUrl({ password, socketDir: live.socketDir })
  })
}

/** The folder of this data folder's database; undefined if it has none yet. Read-only. */
export async function findCluster(dataDir: string): Promise<string | undefined> {
  return withFolderAdvice(dataDir, async () =>
    exists(dataDir) ? locateCluster(realpathSync(dataDir))?.cluster : undefined,
  )
}
