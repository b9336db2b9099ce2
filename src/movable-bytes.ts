// The tables whose bytes may be in the object store, for the command that moves them and the job that makes up for what the store did
// not take.
import { movableAttachments, movableContents, movableInbox } from './features/delivery/index.ts'
import { movableImages } from './features/images/index.ts'
import { movableUploads } from './features/operations/index.ts'
import type { MovableBytes } from './platform/objects/movable-bytes.ts'

export const MOVABLE_BYTES: readonly MovableBytes[] = [
  movableAttachments,
  movableContents,
  movableImages,
  movableUploads,
  movableInbox,
]
