import { globSync, lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { HELP } from '../../src/commands/commands.ts'
import { SETTING_GROUPS } from '../../src/platform/config.ts'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { ERRORS } from '../../src/platform/errors.ts'
import { z } from 'zod'
import {
  findBrokenLinks,
  findDeniedFeatures,
  findHiddenSubjects,
  findMissingPaths,
  findMissingTreePaths,
  findUnknownCapitals,
  findUnknownCommands,
  findUnknownNames,
  findWrongDefaults,
  findWrongLevels,
  findWrongSizes,
  isAbout,
  numberOf,
} from './documents.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'web/README.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
]
/** Pages about the code, as opposed to pages about its use. */
const CODE_PAGES = DOCUMENTS.filter((file) => !file.startsWith('docs/') || file.startsWith('docs/adr/'))

const SOURCES = '{src,sdk,web,guide,test,bench,proof,scripts,bin,deploy,migrations,.ci}/**'
const paths = [
  ...globSync(SOURCES, { cwd: ROOT }),
  ...globSync('{*,.*,docs/**,examples/**}', { cwd: ROOT }),
].filter((file) => !file.startsWith('node_modules'))
const words = new Set(
  [
    ...globSync('{src,web,guide,bench,proof,scripts,bin,migrations,test}/**/*.{ts,tsx,mjs,cjs,sql,js,html}', {
      cwd: ROOT,
    }),
    ...globSync('{package.json,compose.yaml,Dockerfile,.ci/run,vitest*.ts,.*.cjs}', { cwd: ROOT }),
  ].flatMap((file) => read(file).match(/\w+/g) ?? []),
)

/** Names that belong to programs other than ours. */
const FOREIGN = new Set(
  [
    'MAIL_MAILER MAIL_HOST MAIL_PORT MAIL_USERNAME MAIL_PASSWORD MAIL_FROM_ADDRESS', // Laravel
    'EMAIL_BACKEND EMAIL_HOST EMAIL_PORT EMAIL_USE_TLS EMAIL_USE_SSL EMAIL_HOST_USER EMAIL_HOST_PASSWORD', // Django
    'DEFAULT_FROM_EMAIL', // Django
    'OPTIN_TIME CONFIRM_TIME UPDATE_PROFILE', // Mailchimp
    'JSON_THROW_ON_ERROR', // PHP
    'STY_INVIS_DIRECT HTML_IMAGE_ONLY_04 FONT_INVIS_MSGID', // rules of SpamAssassin
    'LETTERMILL_KEY LETTERMILL_SECRET_KEY LETTERMILL_SMTP_HOST WEBHOOK_SECRET', // programs of readers
    'RESEND_API_KEY RESEND_BASE_URL', // the client of Resend
    'POSTGRES_PASSWORD pg_restore', // PostgreSQL and its image
    'maxSize', // the package lru-cache
    'DB_PASSWORD', // a variable in an example for Kubernetes
  ].flatMap((names) => names.split(' ')),
)

/** Features by the names of their folders and pages (but for common words), and other names that documents have for them. */
const present = [
  ...globSync('{src/features,web/src/pages}/*', { cwd: ROOT }).map((folder) => path.basename(folder)),
  ...(globSync('src/features/workflows/simulate', { cwd: ROOT }).length > 0 ? ['simulator'] : []),
  ...(globSync('src/features/workflows/executions', { cwd: ROOT }).length > 0
    ? ['automation', 'automations']
    : []),
  ...(globSync('src/features/accounts/sign-in/oidc', { cwd: ROOT }).length > 0
    ? ['OIDC', 'OpenID Connect']
    : []),
].filter((word) => !['send', 'track', 'delivery'].includes(word))

const rules = (
  createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: { path?: string } }[]
  }
).forbidden
/** The names in the rules of each level, from the lowest, as in `^src/features/(projects|events)/`. */
const levelsOf = (rule: RegExp): string[][] =>
  [...new Set(rules.filter(({ name }) => rule.test(name)).map(({ from }) => from.path ?? ''))].map(
    (from) => /\((.*)\)/.exec(from)?.[1]?.split('|') ?? [],
  )

