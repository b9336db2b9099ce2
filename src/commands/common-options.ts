import type { CommandOption } from './command.ts'

type Options = Readonly<Record<string, CommandOption>>

const FORM_OPTIONS: Options = {
  json: { type: 'flag', summary: 'Print JSON, also at a terminal' },
  table: { type: 'flag', summary: 'Print for people, also into a file or a pipe' },
}

/** Commands about the profiles of this machine. */
export const LOCAL_OPTIONS: Options = FORM_OPTIONS

/** Every command that calls a server. */
export const CALL_OPTIONS: Options = {
  url: { type: 'text', value: '<url>', summary: 'Address of the server (LETTERMILL_BASE_URL)' },
  key: { type: 'text', value: '<key>', summary: 'API key (LETTERMILL_API_KEY)' },
  profile: { type: 'text', value: '<name>', summary: 'Profile to use (LETTERMILL_PROFILE)' },
  ...FORM_OPTIONS,
}

/** Every command that changes something. */
export const CHANGE_OPTIONS: Options = {
  'dry-run': { type: 'flag', summary: 'Print the request, and send nothing' },
}

/** Every command that cannot be undone. */
export const DESTROY_OPTIONS: Options = {
  yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
}
