import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../platform/text/languages.ts'
import { pageOf, pickLanguage } from './page.ts'
import { PAGE_WORDS } from './page-words.ts'

const STATES = [
  'leave',
  'left',
  'leaveTopic',
  'topicLeft',
  'join',
  'joined',
  'gone',
  'invalid',
  'busy',
] as const

describe('the words of a page', () => {
  it.each(LANGUAGES)('are complete in %s', (language) => {
    const filled = { project: 'Acme', email: 'ann@example.com', topic: 'News' }
    for (const state of STATES) {
      const { title, paragraphs, label } = pageOf(state, language, filled)
      const text = [title, ...paragraphs, label ?? 'x'].join(' ')
      expect(text).not.toMatch(/[{}]|undefined/)
    }
    for (const state of ['leaveTopic', 'topicLeft'] as const) {
      for (const value of Object.values(filled)) {
        expect(pageOf(state, language, filled).paragraphs[0]).toContain(value)
      }
    }
    for (const state of ['leave', 'left', 'join', 'joined'] as const) {
      const [text] = pageOf(state, language, filled).paragraphs
      expect(text).toContain('Acme')
      expect(text).toContain('ann@example.com')
    }
  })

  it('are not those of another language', () => {
    const titles = LANGUAGES.map((language) => PAGE_WORDS[language].left.title)
    expect(new Set(titles).size).toBe(LANGUAGES.length)
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(11)
  })

  it('are filled in once: a name is not read for places of its own', () => {
    const { paragraphs } = pageOf('leave', 'en', {
      project: '{email} $& $1',
      email: 'ann@example.com',
      topic: '',
    })
    expect(paragraphs[0]).toContain('newsletters from {email} $& $1 at ann@example.com')
  })
})

describe('pickLanguage', () => {
  const accept = (header: string) => pickLanguage(undefined, header)

  it.each([
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.5', 'de'],
    ['en;q=0.5,fr', 'fr'],
    ['tlh, es;q=0.1', 'es'],
    ['de;q=0', 'en'],
    ['*', 'en'],
    [';;;,,q=', 'en'],
    ['x'.repeat(100_000), 'en'],
  ])('reads Accept-Language %j as %s', (header, language) => expect(accept(header)).toBe(language))
})
