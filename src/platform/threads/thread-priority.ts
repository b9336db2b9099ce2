import { constants, setPriority } from 'node:os'

/** For work that may run for seconds and is never urgent, such as rendering the templates of projects. */
export const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

/** For threads that send email: requests go first, but other programs on the machine do not starve them. */
export const BELOW_NORMAL_PRIORITY = 4

/**
 * Lets the main thread, which answers requests, go first where cores are short. Only Linux has priorities of threads
 * (setpriority(2), Bugs: 0 is the calling thread); elsewhere this would change the whole process.
 */
export function lowerPriority(priority: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, priority)
  } catch {
    // Not permitted here: all threads keep the same priority.
  }
}
