import { describe, expect, it } from 'vitest'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { LANGUAGES } from '../../../platform/text/languages.ts'
import { preferencesPage } from './preferences-page.ts'
import { PREFERENCES_WORDS } from './preferences-words.ts'

const HOSTILE = `<img src=x onerror=alert(1)>"'><script>{project}</script> & {email}`

const preferences = {
  project: 'Acme',
  email: 'ann@example.com',
  topics: [
    { key: 'news', name: 'News', description: 'Once a month.', isIn: true },
    { key: 'offers', name: 'Offers', description: null, isIn: false },
  ],
  pausedUntil: null as Date | null,
  pauseEnds: { 30: new Date('2026-03-31T12:00:00Z'), 90: new Date('2026-05-30T12:00:00Z') },
  timezone: 'Europe/Berlin',
  isSaved: true,
}

describe('the preference page', () => {
  it.each(LANGUAGES)('is complete in %s', (language) => {
    for (const pausedUntil of [null, new Date('2026-04-15T12:00:00Z')]) {
      const page = preferencesPage({ ...preferences, pausedUntil }, language)
      const text = [page.title, ...page.paragraphs, page.content, page.below].join('\n')
      expect(text).not.toMatch(/[{}]|undefined|Invalid/)
      expect(page.paragraphs[0]).toContain('Acme')
      expect(page.paragraphs[0]).toContain('ann@example.com')
      expect(page.content.match(/type="radio"/g)).toHaveLength(pausedUntil ? 4 : 3)
      expect(page.content).toContain('News')
    }
  })

  it('has words of its own in every language', () => {
    for (const word of ['title', 'text', 'saved', 'pauseHint', 'stayPaused', 'endPause', 'link'] as const) {
      const words = LANGUAGES.map((language) => PREFERENCES_WORDS[language][word])
      expect(new Set(words).size).toBe(LANGUAGES.length)
    }
    for (const language of LANGUAGES) {
      expect(PREFERENCES_WORDS[language].pause).toMatch(/\{days\}.*\{date\}|\{date\}.*\{days\}/)
      expect(PREFERENCES_WORDS[language].stayPaused).toContain('{date}')
    }
  })

  it('escapes names and descriptions, and reads no placeholders in them', () => {
    const topics = [{ key: 'x', name: HOSTILE, description: HOSTILE, isIn: true }]
    const { content, paragraphs } = preferencesPage({ ...preferences, project: HOSTILE, topics }, 'en')
    expect(content).not.toMatch(/<(img|script)/)
    expect(content.split(escapeHtml(HOSTILE))).toHaveLength(3)
    // The paragraphs are escaped by the page around them.
    expect(paragraphs[0]).toContain(HOSTILE)
  })

  it('shows the day on which a pause ends where the person lives', () => {
    const pausedUntil = new Date('2026-04-15T23:30:00Z')
    const shown = (timezone: string) =>
      preferencesPage({ ...preferences, pausedUntil, timezone }, 'en').content
    expect(shown('Europe/Berlin')).toContain('until April 16, 2026')
    expect(shown('America/New_York')).toContain('until April 15, 2026')
  })

  it('has no topics and no empty group if there are none', () => {
    const { content } = preferencesPage({ ...preferences, topics: [] }, 'en')
    expect(content.match(/<fieldset/g)).toHaveLength(1)
  })
})
