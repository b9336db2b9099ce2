import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientTexts as german } from './de/api/client/client.ts'
import { components as germanComponents } from './de/components/components.ts'
import { clientTexts as spanish } from './es/api/client/client.ts'
import { components as spanishComponents } from './es/components/components.ts'

// Read as text: the dashboard imports nothing but schemas of the server.
const CATALOGUE = path.join(import.meta.dirname, '../../../src/platform/errors.ts')
const CODES = [...readFileSync(CATALOGUE, 'utf8').matchAll(/^  ([A-Z_]+): \{$/gm)].map(([, code]) =>
  String(code),
)

it('finds the codes of the server', () => {
  expect(CODES.length).toBeGreaterThan(25)
  expect(CODES).toContain('CONTACT_NOT_FOUND')
})

/** Its message names the line and the column. */
const UNTRANSLATED = ['TEMPLATE_SYNTAX']

describe.each([
  ['German', german, germanComponents],
  ['Spanish', spanish, spanishComponents],
])('errors of the server in %s', (_language, texts, components) => {
  it('have a translation for every code of the catalogue', () => {
    const missing = CODES.filter((code) => texts.problem(code, 'Own words') === 'Own words')
    expect(missing).toEqual(UNTRANSLATED)
  })

  it('are shown as the server says them if the code is not known', () => {
    expect(texts.problem('A_NEW_CODE', 'The moon is full.')).toBe('The moon is full.')
  })

  it('at fields keep the limit, and unknown ones their wording', () => {
    const english = ['must not be empty', 'must have at most 254 characters', 'must be at least -1.5']
    const translated = english.map((message) => components.fieldProblem(message))
    expect(translated.filter((message) => english.includes(message))).toEqual([])
    expect(translated.map((message) => /-?\d[\d.]*/.exec(message)?.[0])).toEqual([undefined, '254', '-1.5'])
    expect(components.fieldProblem('must name a topic, such as topics.news')).toContain('must name a topic')
  })
})
