// Builds the pages into the folder given on the command line, and writes compressed copies of them.
// src/features/dashboard/build-pages.ts runs this and stores the result.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

// Fonts and pictures are compressed already.
const COMPRESSIBLE = '**/*.{js,css,svg}'
// 11 takes five times as long for 4 % less, and the first start waits for it.
const BROTLI_QUALITY = 9

async function compress(file: string): Promise<void> {
  const content = readFileSync(file)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('name the folder to build into')
// A test or a watcher that starts this has another NODE_ENV.
process.env['NODE_ENV'] = 'production'
await build({
  configFile: path.join(import.meta.dirname, 'vite.config.ts'),
  // The default loader writes into node_modules, which may be read-only.
  configLoader: 'native',
  logLevel: 'error',
  build: { outDir },
})
await Promise.all(globSync(COMPRESSIBLE, { cwd: outDir }).map((file) => compress(path.join(outDir, file))))
