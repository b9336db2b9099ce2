// The answers that callers got during the upgrade: their status and how long they took, by what went on meanwhile.
import { figure } from '../harness/promise-table.ts'
import type { Row } from '../harness/promise-table.ts'
import { nothing } from '../harness/audit.ts'

/** Far below the 10 s that a statement may take, after which a request is answered 503. */
const WAIT_LIMIT_MS = 5_000

export type Answers = {
  /** For openCaller. */
  note(status: number | undefined, tookMs: number): void
  /** Answers count for it from now on. */
  phase: 'the old version alone' | 'the start of the new one' | 'both versions' | 'the new version alone'
  audit(options: { isHeld: boolean }): Row[]
}

export function countAnswers(): Answers {
  const slowest = new Map<string, number>()
  const refused = new Map<string, number>()
  let all = 0
  return {
    phase: 'the old version alone',
    note(status, tookMs) {
      all += 1
      slowest.set(this.phase, Math.max(slowest.get(this.phase) ?? 0, tookMs))
      const kind = status === undefined ? 'lost' : status >= 500 ? String(status) : 'fine'
      refused.set(kind, (refused.get(kind) ?? 0) + 1)
    },
    audit: ({ isHeld }) => [
      { what: 'requests', measured: all },
      nothing('of them answered 503', refused.get('503') ?? 0),
      nothing(
        'of them answered with another 5xx, or lost',
        all - (refused.get('fine') ?? 0) - (refused.get('503') ?? 0),
      ),
      ...[...slowest].map(([phase, ms]) =>
        figure(
          {
            what: `longest wait for an answer during ${phase}`,
            measured: `${ms.toFixed(0)} ms`,
            promised: `≤ ${WAIT_LIMIT_MS.toLocaleString('en-GB')} ms`,
            isKept: ms <= WAIT_LIMIT_MS,
          },
          { isHeld },
        ),
      ),
    ],
  }
}
