// Processor time from /proc (proc(5)), which a busy neighbour on the machine does not change much.
import { readFileSync } from 'node:fs'

// USER_HZ is 100 on every Linux that Node runs on.
const MS_PER_TICK = 10

// Half a second of one core: less says nothing.
const LEAST_TICKS = 50

/** Milliseconds that the processes and their children, living and ended, have spent so far. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ofProcess(pid), 0)
}

function ofProcess(pid: number): number {
  let stat: string
  let children: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  } catch {
    // It ended meanwhile; its parent has its time.
    return 0
  }
  // The name, in parentheses, may hold blanks. Then from the third field on: utime, stime, cutime and cstime are 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const living = children.trim().split(' ').filter(Boolean).map(Number)
  return ticks * MS_PER_TICK + processorMs(living)
}

/** Microseconds of each process since the last call. */
export function processorClock<Name extends string>(pids: Record<Name, number>): () => Record<Name, number> {
  const names = Object.keys(pids) as Name[]
  const read = () => names.map((name) => processorMs([pids[name]]) * 1000)
  let before = read()
  return () => {
    const now = read()
    const used = names.map((name, index) => [name, (now[index] ?? 0) - (before[index] ?? 0)])
    before = now
    return Object.fromEntries(used) as Record<Name, number>
  }
}

/**
 * The share of all cores, 0 to 1, that the host of this virtual machine gave to others since the last call. Rates and waits
 * of a row with a tenth or more say little.
 */
export function stolenClock(): () => number {
  let before = readCores()
  let share = 0
  return () => {
    const now = readCores()
    const ticks = now.all - before.all
    // Rows that are reported at once are of the same measurement.
    if (ticks < LEAST_TICKS) return share
    share = (now.stolen - before.stolen) / ticks
    before = now
    return share
  }
}

function readCores(): { stolen: number; all: number } {
  // The first line: cpu user nice system idle iowait irq softirq steal …, in ticks of all cores together.
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, value) => sum + value, 0) }
}

/** For the detail of a result. */
export const formatTimes = (timesUs: Record<string, number>, per: string): string =>
  `${Object.entries(timesUs)
    .map(([name, us]) => `${name} ${us.toFixed(0)} µs`)
    .join(', ')} of processor time per ${per}`
