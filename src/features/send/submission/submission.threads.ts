import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { SubmittedEmail } from './submitted-email.ts'

// The largest accepted email takes a second on an idle machine.
const READ_LIMIT_MS = 10_000

export const readEmailTask = defineThreadTask<Uint8Array, SubmittedEmail>({
  name: 'send.read-email',
  limitMs: READ_LIMIT_MS,
})
