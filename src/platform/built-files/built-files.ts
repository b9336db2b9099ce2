// Built files, kept in memory (a few megabytes): a request costs a lookup, and deleting the build does not affect a running
// server.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Encoding = 'br' | 'gzip'

export type BuiltFile = {
  type: string
  /** The name changes with the content. */
  isImmutable: boolean
  etag: string
  plain: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.json': 'application/json',
}

/** By the path below the folder. Those below assets/ have a name that changes with their content. */
export function readBuiltFiles(folder: string): Map<string, BuiltFile> {
  const names = globSync('**/*.*', { cwd: folder })
  const has = new Set(names)
  const read = (name: string) => readFileSync(path.join(folder, name))
  const files = new Map<string, BuiltFile>()
  for (const name of names) {
    const type = TYPES[path.extname(name)]
    if (type === undefined) continue
    const plain = read(name)
    files.set(name.replaceAll(path.sep, '/'), {
      type,
      isImmutable: name.startsWith(`assets${path.sep}`),
      etag: etagOf(plain),
      plain,
      compressed: {
        ...(has.has(`${name}.br`) && { br: read(`${name}.br`) }),
        ...(has.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
      },
    })
  }
  return files
}

/** Weak: the compressed forms of a file share it. */
const etagOf = (content: Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
