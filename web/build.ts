// Builds the pages into the folder given on the command line, and writes compressed copies of them.
// src/features/dashboard/build-pages.ts runs this and stores the result.
import path from 'node:path'
import { build } from 'vite'
import { compressFiles } from '../src/platform/built-files/compress-files.ts'

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
await compressFiles(outDir, '**/*.{js,css,svg}')
