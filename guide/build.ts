// Builds the guide: `node guide/build.ts <folder> [--base /guide/] [--static]`. `--static` is for any web server: links name
// files, and nothing leads to the dashboard. src/features/guide runs this for the instance.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { compressFiles } from '../src/platform/built-files/compress-files.ts'
import type { Site } from './layout.ts'
import { readPages } from './pages.ts'
import { writeSite } from './site.ts'

const ROOT = path.join(import.meta.dirname, '..')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string', default: '/guide/' }, static: { type: 'boolean', default: false } },
})
const [outDir] = positionals
if (outDir === undefined) throw new Error('name the folder to build into')
const base = `/${values.base}/`.replaceAll(/\/{2,}/g, '/')

const assets = await bundle(outDir, base)
const files = writeSite({
  root: ROOT,
  pages: readPages(ROOT),
  isFile: (file) => existsSync(path.join(ROOT, file)),
  base,
  isServed: !values.static,
  assets,
})
for (const [name, text] of files) {
  mkdirSync(path.dirname(path.join(outDir, name)), { recursive: true })
  writeFileSync(path.join(outDir, name), text)
}
cpSync(path.join(ROOT, 'docs/pictures'), path.join(outDir, 'pictures'), { recursive: true })
// The theme is chosen once, for the dashboard and the guide.
for (const file of ['theme.js', 'favicon.svg']) {
  cpSync(path.join(ROOT, 'web/public', file), path.join(outDir, file))
}
// A server of static files compresses by itself, or not at all.
if (!values.static) await compressFiles(outDir, '**/*.{html,md,txt,json,js,css,svg}')

/** The script and the styles of the pages, with names that change with their content. */
async function bundle(folder: string, at: string): Promise<Site['assets']> {
  // A test or a watcher that starts this has another NODE_ENV.
  process.env['NODE_ENV'] = 'production'
  const manifest = 'manifest.json'
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'client'),
    base: at,
    logLevel: 'error',
    build: {
      outDir: path.resolve(folder),
      emptyOutDir: true,
      target: 'es2024',
      manifest,
      // The content security policy allows no data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: path.join(import.meta.dirname, 'client/main.ts') },
    },
  })
  const entries = JSON.parse(readFileSync(path.join(folder, manifest), 'utf8')) as Record<
    string,
    { file: string; css?: string[] }
  >
  const main = entries['main.ts']
  if (main === undefined) throw new Error('the bundler has written no main.ts')
  return { script: main.file, styles: main.css ?? [] }
}
