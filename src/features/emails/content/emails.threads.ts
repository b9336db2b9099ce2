import { defineThreadTask } from '../../../platform/threads/thread-task.ts'
import type { ReceivedSource } from '../inbox/wait/received-source.ts'
import type { FileContent, FileRequest, SourceContent, SourceFile } from './email-source.ts'

// The largest email takes a few seconds on a quiet machine.
const READ_LIMIT_MS = 30_000

export const readContentTask = defineThreadTask<Uint8Array, SourceContent>({
  name: 'delivery.read-content',
  limitMs: READ_LIMIT_MS,
})

export const listFilesTask = defineThreadTask<Uint8Array, SourceFile[]>({
  name: 'delivery.list-files',
  limitMs: READ_LIMIT_MS,
})

export const readFileTask = defineThreadTask<FileRequest, FileContent | null>({
  name: 'delivery.read-file',
  limitMs: READ_LIMIT_MS,
})

export const readReceivedTask = defineThreadTask<Uint8Array, ReceivedSource>({
  name: 'delivery.read-received',
  limitMs: READ_LIMIT_MS,
})
