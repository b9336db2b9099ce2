import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { FinishedContent, UnfinishedWireContent } from './finish-content.ts'

// A megabyte of links takes a quarter of a second on a free core.
const FINISH_LIMIT_MS = 8_000

export const finishTask = defineThreadTask<UnfinishedWireContent, FinishedContent>({
  name: 'delivery.finish-content',
  limitMs: FINISH_LIMIT_MS,
})