const settings = SETTING_GROUPS.flatMap((group): [string, z.ZodType][] =>
  Object.entries(group.settings.shape),
)
const defaults = new Map(
  settings.flatMap(([name, setting]) =>
    setting instanceof z.ZodDefault ? [[name, String(setting.def.defaultValue)] as const] : [],
  ),
)

const commands = {
  scripts: Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts),
  benches: [...read('bench/main.ts').matchAll(/^ {2}\['(\w+)', \{/gm)].map(([, name = '']) => name),
  commands: [
    'help',
    ...[...HELP.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?)/gm)].map(([, command = '']) => command),
  ],
}

const operations = Object.values(
  (JSON.parse(read('openapi.json')) as { paths: Record<string, object> }).paths,
).flatMap((methods) => Object.keys(methods)).length

const sizes = {
  linesOf: (wanted: string) => {
    const file = paths.find((known) => known === wanted || known.endsWith(`/${wanted}`))
    return file === undefined ? undefined : read(file).split('\n').length - 1
  },
  counts: {
    operations,
    migrations: readMigrations().length,
    settings: settings.length,
    'error codes': Object.keys(ERRORS).length,
    'decision records': globSync('docs/adr/*.md', { cwd: ROOT }).length,
  },
}

/** The findings in each document, with its name. */
const inAll = (files: readonly string[], find: (text: string, file: string) => string[]): string[] =>
  files.flatMap((file) => find(read(file), file).map((found) => `${file}: ${found}`))

describe('paths in the documents', () => {
  it('are noticed when they are wrong', () => {
    const known = ['src', 'src/app.ts', 'src/platform', 'src/platform/db']
    expect(findMissingPaths('`src/app.ts`, `platform/db/`, `app.ts`, `GET /app.ts`', known)).toEqual([])
    expect(findMissingPaths('`src/old.ts`, `old/db/` and `old.ts`', known)).toEqual([
      'src/old.ts',
      'old/db/',
      'old.ts',
    ])
    const tree =
      '```\nsrc/\n  app.ts      the app\n  platform/   old/ is not looked at\n              nor is this/\n    db/\n```\n'
    expect(findMissingTreePaths(tree, known)).toEqual([])
    expect(findMissingTreePaths(tree.replace('db/', 'cache/'), known)).toEqual(['src/platform/cache'])
    expect(findMissingTreePaths('```\napp.ts  old.ts    two files\n```\n', known, 'src/')).toEqual([
      'src/old.ts',
    ])
  })

  it('exist', () => {
    expect(paths.length).toBeGreaterThan(1_000)
    expect(inAll(CODE_PAGES, (text) => findMissingPaths(text, paths))).toEqual([])
    const ours = /^(src|web|test|bench|proof|scripts|migrations)\//
    expect(
      inAll(DOCUMENTS, (text) => findMissingPaths(text, paths).filter((found) => ours.test(found))),
    ).toEqual([])
  })

  it.each([
    ['ARCHITECTURE.md', ''],
    ['web/README.md', 'web/'],
  ])('exist in the tree of %s', (file, root) => {
    expect(findMissingTreePaths(read(file), paths, root)).toEqual([])
    expect(findMissingTreePaths(read(file), [], root).length).toBeGreaterThan(5)
  })
})

describe('links in the documents', () => {
  const textOf = (file: string) =>
    paths.includes(file) ? (file.endsWith('.md') ? read(file) : '') : undefined

  it('are noticed when they are wrong', () => {
    const pages = new Map([['docs/api.md', '# API\n\n## Rate limit, per key\n']])
    const links = '[a](api.md), [b](api.md#rate-limit-per-key), [c](https://x.example), [d](#x)\n\n## X\n'
    expect(findBrokenLinks('docs/a.md', links, (file) => pages.get(file))).toEqual([])
    const broken = '[a](old.md), [b](api.md#limits), [d](#y)'
    expect(findBrokenLinks('docs/a.md', broken, (file) => pages.get(file))).toEqual([
      '](old.md)',
      '](api.md#limits)',
      '](#y)',
    ])
  })

  it('lead somewhere', () => {
    expect(inAll(DOCUMENTS, (text, file) => findBrokenLinks(file, text, textOf))).toEqual([])
  })

  it('lead to every page from README.md', () => {
    const pages = DOCUMENTS.filter((file) => /^docs\/[\w-]+\.md$/.test(file))
    const linked = DOCUMENTS.filter(
      (file) => file === 'README.md' || file.startsWith('docs/') || file === 'ARCHITECTURE.md',
    )
      .map(read)
      .join('\n')
    expect(
      pages.filter(
        (file) => !linked.includes(`${path.basename(file)})`) && !linked.includes(`${path.basename(file)}#`),
      ),
    ).toEqual([])
  })
})

