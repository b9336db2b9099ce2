import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_CODES } from '../i18n/language.ts'
import { differencesOf } from './differences.ts'

const WEB = path.join(import.meta.dirname, '..')
const FOLDER = import.meta.dirname

type Module = Readonly<Record<string, unknown>>

const load = (file: string): Promise<Module> => import(file) as Promise<Module>

/** Types, names and helpers are not texts. */
const textsOf = (module: Module): Module =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => typeof value === 'object'))

const english = globSync('**/*.texts.ts', { cwd: WEB }).map((file) => file.slice(0, -'.texts.ts'.length))
const languages = globSync('*/index.ts', { cwd: FOLDER }).map((file) => path.dirname(file))
const translated = languages.flatMap((language) =>
  globSync('*/**/*.ts', { cwd: path.join(FOLDER, language) }).map((file) => ({
    language,
    file: file.slice(0, -'.ts'.length),
  })),
)

it('finds the texts of the dashboard', () => {
  expect(english.length).toBeGreaterThan(80)
  expect(english).toContain('app/app')
})

describe('the texts in English', () => {
  it.each(english)('%s are found in a catalogue by the file and the name of the export', async (file) => {
    const source = readFileSync(path.join(WEB, `${file}.texts.ts`), 'utf8')
    const exported = Object.keys(textsOf(await load(path.join(WEB, `${file}.texts.ts`))))
    const named = [...source.matchAll(/^export const (\w+).* = translatable\(\s*'([^']+)',\s*'([^']+)',/gm)]
    expect(named.map(([, name, from, key]) => [name, from, key])).toEqual(
      exported.map((name) => [name, file, name]),
    )
  })
})

it('has every text in every language that can be chosen', () => {
  const found = LANGUAGE_CODES.filter((code) => code !== 'en').map((code) => ({
    code,
    files: translated
      .filter(({ language }) => language === code)
      .map(({ file }) => file)
      .sort(),
  }))
  expect(found).toEqual(found.map(({ code }) => ({ code, files: english.toSorted() })))
})

it('has translations that say what the English texts say', async () => {
  const found = await Promise.all(
    translated.map(async ({ language, file }) => {
      const own = textsOf(await load(path.join(WEB, `${file}.texts.ts`)))
      const other = textsOf(await load(path.join(FOLDER, language, `${file}.ts`)))
      return differencesOf(own, other).map((difference) => `${language}/${file}: ${difference}`)
    }),
  )
  expect(found.flat()).toEqual([])
})
