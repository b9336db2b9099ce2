// The environment of commands that call a server. They know nothing of the settings of the server (platform/config.ts), and
// load none of its libraries.
import { homedir } from 'node:os'
import path from 'node:path'

type Environment = {
  url: string | undefined
  key: string | undefined
  profile: string | undefined
  /** The folder of the profiles. */
  folder: string
}

export function readEnvironment(): Environment {
  const { LETTERMILL_BASE_URL, LETTERMILL_API_KEY, LETTERMILL_PROFILE, XDG_CONFIG_HOME, HOME } = process.env
  // The rules of XDG: a relative path is to be ignored.
  const base = XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : undefined
  return {
    url: LETTERMILL_BASE_URL || undefined,
    key: LETTERMILL_API_KEY || undefined,
    profile: LETTERMILL_PROFILE || undefined,
    folder: path.join(base ?? path.join(HOME || homedir(), '.config'), 'lettermill'),
  }
}

/** The value of a variable whose name the caller chooses, such as the token of another service. */
export const readVariable = (name: string): string | undefined => process.env[name] || undefined
