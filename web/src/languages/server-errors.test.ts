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

/** Messages at fields that somebody who fills in a form may meet. */
const COMMON = [
  'must not be empty',
  'is required',
  'must have the form name@domain',
  'must be a whole number from 1 to 50',
  'must be an http or https address',
  'must be an https address',
  'must be one line, without control characters',
  'must be one of: AND, OR',
  'must be a time zone, for example Europe/Amsterdam',
  'must be a colour such as #4549c9',
  'must be a date such as 2030-01-31 or 2030-01-31T09:00:00Z',
  'must be a date and time such as 2030-01-31T09:00:00Z',
  'must not be before from',
  'must be at most two years ahead',
  'must be a PNG, JPEG, GIF or WebP image',
  'must be at most 64 kB of JSON',
]

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

  it('at fields are translated if they are common', () => {
    expect(COMMON.filter((message) => components.fieldProblem(message).includes('must'))).toEqual([])
    expect(COMMON.filter((message) => components.fieldProblem(message) === message)).toEqual([])
  })

  it('at fields keep the limit, and unknown ones their wording', () => {
    const english = ['must not be empty', 'must have at most 254 characters', 'must be at least -1.5']
    const translated = english.map((message) => components.fieldProblem(message))
    expect(translated.filter((message) => english.includes(message))).toEqual([])
    expect(translated.map((message) => /-?\d[\d.]*/.exec(message)?.[0])).toEqual([undefined, '254', '-1.5'])
    expect(components.fieldProblem('must name a topic, such as topics.news')).toContain('must name a topic')
  })
})
