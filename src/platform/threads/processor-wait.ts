import { readFileSync, readlinkSync } from 'node:fs'

/** The path of the calling thread under /proc (proc(5), thread-self); undefined outside Linux. */
export function ownProcPath(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return undefined
  }
}

/**
 * The milliseconds that a thread of this process was ready to run and had no processor, since it was started: the
 * second figure of its schedstat. 0 if the system does not tell.
 */
export function processorWaitMs(procPath: string | undefined): number {
  if (procPath === undefined) return 0
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/${procPath}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}
