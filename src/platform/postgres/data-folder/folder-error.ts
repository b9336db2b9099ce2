const NO_ACCESS = 'Give the user that runs Lettermill write access, or choose another folder with DATA_DIR.'
const FREE_SPACE = 'make room, or choose a folder on another disk with DATA_DIR.'
const DISK_FULL = `The disk is full: ${FREE_SPACE}`

const ADVICE: Record<string, string> = {
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: NO_ACCESS,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: DISK_FULL,
}

/** The words of PostgreSQL's programs; their environment makes them write English. */
const DISK_FULL_WORDS = /No space left on device|Disk quota exceeded|File too large/

/** Advice if a program failed because the disk is full. */
export function adviceOnFullDisk(said: string): string | undefined {
  return DISK_FULL_WORDS.test(said) ? FREE_SPACE : undefined
}

/** Adds the folder and advice to errors of the file system. */
export async function withFolderAdvice<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFileError(error)) throw error
    const advice = ADVICE[error.code] ?? 'Look at this folder, or choose another one with DATA_DIR.'
    throw new Error(`The data folder ${folder} cannot be used: ${error.message}. ${advice}`)
  }
}

/** Failed connections and programs have a code too; a failed write has no path. */
function isFileError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  const { code, path, syscall = '' } = error as NodeJS.ErrnoException
  return (path !== undefined || syscall === 'write') && !syscall.startsWith('spawn') && code !== undefined
}
