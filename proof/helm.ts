// `npm run proof:helm`: the chart of deploy/helm/lettermill. `helm lint` and `helm template` find nothing wrong, what the chart writes is what the
// types of Kubernetes know, by strict decoding, and wrong values are refused. Needs Helm and Go, so `npm run test:long` leaves it out.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../test/harness/node-process.ts'
import { nothing } from './harness/audit.ts'
import { readProofOptions, runProof, UsageError } from './harness/command.ts'
import type { Row } from './harness/promise-table.ts'
import { REFUSED_VALUES, VALUES } from './helm/values.ts'

const run = promisify(execFile)
const CHART = path.join(ROOT, 'deploy/helm/lettermill')
const DECODER = path.join(ROOT, 'proof/helm/strict-decoder')

const NEEDED = [
  {
    name: 'helm',
    args: ['version', '--short'],
    advice: 'Helm: https://helm.sh/docs/intro/install, or go install helm.sh/helm/v3/cmd/helm@v3.18.6',
  },
  { name: 'go', args: ['version'], advice: 'Go 1.24 or newer: https://go.dev/dl, or apt-get install golang' },
]

async function requirePrograms(): Promise<void> {
  for (const { name, args, advice } of NEEDED) {
    await run(name, args).catch(() => {
      throw new UsageError(`proof:helm needs ${name} in PATH. Install ${advice}`)
    })
  }
}

/** The complaints of a program; empty if it succeeds. */
async function problemOf(program: string, args: readonly string[], cwd = ROOT): Promise<string> {
  return run(program, [...args], { cwd, maxBuffer: 10_000_000 }).then(
    () => '',
    (error: { stderr: string; stdout: string }) => `${error.stdout}${error.stderr}`.trim(),
  )
}

await runProof(async (say) => {
  readProofOptions({ numbers: {}, smallest: {} })
  await requirePrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-helm-'))
  try {
    return await prove(folder, say)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function prove(folder: string, say: (line: string) => void): Promise<Row[]> {
  const write = (name: string, content: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const problems: string[] = []
  const manifests: string[] = []
  for (const [name, values] of Object.entries(VALUES)) {
    const file = write(`${name}.json`, JSON.stringify(values))
    problems.push(await problemOf('helm', ['lint', '--strict', '--values', file, CHART]))
    const { stdout } = await run('helm', [
      'template',
      'mail',
      CHART,
      '--namespace',
      'email',
      '--values',
      file,
    ])
    manifests.push(write(`${name}.yaml`, stdout))
  }
  const decoded = await problemOf('go', ['run', '.', ...manifests], DECODER)
  const broken = write(
    'broken.yaml',
    'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { prots: [] }\n',
  )
  const found = await problemOf('go', ['run', '.', broken], DECODER)
  const accepted: string[] = []
  for (const [name, values] of Object.entries(REFUSED_VALUES)) {
    const file = write(`refused-${name}.json`, JSON.stringify(values))
    if ((await problemOf('helm', ['template', 'mail', CHART, '--values', file])) === '') accepted.push(name)
  }
  const linted = problems.filter((problem) => problem !== '')
  for (const problem of [...linted, decoded, ...accepted]) if (problem !== '') say(problem)
  return [
    { what: 'sets of values', measured: Object.keys(VALUES).length },
    nothing('of them with a finding of helm lint', linted.length),
    nothing('objects that Kubernetes would refuse', decoded === '' ? 0 : decoded.split('\n').length),
    nothing('misspelled fields that the check overlooks', found.includes('prots') ? 0 : 1),
    nothing('wrong values that the schema accepts', accepted.length),
  ]
}
