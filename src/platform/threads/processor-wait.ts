import { readFileSync, readlinkSync } from 'node:fs'

/** By what name Linux knows the calling thread (proc(5), thread-self); undefined elsewhere. */
export function ownTask(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return undefined
  }
}

/**
 * For how many milliseconds a thread of this process was ready to run and had no processor, since it was started: the
 * second figure of its schedstat. 0 where the system does not tell.
 */
export function processorWaitMs(task: string | undefined): number {
  if (task === undefined) return 0
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}
