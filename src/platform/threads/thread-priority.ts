import { setPriority } from 'node:os'

/** Requests go first, but other programs on the machine do not starve a thread (docs/performance.md, Priority). */
const THREAD_PRIORITY = 4

/**
 * Lets the main thread, which answers requests, go first where cores are short. Only Linux has priorities of threads
 * (setpriority(2), Bugs: 0 is the calling thread); elsewhere this would change the whole process.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, THREAD_PRIORITY)
  } catch {
    // Not permitted here: all threads keep the same priority.
  }
}
