import type { Call, CallCommand, CommandArgument, CommandOption } from '../command.ts'
import { CommandFailure, EXIT } from '../failure.ts'
import { ask, askSecret, canAsk, readInput } from '../terminal/ask.ts'
import { UsageError } from '../usage-error.ts'
import { createApi } from './api.ts'
import { checkKey, checkUrl, DEFAULT_URL } from './connection.ts'
import { isProfileName, noProfile, profilesFile, readProfiles, writeProfiles } from './profiles.ts'

const DEFAULT_NAME = 'default'

const text = (value: string, summary: string): CommandOption => ({ type: 'text', value, summary })
const profileName: CommandArgument = { name: 'name', summary: 'Name of the profile' }

const login: CallCommand = {
  family: 'call',
  effect: 'change',
  isLocal: true,
  name: 'login',
  summary: 'Store the address and the key of a server as a profile',
  options: {
    url: text('<url>', `Address of the server; ${DEFAULT_URL} by default`),
    key: text('<key>', 'API key; better typed, or given on standard input'),
    profile: text('<name>', 'Name of the profile; "default" by default'),
  },
  async run(call) {
    const { output, signal } = call
    const name = call.text('profile') ?? DEFAULT_NAME
    if (!isProfileName(name)) {
      throw new UsageError(
        `--profile must be 1 to 64 letters, digits, dots, hyphens or underscores, not "${name}".`,
      )
    }
    const asked = call.text('url') ?? (canAsk() ? await ask(`Server [${DEFAULT_URL}]: `, { signal }) : '')
    const url = checkUrl(asked || DEFAULT_URL)
    const given =
      call.text('key') ?? (canAsk() ? await askSecret('API key (sk_…): ', { signal }) : await readInput())
    const key = checkKey(given)
    if (key.startsWith('pk_')) {
      throw new UsageError(
        'This is a public key, which can only track events. Log in with a secret key (sk_…).',
      )
    }
    const project = await checkLogin({ url, key }, call)
    const { profiles } = await readProfiles()
    await writeProfiles({ current: name, profiles: { ...profiles, [name]: { url, key } } })
    output.record(
      { profile: name, url, project },
      () => `Profile ${name}: ${project ?? 'a project'} on ${url}`,
    )
    output.note(`Stored in ${profilesFile()}.`)
  },
}

/** Returns the name of the project, which a key with the scope send may not read. */
async function checkLogin(
  connection: { url: string; key: string },
  { output, signal }: Pick<Call, 'output' | 'signal'>,
): Promise<string | null> {
  const api = createApi({ ...connection, isDryRun: false, output, signal })
  const { status, body, error } = await api.probe('/project')
  if (status === 200) return (body as { name?: string } | undefined)?.name ?? null
  if (status === 403 && error?.code === 'FORBIDDEN') return null
  if (status === 401 || status === 403) {
    throw new CommandFailure(
      `${connection.url} does not accept this key (${error?.code ?? status}). Nothing was stored.`,
      {
        exitStatus: EXIT.access,
      },
    )
  }
  throw new CommandFailure(
    `${connection.url} answered ${status}. Is it the address of a Lettermill server? Nothing was stored.`,
    {
      exitStatus: EXIT.failure,
    },
  )
}

const logout: CallCommand = {
  family: 'call',
  effect: 'change',
  isLocal: true,
  name: 'logout',
  summary: 'Delete a profile with its key from this machine',
  options: {
    profile: text('<name>', 'Name of the profile; the current one by default'),
    all: { type: 'flag', summary: 'Delete all profiles' },
  },
  async run(call) {
    const { current, profiles } = await readProfiles()
    const names = call.isOn('all') ? Object.keys(profiles) : [call.text('profile') ?? current ?? DEFAULT_NAME]
    const missing = names.find((name) => !Object.hasOwn(profiles, name))
    if (missing !== undefined) throw noProfile(missing)
    const kept = Object.fromEntries(Object.entries(profiles).filter(([name]) => !names.includes(name)))
    const next = current !== null && Object.hasOwn(kept, current) ? current : (Object.keys(kept)[0] ?? null)
    await writeProfiles({ current: next, profiles: kept })
    call.output.record({ deleted: names, current: next }, () => `Deleted: ${names.join(', ') || 'nothing'}`)
  },
}

const listProfiles: CallCommand = {
  family: 'call',
  effect: 'read',
  isLocal: true,
  name: 'profiles list',
  summary: 'List the profiles of this machine',
  async run({ output }) {
    const { current, profiles } = await readProfiles()
    const rows = Object.entries(profiles).map(([name, { url, key }]) => ({
      name,
      url,
      key: `${key.slice(0, 6)}…${key.slice(-4)}`,
      current: name === current,
    }))
    output.list(rows, [
      { head: 'NAME', value: ({ name }) => name },
      { head: 'URL', value: ({ url }) => url },
      { head: 'KEY', value: ({ key }) => key },
      { head: 'CURRENT', value: ({ current: isCurrent }) => isCurrent },
    ])
  },
}

const useProfile: CallCommand = {
  family: 'call',
  effect: 'change',
  isLocal: true,
  name: 'profiles use',
  summary: 'Use a profile from now on',
  arguments: [profileName],
  async run({ output, word }) {
    const name = word('name')
    const { profiles } = await readProfiles()
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
    if (!profile) throw noProfile(name)
    await writeProfiles({ current: name, profiles })
    output.record(
      { current: name, url: profile.url },
      () => `Commands use ${name} (${profile.url}) from now on.`,
    )
  },
}

export const PROFILE_COMMANDS: readonly CallCommand[] = [login, logout, listProfiles, useProfile]
