import { describe, expect, it } from 'vitest'
import { translationFor } from './languages.ts'

const TRANSLATIONS = ['de', 'pt-BR', 'pt'].map((language) => ({ language }))

describe('the translation for a reader', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de_AT', 'de'],
    [' pt-br ', 'pt-BR'],
    ['pt-PT', 'pt'],
    ['den', undefined],
    ['fr', undefined],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    [7, undefined],
    [['de'], undefined],
  ])('for %j is %j', (locale, language) => {
    expect(translationFor(TRANSLATIONS, locale)?.language).toBe(language)
  })
})