describe('names in the documents', () => {
  it('are noticed when they are wrong', () => {
    const known = new Set(['heavyTurn', 'email_queue', 'PORT_NUMBER'])
    expect(findUnknownNames('`heavyTurn`, `email_queue`, `sending`, `heavy turn`', known)).toEqual([])
    expect(findUnknownNames('`oldTurn` and `mail_queue`', known)).toEqual(['oldTurn', 'mail_queue'])
    expect(findUnknownCapitals('PORT_NUMBER=1 and `OLD_NUMBER`', known)).toEqual(['OLD_NUMBER'])
  })

  it('of functions, types and tables are in the sources', () => {
    expect(inAll(CODE_PAGES, (text) => findUnknownNames(text, words.union(FOREIGN)))).toEqual([])
  })

  it('of settings and codes are in the sources', () => {
    const known = words.union(FOREIGN).union(new Set(settings.map(([name]) => name)))
    expect(inAll(DOCUMENTS, (text) => findUnknownCapitals(text, known))).toEqual([])
  })
})

describe('defaults in the documents', () => {
  it('are noticed when they are wrong', () => {
    const known = new Map([['PORT', '3000']])
    expect(findWrongDefaults('`PORT` (3000), 3,000 (`PORT`), 10 MB (`SIZE`)', known)).toEqual([])
    expect(findWrongDefaults('`PORT` (80; 0 = off), 80 as a port (`PORT`)', known)).toEqual([
      '`PORT` (80; 0 = off)',
      '80 as a port (`PORT`)',
    ])
  })

  it('are those of the settings', () => {
    expect(defaults.get('PORT')).toBe('3000')
    expect(inAll(DOCUMENTS, (text) => findWrongDefaults(text, defaults))).toEqual([])
  })
})

describe('docs/dashboard.md', () => {
  it('describes every page of the navigation', () => {
    const [, labels = ''] = /^ {2}pages: \{\n([^}]*)/m.exec(read('web/src/app/app.texts.ts')) ?? []
    const pages = [...labels.matchAll(/: '(.*)',$/gm)].map(([, label = '']) => label)
    expect(pages.length).toBeGreaterThan(10)
    expect(pages.filter((label) => !read('docs/dashboard.md').includes(`\n| ${label} |`))).toEqual([])
  })
})

describe('the levels in ARCHITECTURE.md', () => {
  const table =
    '| level | feature | owns |\n|---|---|---|\n| 0 | `projects` | `keys` |\n| 1 | `contacts` | people |\n'

  it('are noticed when they are wrong', () => {
    expect(findWrongLevels(table, [['projects'], ['contacts']])).toEqual([])
    expect(findWrongLevels(table, [['projects', 'contacts']])).toEqual([
      'contacts: 1',
      'contacts: 0 is not listed',
    ])
    expect(findWrongLevels('| 0 | `content` (`x`), `queue` |\n', [['content'], ['queue']])).toEqual([
      'queue: 0',
      'queue: 1 is not listed',
    ])
  })

  it.each([
    ['## Features', /^level-\d-/],
    ['## How an email is sent', /^delivery-stage-\d/],
  ])('below %s are those of the import rules', (heading, rule) => {
    const section = read('ARCHITECTURE.md').split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
    const levels = levelsOf(rule)
    expect(levels.length).toBeGreaterThan(2)
    expect(findWrongLevels(section, levels)).toEqual([])
  })
})

