// Writes docs/configuration.md from the settings of src/platform/config.ts: npm run docs:config
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { SETTING_GROUPS } from '../src/platform/config.ts'
import { SECRET_SETTINGS } from '../src/platform/secret-files.ts'

const FILE = path.join(import.meta.dirname, '../docs/configuration.md')

const HEAD = `# Configuration

Settings are environment variables, read once at the start. Those that are not set are read from a file, by the server and by every
command: the one of \`--env FILE\`, or else \`/etc/lettermill.env\` if it exists. It has one \`NAME=value\` per line; a value with quotes or
backslashes stands in single quotes, and \`#\` begins a comment at the start of a line. A file named \`.env\` is not read.

Every setting that holds a secret has a second form, for the secrets of Docker and Kubernetes: \`ENCRYPTION_KEY_FILE=/run/secrets/key\` names the file
that holds the value. The end of its last line does not count. One form at a time: both together are refused. These settings have it: ${SECRET_SETTINGS.map((name) => `\`${name}\``).join(', ')}.

An empty value counts as unset. A start with a bad value ends with a list of everything that is wrong. This page is written from \`src/platform/config.ts\` by
\`npm run docs:config\`; change it there.
`

type Group = { title: string; note?: string; settings: { shape: Record<string, z.ZodType> } }

export function renderConfigurationDoc(groups: readonly Group[] = SETTING_GROUPS): string {
  return [HEAD, ...groups.map(renderGroup)].join('\n')
}

function renderGroup({ title, note, settings }: Group): string {
  const rows = Object.entries(settings.shape).map(([name, setting]) => {
    const cells = [`\`${name}\``, defaultOf(setting), settingText(name, setting)]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [
    `## ${title}\n`,
    ...(note === undefined ? [] : [`${note}\n`]),
    '| Name | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function defaultOf(setting: z.ZodType): string {
  return setting instanceof z.ZodDefault ? `\`${String(setting.def.defaultValue)}\`` : '–'
}

function settingText(name: string, setting: z.ZodType): string {
  const text = z.globalRegistry.get(setting)?.description
  if (text === undefined) throw new Error(`${name} has no description in src/platform/config.ts`)
  return text
}

if (import.meta.main) writeFileSync(FILE, renderConfigurationDoc())
