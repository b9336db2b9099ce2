// Whether the server answers, and this machine and its key suit it.
import { systemClock } from '../../../platform/clock.ts'
import type { Call } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { programVersion } from '../../../platform/program.ts'
import { ok, problem } from './doctor-check.ts'
import type { Check } from './doctor-check.ts'
import { readAll } from './listing.ts'

type Health = { status?: string; version?: string; warnings?: string[] }

export const checkReachable: Check = {
  name: 'server',
  async run({ api }) {
    const remedy = 'Start it with npm start, or give the right address with --url or LETTERMILL_BASE_URL.'
    try {
      const { status, body } = await api.probe('/health')
      const { version, warnings = [] } = (body ?? {}) as Health
      if (status !== 200 || version === undefined) {
        return [
          {
            ...problem('server', {
              detail: `${api.url} is not a Lettermill server (it answered ${status})`,
              remedy,
            }),
            endsAll: true,
          },
        ]
      }
      const found = warnings.map((detail) =>
        problem('server', {
          result: 'warning',
          detail,
          remedy: 'The operator of the server has to look at this.',
        }),
      )
      return [ok('server', `${api.url} answers`), ...found]
    } catch (error) {
      if (!(error instanceof CommandFailure) || error.exitStatus !== EXIT.unreachable) throw error
      return [{ ...problem('server', { detail: error.message, remedy }), endsAll: true }]
    }
  },
}

export const checkReady: Check = {
  name: 'database',
  async run({ api }) {
    const { status, error } = await api.probe('/ready')
    if (status === 200) return [ok('database', 'the database and the job queue answer')]
    const message = error?.message ?? `the server answered ${status}`
    return [
      {
        ...problem('database', {
          detail: message,
          remedy: 'Look at the log of the server and of its database.',
        }),
        endsAll: true,
      },
    ]
  },
}

export const checkVersion: Check = {
  name: 'version',
  async run({ api }) {
    const { version = '' } = ((await api.probe('/health')).body ?? {}) as Health
    const own = programVersion()
    if (version === own) return [ok('version', `server and command line are ${own}`)]
    const detail = `the server is ${version}, this command line ${own}`
    return [
      problem('version', {
        result: 'warning',
        detail,
        remedy: 'Use the command line of the version of the server.',
      }),
    ]
  },
}

// Receivers refuse signatures that are five minutes off. The header has whole seconds.
const MOST_SECONDS_OFF = 30

export const checkClock: Check = {
  name: 'clock',
  async run({ api }) {
    const before = systemClock.now().getTime()
    const { headers } = await api.probe('/health')
    const middle = (before + systemClock.now().getTime()) / 2
    const serverTime = Date.parse(headers['date'] ?? '')
    if (Number.isNaN(serverTime)) {
      const detail = 'the server does not say its time'
      return [problem('clock', { result: 'skipped', detail, remedy: 'Check the proxy in front of it.' })]
    }
    const seconds = Math.round(Math.abs(middle - serverTime) / 1000)
    if (seconds <= MOST_SECONDS_OFF) {
      return [ok('clock', `server and machine agree within ${Math.max(seconds, 1)} s`)]
    }
    return [
      problem('clock', {
        result: 'warning',
        detail: `the clocks of the server and of this machine are ${seconds} s apart`,
        remedy:
          'Synchronize both with NTP: signatures of webhooks are refused when they are five minutes off.',
      }),
    ]
  },
}

export const checkKeyScopes: Check = {
  name: 'key',
  async run(call) {
    const { status, body, error } = await call.api.probe('/project')
    if (status === 200) return [await describeScopes(call, (body as { name?: string }).name ?? '')]
    const detail = error?.message ?? `the server answered ${status}`
    const remedy =
      error?.code === 'FORBIDDEN'
        ? 'The key is valid, but cannot read. Use one with the scope read or full.'
        : 'Make a key with npx lettermill keys create, and log in with it: npx lettermill login.'
    return [{ ...problem('key', { detail, remedy }), endsAll: true }]
  },
}

async function describeScopes({ api }: Call, project: string) {
  for await (const key of readAll({ api, path: '/keys', resource: 'keys' })) {
    const { prefix, lastFour, scopes, expiresAt } = key as {
      prefix: string
      lastFour: string
      scopes: string[]
      expiresAt: string | null
    }
    if (!api.key.startsWith(prefix) || !api.key.endsWith(lastFour)) continue
    const end = expiresAt === null ? '' : `, expires ${expiresAt}`
    return ok('key', `valid for the project ${project}, scopes ${scopes.join(', ')}${end}`)
  }
  return ok('key', `valid for the project ${project}`)
}
