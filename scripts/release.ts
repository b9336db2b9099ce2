// `npm run release`: writes lettermill-<version>.tgz, which npm installs anywhere: the program as JavaScript, the pages built, and nothing
// that only building needs. `--slim` leaves the embedded PostgreSQL out, `--with-node` brings Node along, `--out FOLDER` writes it elsewhere.
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPages } from '../src/features/dashboard/index.ts'
import { buildGuide } from '../src/features/guide/index.ts'
import { PROGRAM_ROOT } from '../src/platform/program.ts'
import { bundleProgram } from './release/bundle.ts'
import { listLicenses } from './release/licenses.ts'
import { describeRelease } from './release/release-package.ts'
import type { ReleaseParts } from './release/release-package.ts'

/** Copied as they are. */
const FILES = ['migrations', 'LICENSE', 'README.md', 'CHANGELOG.md']
const SCRIPTS = ['run-program.mjs', 'node-flags.mjs']

/** The compressed forms of the guide are as large as itself, and the smallest release has to stay below 60 MB. */
const isPlain = (file: string) => !/\.(br|gz)$/.test(file)

const { values } = parseArgs({
  options: {
    slim: { type: 'boolean', default: false },
    'with-node': { type: 'boolean', default: false },
    out: { type: 'string', default: PROGRAM_ROOT },
  },
})

async function fill(folder: string, parts: ReleaseParts): Promise<void> {
  const dataDir = path.join(PROGRAM_ROOT, 'data')
  const [pages, guide] = await Promise.all([
    buildPages({ dataDir }),
    buildGuide({ dataDir }),
    bundleProgram(path.join(folder, 'lib')),
  ])
  cpSync(pages, path.join(folder, 'pages'), { recursive: true })
  cpSync(guide, path.join(folder, 'guide'), { recursive: true, filter: isPlain })
  for (const name of FILES) {
    cpSync(path.join(PROGRAM_ROOT, name), path.join(folder, name), { recursive: true })
  }
  for (const name of SCRIPTS) {
    cpSync(path.join(PROGRAM_ROOT, 'scripts', name), path.join(folder, 'scripts', name))
  }
  // Its indentation is a megabyte.
  const openapi: unknown = JSON.parse(readFileSync(path.join(PROGRAM_ROOT, 'openapi.json'), 'utf8'))
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(openapi))
  const command = path.join(PROGRAM_ROOT, 'bin/release-command.mjs')
  cpSync(command, path.join(folder, 'bin/lettermill.mjs'))
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), listLicenses())
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(describeRelease(parts), null, 2)}\n`)
}

/** The name of a variant says what it is, so that the three can be offered side by side. */
const nameOf = (packed: string, { postgres, node }: ReleaseParts) =>
  packed.replace(/\.tgz$/, `${postgres ? '' : '-slim'}${node ? '-with-node' : ''}.tgz`)

async function main(): Promise<void> {
  const parts = { postgres: !values.slim, node: values['with-node'] }
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-release-'))
  try {
    await fill(folder, parts)
    mkdirSync(values.out, { recursive: true })
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd: folder })
    const packed = stdout.trim()
    const file = path.join(values.out, nameOf(packed, parts))
    cpSync(path.join(folder, packed), `${file}.partial`)
    renameSync(`${file}.partial`, file)
    console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