describe('commands in the documents', () => {
  it('are noticed when they are wrong', () => {
    const known = { scripts: ['bench', 'proof:send'], benches: ['send'], commands: ['keys create', 'backup'] }
    const right =
      'npm run bench send, npm run proof:…, npx lettermill keys create, npx lettermill backup file'
    expect(findUnknownCommands(right, known)).toEqual([])
    const wrong = 'npm run build, npm run bench mail, npx lettermill keys drop, npx lettermill export'
    expect(findUnknownCommands(wrong, known)).toEqual([
      'npm run build',
      'npm run bench mail',
      'npx lettermill keys drop',
      'npx lettermill export',
    ])
  })

  it('exist', () => {
    expect(commands.benches).toContain('contacts')
    expect(commands.commands).toContain('keys create')
    expect(inAll(DOCUMENTS, (text) => findUnknownCommands(text, commands))).toEqual([])
  })
})

describe('sizes in the documents', () => {
  it('are noticed when they are wrong', () => {
    const facts = {
      linesOf: (file: string) => (file === 'a.ts' ? 100 : undefined),
      counts: { migrations: 50 },
    }
    expect(findWrongSizes('`a.ts`, 105 lines, 48 migrations, 7 sins', facts)).toEqual([])
    expect(findWrongSizes('`a.ts`, 120 lines, `b.ts`, 1 lines, 40 migrations', facts)).toEqual([
      '`a.ts`, 120 lines: 100',
      '`b.ts`, 1 lines: undefined',
      '40 migrations: 50',
    ])
  })

  it('are right within a tenth', () => {
    expect(operations).toBeGreaterThan(50)
    expect(inAll(DOCUMENTS, (text) => findWrongSizes(text, sizes))).toEqual([])
  })

  // Other platforms have other binaries.
  it.runIf(process.platform === 'linux' && process.arch === 'x64')('of the installation are right', () => {
    const [, program = '', all = ''] =
      /about (\d+) MB of disk, with the test tools (\d+) MB/.exec(read('README.md')) ?? []
    const megabytes = installedMegabytes()
    expect(isAbout(numberOf(program), megabytes.program), `${megabytes.program} MB`).toBe(true)
    expect(isAbout(numberOf(all), megabytes.all), `${megabytes.all} MB`).toBe(true)
  })
})

describe('features in the documents', () => {
  it('are noticed when they are called missing', () => {
    expect(
      findDeniedFeatures('Delivery without a relay is not there yet. Campaigns are there.', ['campaigns']),
    ).toEqual([])
    const wrong =
      'Sending works. Campaigns are not there yet.\n\n| automation | simulated only | yes |\n| lists | no | yes |\n'
    expect(findDeniedFeatures(wrong, ['campaigns', 'automation'])).toEqual([
      'Campaigns are not there yet.',
      '| automation | simulated only |',
    ])
  })

  it('are not called missing when they exist', () => {
    expect(present).toEqual(expect.arrayContaining(['campaigns', 'workflows', 'automation', 'OIDC']))
    expect(inAll(DOCUMENTS, (text) => findDeniedFeatures(text, present))).toEqual([])
  })
})

describe('sentences in the documents', () => {
  it('are noticed when their subject is hidden', () => {
    const wrong =
      '## What it is\n\nIt works. What fails\nis retried. Who asks?\n\n- **Of two the first wins.**\n- fine\n\n| Nobody |\n'
    expect(findHiddenSubjects(wrong)).toEqual([
      'What fails is retried.',
      'Of two the first wins.**',
      'Nobody',
    ])
  })

  it('begin with their subject', () => {
    expect(inAll(DOCUMENTS, findHiddenSubjects)).toEqual([])
  })
})

/** By the packages of the lockfile: those of the program, and all. */
function installedMegabytes(): { program: number; all: number } {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const nearest = (file: string): string | undefined => {
    for (let folder = path.dirname(file); folder !== '.'; folder = path.dirname(folder)) {
      if (packages[folder]) return folder
    }
    return undefined
  }
  const sums = { program: 0, all: 0 }
  for (const file of globSync('node_modules/**', { cwd: ROOT })) {
    const owner = packages[nearest(file) ?? '']
    const bytes = lstatSync(path.join(ROOT, file)).blocks * 512
    if (!owner || bytes === 0) continue
    sums.all += bytes
    if (!owner.dev && !owner.devOptional) sums.program += bytes
  }
  return { program: Math.round(sums.program / 1e6), all: Math.round(sums.all / 1e6) }
}
