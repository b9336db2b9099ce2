// The built files, kept in memory (a few megabytes): a request costs a lookup, and deleting the build does not affect a
// running server.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Encoding = 'br' | 'gzip'

export type PageFile = {
  type: string
  /** The name changes with the content. */
  isImmutable: boolean
  plain: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
}

export type BuiltPages = {
  /** By the path below /app/. */
  files: ReadonlyMap<string, PageFile>
  /** The HTML page, with the nonce of its response. */
  indexWith: (nonce: string) => string
}

/** As in web/vite.config.ts. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.json': 'application/json',
}

export function readPages(folder: string): BuiltPages {
  const names = globSync('**/*.*', { cwd: folder })
  const has = new Set(names)
  const read = (name: string) => readFileSync(path.join(folder, name))
  const files = new Map<string, PageFile>()
  for (const name of names) {
    const type = TYPES[path.extname(name)]
    if (type === undefined) continue
    files.set(name.replaceAll(path.sep, '/'), {
      type,
      isImmutable: name.startsWith(`assets${path.sep}`),
      plain: read(name),
      compressed: {
        ...(has.has(`${name}.br`) && { br: read(`${name}.br`) }),
        ...(has.has(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
      },
    })
  }
  const parts = read('index.html').toString().split(NONCE_PLACEHOLDER)
  return { files, indexWith: (nonce) => parts.join(nonce) }
}
