import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates the data folder if it is missing and returns its real path. Root's is 0711, because the server runs as another
 * user and must pass through it (it cannot list it, and each secret in it is 0600); anyone else's is 0700.
 */
export function makeDataFolder(dataDir: string): string {
  if (!existsSync(dataDir)) {
    mkdirSync(path.dirname(dataDir), { recursive: true })
    makeFolder(dataDir)
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  }
  return realpathSync(dataDir)
}

/** Not `recursive`: that reports a read-only disk as a missing folder. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // two starters at once
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Writes a file atomically, also in case of a power cut, that only we can read. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.draft`
  // a draft left by a kill may have another mode
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
