import type { Call } from '../../command.ts'

export type CheckFinding = {
  check: string
  result: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  remedy: string | null
  /** The checks after it would only fail for the same reason. */
  endsAll?: boolean
}

export type Check = { name: string; run(call: Call): Promise<CheckFinding[]> }

export const ok = (check: string, detail: string): CheckFinding => ({
  check,
  result: 'ok',
  detail,
  remedy: null,
})

export const problem = (
  check: string,
  {
    result = 'failed',
    detail,
    remedy,
  }: { result?: 'failed' | 'warning' | 'skipped'; detail: string; remedy: string },
): CheckFinding => ({ check, result, detail, remedy })
