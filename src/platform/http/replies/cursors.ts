// Keyset paging: a cursor is the key of the last row shown, signed for its project and list, so that a foreign or modified
// one is refused instead of showing a wrong page.
import { AppError } from '../../errors.ts'
import type { ProjectId } from '../../ids.ts'
import type { Secrets } from '../../secrets/secrets.ts'

const MAC_BYTES = 12
const PURPOSE = 'cursor'

export type Cursors = {
  encode(list: string, projectId: ProjectId, key: string): string
  /** The key inside, or undefined without a cursor; a foreign or damaged one is a 400. */
  decode(list: string, projectId: ProjectId, cursor: string | undefined): string | undefined
}

export function createCursors(secrets: Secrets): Cursors {
  return {
    encode(list, projectId, key) {
      const mac = secrets.sign(PURPOSE, [list, projectId, key], MAC_BYTES)
      return Buffer.concat([mac, Buffer.from(key)]).toString('base64url')
    },
    decode(list, projectId, cursor) {
      if (cursor === undefined) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      const key = bytes.subarray(MAC_BYTES).toString()
      const isOurs =
        bytes.length > MAC_BYTES &&
        secrets.verify(PURPOSE, [list, projectId, key], bytes.subarray(0, MAC_BYTES))
      if (isOurs && bytes.toString('base64url') === cursor) return key
      throw new AppError('BAD_REQUEST', {
        message: 'The cursor cannot be read: it is damaged, or comes from another list or project.',
        suggestion: 'Use the cursor of the previous answer unchanged, or leave it out to begin again.',
      })
    },
  }
}
