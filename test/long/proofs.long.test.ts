// Every proof once, at its smallest: it runs to its verdict, and no promise is broken.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../harness/node-process.ts'
import { runScript } from './command.ts'

// Against one that hangs: they take a minute or two, most of it the leases of those that were killed.
const HANGING_MS = 900_000

// The parts of proof:send that `--only` names, with the file of each.
const PARTS = ['rate', 'fairness', 'lease', 'latency']

const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /proof\/\S+\.ts$/.exec(script)?.[0]
  return name.startsWith('proof:') && file !== undefined ? [{ name, args: [file] }] : []
})
const parts = PARTS.map((part) => ({
  name: `proof:send --only ${part}`,
  args: ['proof/send.ts', '--only', part],
}))

// Other proofs behind the same command.
const OF_CAMPAIGNS = ['--caps', '--coupons'].map((flag) => ({
  name: `proof:campaign ${flag}`,
  args: ['proof/campaign.ts', flag],
}))

// Other values of MARKETING_EMAILS_AHEAD than its default.
const OF_OTHER_SETTINGS = [
  { name: 'proof:campaign --ahead 1', args: ['proof/campaign.ts', '--ahead', '1'] },
  { name: 'proof:send --ahead 16', args: ['proof/send.ts', '--ahead', '16'] },
]

// They need packages that npm does not install, or the history of git.
const WITH_PACKAGES = [
  { name: 'proof:postfix', file: 'proof/postfix.ts', install: 'apt-get install postfix' },
  { name: 'proof:helm', file: 'proof/helm.ts', install: 'https://helm.sh/docs/intro/install' },
  { name: 'proof:clients', file: 'proof/clients.ts', install: 'apt-get install python3 python3-venv' },
  { name: 'proof:runtimes', file: 'proof/runtimes.ts', install: 'https://nodejs.org' },
  { name: 'proof:spam', file: 'proof/spam.ts', install: 'apt-get install spamassassin' },
  { name: 'proof:standby', file: 'proof/standby.ts', install: 'apt-get install postgresql' },
  { name: 'proof:pgbouncer', file: 'proof/pgbouncer.ts', install: 'apt-get install pgbouncer' },
  { name: 'proof:guides', file: 'proof/guides.ts', install: 'apt-get install golang-go' },
  { name: 'proof:upgrade', file: 'proof/upgrade.ts', install: 'which are in the history of git' },
]

describe('proofs', () => {
  it('all have a command, or are a part of one', () => {
    const reached = [
      ...commands.map(({ args: [file = ''] }) => path.basename(file, '.ts')),
      ...PARTS,
      'crash',
    ]
    const files = readdirSync(path.join(ROOT, 'proof')).filter((file) => file.endsWith('.ts'))
    expect(files.map((file) => path.basename(file, '.ts')).toSorted()).toEqual(reached.toSorted())
  })

  // At once: most of their time they wait.
  it.concurrent.for([
    ...commands.filter(({ name }) => !WITH_PACKAGES.some((other) => other.name === name)),
    ...parts,
    ...OF_CAMPAIGNS,
    ...OF_OTHER_SETTINGS,
  ])('$name keeps its promises', { timeout: HANGING_MS }, async ({ args }, { signal, expect }) => {
    const { code, output } = await runScript([...args, '--smallest', '--seed', '1'], signal)
    const verdict = expect.stringContaining('Every promise was kept.') as string
    expect({ code, output }).toEqual({ code: 0, output: verdict })
    expect(output).toMatch(/^\| what +\| measured +\| promised +\|/m)
  })

  it.for(WITH_PACKAGES)(
    '$name names what is missing',
    { timeout: HANGING_MS },
    async ({ file, install }, { signal, expect }) => {
      const { code, output } = await runScript([file, '--smallest'], signal, { PATH: '' })
      expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(install) as string })
    },
  )
})
