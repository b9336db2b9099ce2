import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readBuiltFiles } from '../../platform/built-files/built-files.ts'
import type { BuiltFile } from '../../platform/built-files/built-files.ts'

export type BuiltPages = {
  /** By the path below /app/. */
  files: ReadonlyMap<string, BuiltFile>
  /** The HTML page, with the nonce of its response. */
  indexWith: (nonce: string) => string
}

/** As in web/vite.config.ts. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const INDEX = 'index.html'

export function readPages(folder: string): BuiltPages {
  const files = readBuiltFiles(folder)
  // It is sent with a nonce only.
  files.delete(INDEX)
  const parts = readFileSync(path.join(folder, INDEX)).toString().split(NONCE_PLACEHOLDER)
  return { files, indexWith: (nonce) => parts.join(nonce) }
}
