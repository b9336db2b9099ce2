// Writes the table of what email clients support, from the data of caniemail.com (MIT License, Copyright (c) 2019 HTeuMeuLeu).
//
//   node_modules/.bin/node scripts/write-caniemail.ts [data.json]
//
// Without a file, the data is loaded from https://www.caniemail.com/api/data.json.
import { readFile, writeFile } from 'node:fs/promises'

const OUT = 'src/features/content-checks/markup/caniemail.values.ts'
const SOURCE = 'https://www.caniemail.com/api/data.json'

type Versions = Record<string, string>
type Feature = { slug: string; title: string; stats: Record<string, Record<string, Versions> | undefined> }
type Data = { last_update_date: string; data: Feature[] }

/** The clients that matter, in the order of the letters; a client is what its users call one. */
const CLIENTS = [
  { name: 'Gmail', family: 'gmail', platforms: ['desktop-webmail', 'ios', 'android'] },
  { name: 'Apple Mail', family: 'apple-mail', platforms: ['macos', 'ios'] },
  { name: 'Outlook for Windows (classic)', family: 'outlook', platforms: ['windows'] },
  { name: 'Outlook.com and the new Outlook', family: 'outlook', platforms: ['outlook-com'] },
  { name: 'Outlook for Mac and phones', family: 'outlook', platforms: ['macos', 'ios', 'android'] },
  { name: 'Yahoo Mail', family: 'yahoo', platforms: ['desktop-webmail', 'ios', 'android'] },
  { name: 'Samsung Email', family: 'samsung-email', platforms: ['android'] },
]

const CATEGORIES = /^(?:css|html|image)-/

/** The newest version: by number where all are numbers, otherwise the last one listed. */
function newest(versions: Versions): string {
  const keys = Object.keys(versions)
  const isNumbered = keys.every((key) => /^\d+(\.\d+)*$/.test(key))
  const sorted = isNumbered ? keys.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })) : keys
  return versions[sorted.at(-1) ?? '']?.[0] ?? 'u'
}

/** y: all of its platforms show it; n: none does; s: some do not; a: shown in part; u: unknown. */
function letterOf({ stats }: Feature, { family, platforms }: (typeof CLIENTS)[number]): string {
  const found = platforms.map((platform) => newest(stats[family]?.[platform] ?? {}))
  const known = new Set(found.filter((letter) => letter !== 'u'))
  const [only = 'u'] = known
  if (known.size <= 1) return only
  return known.has('n') ? 's' : 'a'
}

async function load(file: string | undefined): Promise<Data> {
  const text = file === undefined ? await (await fetch(SOURCE)).text() : await readFile(file, 'utf8')
  return JSON.parse(text) as Data
}

const { last_update_date: updated, data } = await load(process.argv[2])
const rows = data
  .filter(({ slug }) => CATEGORIES.test(slug))
  .map((feature) => ({ ...feature, letters: CLIENTS.map((client) => letterOf(feature, client)).join('') }))
  .filter(({ letters }) => /[ns]/.test(letters))
  .map(({ slug, title, letters }) => `  '${slug}': ['${letters}', ${quote(title.trim())}],`)

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`
}

await writeFile(
  OUT,
  `// Written by scripts/write-caniemail.ts from the data of caniemail.com of ${updated.slice(0, 10)}.
// MIT License, Copyright (c) 2019 HTeuMeuLeu: permission is granted, free of charge, to any person obtaining a copy to deal in it
// without restriction, if this notice is included; it is provided "as is", without warranty of any kind.

/** The day of the data. */
export const CANIEMAIL_DATE = '${updated.slice(0, 10)}'

/** The order of the letters. */
export const EMAIL_CLIENTS = [
${CLIENTS.map(({ name }) => `  ${quote(name)},`).join('\n')}
] as const

/** Features that not all clients show: y supported, a in part, s not by all versions of the client, n not supported, u unknown. */
export const CLIENT_SUPPORT: Readonly<Record<string, readonly [letters: string, title: string]>> = {
${rows.join('\n')}
}
`,
)
console.log(`${OUT}: ${rows.length} features`)
