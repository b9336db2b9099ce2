import { constants, setPriority } from 'node:os'

/** For what may run for seconds and never hurries: somebody else's templates. */
export const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

/** For threads that send: a request goes first, but other programs on the machine do not take all their time. */
export const BELOW_NORMAL_PRIORITY = 4

/**
 * Where cores are short, the main thread goes first: it answers everybody. Only Linux has priorities of threads
 * (setpriority(2), Bugs: 0 is the calling thread); elsewhere this would be the whole process.
 */
export function lowerPriority(priority: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, priority)
  } catch {
    // Forbidden here: then all threads are equal.
  }
}
