// The preference page as HTML: a form without scripts, whose switches are checkboxes. All values are escaped here.
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { directionOf, LANGUAGES } from '../../../platform/text/languages.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { fillPlaceholders } from '../../../platform/text/placeholders.ts'
import { PAUSE_DAYS, PAUSE_FIELD, shownField, topicField } from './preferences-form.ts'
import type { PauseChoice } from './preferences-form.ts'
import { PREFERENCES_WORDS } from './preferences-words.ts'
import type { ShownTopic } from './preferences.queries.ts'

/** Languages in their own words. */
const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  sv: 'Svenska',
  ja: '日本語',
  ar: 'العربية',
}

export type Preferences = {
  project: string
  email: string
  topics: readonly ShownTopic[]
  pausedUntil: Date | null
  /** The ends of the pauses that the page offers, by their days. */
  pauseEnds: Readonly<Record<(typeof PAUSE_DAYS)[number], Date>>
  timezone: string
  isSaved: boolean
}

export type PreferencesPage = {
  language: Language
  direction: 'ltr' | 'rtl'
  title: string
  paragraphs: string[]
  content: string
  below: string
}

export function preferencesPage(preferences: Preferences, language: Language): PreferencesPage {
  const words = PREFERENCES_WORDS[language]
  const { project, email, isSaved } = preferences
  const direction = directionOf(language)
  return {
    language,
    direction,
    title: words.title,
    paragraphs: [fillPlaceholders(words.text, { project, email }, direction)],
    content: [
      isSaved ? `<p class="saved" role="status">${escapeHtml(words.saved)}</p>` : '',
      `<form method="post" action="?lang=${language}">`,
      renderTopics(preferences, language),
      renderPauses(preferences, language),
      `<button type="submit">${escapeHtml(words.save)}</button>`,
      '</form>',
    ].join('\n'),
    below: renderLanguages(language),
  }
}

export const preferencesLabel = (language: Language): string => PREFERENCES_WORDS[language].link

function renderTopics({ topics }: Preferences, language: Language): string {
  if (topics.length === 0) return ''
  const legend = escapeHtml(PREFERENCES_WORDS[language].topics)
  return `<fieldset><legend>${legend}</legend>\n${topics.map(renderTopic).join('\n')}\n</fieldset>`
}

function renderTopic({ key, name, description, isIn }: ShownTopic): string {
  const hint =
    description === null || description === ''
      ? ''
      : `<span class="hint" id="about-${key}"><bdi>${escapeHtml(description)}</bdi></span>`
  const about = hint === '' ? '' : ` aria-describedby="about-${key}"`
  return `<input type="hidden" name="${shownField(key)}" value="${isIn ? 'on' : 'off'}">
<label class="row"><span><span class="name" id="name-${key}"><bdi>${escapeHtml(name)}</bdi></span>${hint}</span>
<input type="checkbox" role="switch" name="${topicField(key)}" value="on" autocomplete="off" aria-labelledby="name-${key}"${about}${isIn ? ' checked' : ''}></label>`
}

function renderPauses({ pausedUntil, pauseEnds, timezone }: Preferences, language: Language): string {
  const words = PREFERENCES_WORDS[language]
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: timezone })
  const ofDays = PAUSE_DAYS.map((days): [PauseChoice, string] => [
    days,
    fillPlaceholders(words.pause, { days: String(days), date: dates.format(pauseEnds[days]) }),
  ])
  const choices: [PauseChoice, string][] = pausedUntil
    ? [
        ['keep', fillPlaceholders(words.stayPaused, { date: dates.format(pausedUntil) })],
        ['end', words.endPause],
        ...ofDays,
      ]
    : [['keep', words.noPause], ...ofDays]
  const hint = `<p class="hint" id="about-pause">${escapeHtml(words.pauseHint)}</p>`
  const rows = choices.map(renderPause).join('\n')
  return `<fieldset aria-describedby="about-pause"><legend>${escapeHtml(words.lessOften)}</legend>\n${hint}\n${rows}\n</fieldset>`
}

const renderPause = ([choice, label]: [PauseChoice, string]): string =>
  `<label class="row"><input type="radio" name="${PAUSE_FIELD}" value="${choice}" autocomplete="off"${choice === 'keep' ? ' checked' : ''}><span>${escapeHtml(label)}</span></label>`

function renderLanguages(current: Language): string {
  const links = LANGUAGES.map((language) => {
    const mark = language === current ? ' aria-current="true"' : ''
    return `<li><a href="?lang=${language}" hreflang="${language}" lang="${language}"${mark}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  const label = escapeHtml(`${PREFERENCES_WORDS[current].language}: ${LANGUAGE_NAMES[current]}`)
  return `<nav class="languages"><details><summary>${label}</summary>\n<ul>${links.join('')}</ul></details></nav>`
}
