const NO_ACCESS = 'Give the user that runs Lettermill write access, or choose another folder with DATA_DIR.'
const MAKE_ROOM = 'make room, or choose a folder on another disk with DATA_DIR.'
const NO_ROOM = `The disk is full: ${MAKE_ROOM}`

const ADVICE: Record<string, string> = {
  EACCES: NO_ACCESS,
  EPERM: NO_ACCESS,
  EROFS: NO_ACCESS,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EFBIG: NO_ROOM,
}

/** As the programs of PostgreSQL say it; they get an environment that makes them speak English. */
const NO_ROOM_WORDS = /No space left on device|Disk quota exceeded|File too large/

/** What to do about it if a program has failed because there is no room on the disk. */
export function adviceOnRoom(said: string): string | undefined {
  return NO_ROOM_WORDS.test(said) ? MAKE_ROOM : undefined
}

/** Does the work; a refusal of the file system is told again with the folder and what to do about it. */
export async function explainingFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFileError(error)) throw error
    const advice = ADVICE[error.code] ?? 'Look at this folder, or choose another one with DATA_DIR.'
    throw new Error(`The data folder ${folder} cannot be used: ${error.message}. ${advice}`)
  }
}

/** Failed connections and programs carry a code too; a failed write carries no path. */
function isFileError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  const { code, path, syscall = '' } = error as NodeJS.ErrnoException
  return (path !== undefined || syscall === 'write') && !syscall.startsWith('spawn') && code !== undefined
}
