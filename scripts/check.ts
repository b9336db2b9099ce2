// The static checks: `npm run check`, or some of them by name (`node scripts/check.ts types imports`). All steps run at the
// same time, even if one fails; the last lines name those that failed. The tests are `npm test`.
import { spawn } from 'node:child_process'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

type Step = {
  name: string
  /** A tool's JavaScript file below node_modules, and its arguments. Run by the Node that runs this. */
  command: [string, ...string[]]
  /** The output must contain it, for a tool that reports success when it has looked at nothing. */
  proof?: RegExp
}

// `.bin/tsc` is TypeScript 6, which is here for dependency-cruiser only.
const TSC = 'typescript7/bin/tsc'

/** Stores its result, so that the next run only checks the files that a change affects: 4 s instead of 27. */
const typesOf = (project: string, cache: string): Step['command'] => [
  TSC,
  '--project',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/${cache}.tsbuildinfo`,
]

/** Without test/conventions, whose fixtures break every rule on purpose. */
const IMPORT_ROOTS = [
  'src',
  'sdk',
  'web',
  'guide',
  'bench',
  'proof',
  'scripts',
  'test/harness',
  'test/support',
]

const STEPS: Step[] = [
  { name: 'format', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint/bin/oxlint'] },
  { name: 'types', command: typesOf('tsconfig.json', 'types') },
  { name: 'types (schemas)', command: typesOf('tsconfig.schema.json', 'types-schemas') },
  { name: 'types (web)', command: typesOf('web/src/tsconfig.json', 'types-web') },
  { name: 'types (sdk)', command: typesOf('sdk/typescript/tsconfig.json', 'types-sdk') },
  { name: 'types (guide)', command: typesOf('guide/client/tsconfig.json', 'types-guide') },
  {
    name: 'imports',
    command: ['dependency-cruiser/bin/dependency-cruiser.mjs', ...IMPORT_ROOTS],
    proof: /\b[1-9]\d{2,} modules/,
  },
]

async function run(step: Step): Promise<boolean> {
  const began = performance.now()
  const [file, ...rest] = step.command
  const tool = spawn(process.execPath, [path.join(ROOT, 'node_modules', file), ...rest], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  tool.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  tool.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  tool.on('error', reject)
  tool.on('close', resolve)
  const status = await promise
  const isGood = status === 0 && (step.proof?.test(output) ?? true)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
  if (!isGood) console.log(`${output.trimEnd().replaceAll(/^/gm, '  ')}\n`)
  return isGood
}

const wanted = process.argv.slice(2)
const steps = STEPS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.split(' ')[0] === word),
)
const unknown = wanted.filter((word) => !STEPS.some(({ name }) => name.split(' ')[0] === word))
if (unknown.length > 0) throw new Error(`there is no step called ${unknown.join(', ')}`)

const verdicts = await Promise.all(steps.map(run))
const failed = steps.filter((_, index) => !verdicts[index]).map(({ name }) => name)
console.log(failed.length === 0 ? `All ${steps.length} checks passed.` : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
