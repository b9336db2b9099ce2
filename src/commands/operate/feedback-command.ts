// The URL to which the provider of MAIL_TRANSPORT reports bounces and complaints, and the keys that prove its reports.
import { parseArgs } from 'node:util'
import {
  doorUrl,
  ensureDoor,
  PROOF_NAMES,
  readProofs,
  rotateToken,
  setProofs,
} from '../../features/feedback/index.ts'
import type { DoorRow, ProofName } from '../../features/feedback/index.ts'
import { readConfig } from '../../platform/config.ts'
import { readInstallation } from '../../platform/db/installation.ts'
import { PROVIDERS } from '../../platform/email/feedback/providers/providers.values.ts'
import { createSecrets, findEncryptionKey } from '../../platform/secrets/secrets.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { terminal } from '../../platform/terminal.ts'
import { checkWords } from './input.ts'
import { show } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from './with-database.ts'
import type { CommandContext } from './with-database.ts'

const DAY_SECONDS = 86_400

const USAGE =
  'Usage: lettermill feedback show | rotate [--grace-seconds <n>] | set-key <name> <key> | remove-key <name>  [--json]'

export async function feedbackCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, 'grace-seconds': { type: 'string' } },
  })
  const [action, name = '', value = ''] = positionals
  switch (action) {
    case 'show':
      checkWords(positionals, 'feedback show')
      return withDoors(async (parts) => showDoor(parts, await ensureDoor(parts), values.json))
    case 'rotate': {
      checkWords(positionals, 'feedback rotate')
      const graceSeconds = readSeconds(values['grace-seconds'])
      return withDoors(async (parts) =>
        showDoor(parts, await rotateToken(parts, { graceSeconds }), values.json),
      )
    }
    case 'set-key':
      checkWords(positionals, 'feedback set-key <name> <key>')
      return changeKey(proofNameOf(name), value)
    case 'remove-key':
      checkWords(positionals, 'feedback remove-key <name>')
      return changeKey(proofNameOf(name), undefined)
    case undefined:
    default:
      throw new UsageError(USAGE)
  }
}

type Parts = CommandContext & { secrets: Secrets }

async function withDoors(work: (parts: Parts) => Promise<void>): Promise<void> {
  const key = findEncryptionKey(readConfig())
  if (key === undefined) {
    throw new Error('Start Lettermill once before, so that it creates its encryption key.')
  }
  await withDatabase((context) => work({ ...context, secrets: createSecrets(key) }))
}

async function showDoor({ db, secrets }: Parts, door: DoorRow, json: boolean): Promise<void> {
  const installation = await readInstallation(db)
  const url = doorUrl(secrets, { door, publicUrl: installation?.public_url ?? '' })
  const keys = Object.keys(readProofs(secrets, door))
  const lastReportAt = door.last_report_at?.toISOString() ?? null
  show({ url, keys, lastReportAt }, json, () =>
    [
      `URL          ${url}`,
      `Keys set     ${keys.length === 0 ? 'none' : keys.join(', ')}`,
      `Last report  ${lastReportAt ?? 'none so far'}`,
      '',
      `Replace {provider} by ${PROVIDERS.slice(0, -1).join(', ')} or ${PROVIDERS.at(-1)}.`,
      'docs/providers.md says where each provider takes the URL, and which key proves its reports.',
    ].join('\n'),
  )
}

async function changeKey(name: ProofName, value: string | undefined): Promise<void> {
  await withDoors(async (parts) => {
    const { id } = await ensureDoor(parts)
    await setProofs(parts, { id, proofs: { [name]: value } })
  })
  terminal.print(value === undefined ? `The key ${name} is removed.` : `The key ${name} is set.`)
}

function proofNameOf(text: string): ProofName {
  const name = PROOF_NAMES.find((one) => one === text)
  if (name === undefined) {
    throw new UsageError(`There is no key "${text}". There are: ${PROOF_NAMES.join(', ')}.`)
  }
  return name
}

function readSeconds(text: string | undefined): number {
  const seconds = text === undefined ? DAY_SECONDS : Number(text)
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new UsageError('--grace-seconds: must be a whole number of seconds')
  }
  return seconds
}
