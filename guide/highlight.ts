// Colours of code, as classes: the policy of the pages allows no inline styles.
import { createRequire } from 'node:module'
import { escapeHtml } from './html.ts'

/** The used part of highlight.js. An import would bring its types, and with them those of browsers into every file. */
type Highlighter = {
  registerLanguage(name: string, language: unknown): void
  getLanguage(name: string): unknown
  highlight(code: string, options: { language: string }): { value: string }
}

const require = createRequire(import.meta.url)
const highlighter = require('highlight.js/lib/core') as Highlighter

/** The names in the documents, and those of the package. Liquid is HTML with tags between. */
const LANGUAGES = {
  go: 'go',
  html: 'xml',
  http: 'http',
  ini: 'ini',
  js: 'javascript',
  json: 'json',
  liquid: 'xml',
  nginx: 'nginx',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  sh: 'bash',
  sql: 'sql',
  ts: 'typescript',
  yaml: 'yaml',
}
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${language}`))
}

/** Blocks without a language are output and trees. */
export function highlight(code: string, language: string): string {
  if (language === '') return escapeHtml(code)
  if (!highlighter.getLanguage(language)) {
    throw new Error(`guide/highlight.ts knows no language called ${language}`)
  }
  return highlighter.highlight(code, { language }).value
}
