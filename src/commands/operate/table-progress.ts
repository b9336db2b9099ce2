import type { TableProgress } from '../../platform/backup/take-backup.ts'
import { terminal } from '../../platform/terminal.ts'

// Often enough to show progress, without flooding a log.
const REPORT_EVERY_MS = 5_000

// The longest table name, for aligned columns.
const NAME_WIDTH = 40

export type Reporter = { table(progress: TableProgress): void; say(text: string): void }

/** Reports progress on standard error, because standard output may be the backup itself. */
export function createReporter({ isQuiet }: { isQuiet: boolean }): Reporter {
  let reportedAt = performance.now()
  const say = (text: string) => {
    if (!isQuiet) terminal.complain(text)
  }
  return {
    say,
    table({ table, rows, bytes, isDone }) {
      const now = performance.now()
      if (rows === 0 || (!isDone && now - reportedAt < REPORT_EVERY_MS)) return
      reportedAt = now
      const figures = `${numberOf(rows).padStart(12)} rows ${sizeOf(bytes).padStart(10)}`
      say(`  ${table.padEnd(NAME_WIDTH)}${figures}${isDone ? '' : ' so far'}`)
    },
  }
}

export const numberOf = (count: number): string => count.toLocaleString('en')

/** As in `12.3 MB`. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
