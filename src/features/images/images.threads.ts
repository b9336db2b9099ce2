import { defineThreadTask } from '../../platform/threads/thread-task.ts'

// A photo of 50 million pixels takes a second on an idle core.
const FIT_LIMIT_MS = 15_000

export type FittedImage = {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg' | 'image/gif'
  width: number
  height: number
}

export const fitImageTask = defineThreadTask<Uint8Array, FittedImage>({
  name: 'images.fit',
  limitMs: FIT_LIMIT_MS,
})
