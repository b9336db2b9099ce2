import type { Provider } from '../../../platform/email/feedback/providers/providers.values.ts'
import type { SnsMessage } from '../../../platform/email/feedback/providers/sns-message.ts'
import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { Proofs } from './doors.service.ts'

export type ProviderRequest = {
  provider: Provider
  raw: Uint8Array
  /** In lower case. */
  headers: Record<string, string>
  proofs: Proofs
  now: Date
}

export type ReadProviderReport =
  /**
   * `parts`: JSON of some of the events each, because parsing 10,000 of them at once would block all other requests.
   * `usedToken`: proves this request only.
   */
  | { status: 'read'; parts: string[]; usedToken: string | null }
  /** Its certificate has to be fetched to check it. */
  | { status: 'sns'; message: SnsMessage }
  | { status: 'refused'; why: 'unproven' | 'unreadable'; message: string }

// 5 MB of JSON take 100 ms on a slow machine.
const LIMIT_MS = 5_000

export const readProviderReportTask = defineThreadTask<ProviderRequest, ReadProviderReport>({
  name: 'feedback.read-provider',
  limitMs: LIMIT_MS,
})
