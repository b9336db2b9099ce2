// Builds the package @lettermill/sdk and packs it: npm run sdk:build. One bundle for `import` and one for `require`, both
// readable, and the declarations for both, all below sdk/typescript/dist.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')
const PACKAGE = path.join(ROOT, 'sdk/typescript')
const TSC = path.join(ROOT, 'node_modules/typescript7/bin/tsc')

/** A folder per form: the package.json in it says how Node and TypeScript read its files. */
const FORMS = [
  { name: 'esm', format: 'es', type: 'module' },
  { name: 'cjs', format: 'cjs', type: 'commonjs' },
] as const

async function bundle(dist: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: PACKAGE,
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: {
        entry: 'src/index.ts',
        formats: FORMS.map(({ format }) => format),
        fileName: (format) => (format === 'es' ? 'esm/index.js' : 'cjs/index.js'),
      },
      rolldownOptions: { external: ['@react-email/render', /^node:/] },
    },
  })
}

function declare(dist: string): void {
  const esm = path.join(dist, 'esm')
  execFileSync(process.execPath, [
    TSC,
    '--project',
    PACKAGE,
    '--noEmit',
    'false',
    '--emitDeclarationOnly',
    '--declaration',
    '--rootDir',
    path.join(PACKAGE, 'src'),
    '--outDir',
    esm,
  ])
  for (const file of globSync(`${esm}/**/*.d.ts`)) {
    // The compiler rewrites imports of .ts files in programs, but not in declarations.
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(
        /(from '\.[^']*|import\("\.[^"]*|from "\.[^"]*)\.ts(?=['"])/g,
        '$1.js',
      ),
    )
  }
  cpSync(esm, path.join(dist, 'cjs'), {
    recursive: true,
    filter: (source) => path.basename(source) !== 'package.json',
  })
}

/** Builds into `dist` of the package. */
export async function buildSdk(): Promise<void> {
  const dist = path.join(PACKAGE, 'dist')
  rmSync(dist, { recursive: true, force: true })
  for (const { name, type } of FORMS) {
    mkdirSync(path.join(dist, name), { recursive: true })
    writeFileSync(path.join(dist, name, 'package.json'), `${JSON.stringify({ type })}\n`)
  }
  declare(dist)
  await bundle(dist)
}

/** Writes lettermill-sdk-<version>.tgz into a folder. */
export function packSdk(folder: string): string {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: PACKAGE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(output) as { filename: string }[]
  return path.join(folder, packed?.filename ?? '')
}

if (import.meta.main) {
  await buildSdk()
  console.log(packSdk(PACKAGE))
}
