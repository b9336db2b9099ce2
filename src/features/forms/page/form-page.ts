// The pages of a form: plain HTML that needs no script. A script of ours adds a proof of work where it runs.
import { brandStyle } from '../../../platform/http/page-colors.ts'
import { formTargets, styleHash } from '../../../platform/http/public-page.ts'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import { directionOf } from '../../../platform/text/languages.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { renderConsent, renderFields, renderTrap, TOKEN_NAME } from './form-markup.ts'
import type { FieldStates } from './form-markup.ts'
import { FORM_STYLE } from './form-style.ts'
import { FORM_WORDS } from './form-words.ts'
import type { PublicForm } from './public-form.queries.ts'
import { REFUSAL_WORDS } from './refusal-words.ts'

export type FormPage = { html: string; csp: string }

const STYLE_HASH = styleHash(FORM_STYLE)

/** Relative to /f/{id}, because PUBLIC_URL may have a path that a proxy removes. */
const SCRIPT = '<script src="form.js" defer></script>'

type ShownForm = {
  form: PublicForm
  language: Language
  /** The signed time at which the person first saw the form. */
  token: string
  states?: FieldStates | undefined
  /** Asks to send the form once more. */
  isAgain?: boolean
  /** Leaves the script out. */
  isPreview?: boolean
}

export function formPage(shown: ShownForm): FormPage {
  const { form, language, token, states, isAgain = false, isPreview = false } = shown
  const words = FORM_WORDS[language]
  const around = { words, prefix: 'f', states }
  const hasProblems = states !== undefined && states.problems.size > 0
  const notice = hasProblems
    ? `<p class="notice wrong" role="alert">${escapeHtml(words.problems)}</p>`
    : isAgain
      ? `<p class="notice" role="status">${escapeHtml(words.again)}</p>`
      : ''
  const body = `<h1 dir="auto">${escapeHtml(form.projectName)}</h1>
${notice}
<form method="post" action="${form.id}" data-challenge="${form.id}/challenge">
${renderFields(form.fields, around)}
${renderTrap(around, 'class="trap"')}
${renderConsent(form.consentText)}
<input type="hidden" name="${TOKEN_NAME}" value="${escapeHtml(token)}">
<button type="submit" dir="auto">${escapeHtml(form.submitLabel ?? words.submit)}</button>
</form>`
  const title = `${form.submitLabel ?? words.submit} – ${form.projectName}`
  return assemble({ form, language, title, body, script: isPreview ? '' : SCRIPT })
}

/** The page after signing up: the same for every address. */
export function thanksPage(form: PublicForm, language: Language): FormPage {
  const words = FORM_WORDS[language]
  const own = form.successText === null ? '' : `<p dir="auto">${withBreaks(form.successText)}</p>\n`
  const body = `<h1>${escapeHtml(words.thanks)}</h1>\n${own}<p>${escapeHtml(form.confirm ? words.confirm : words.done)}</p>`
  return assemble({ form, language, title: words.thanks, body })
}

/** A page without a form: there is none, or it cannot be used now. */
export function refusalPage(
  kind: 'missing' | 'forbidden' | 'busy',
  { language, form }: { language: Language; form?: PublicForm | undefined },
): FormPage {
  const words = REFUSAL_WORDS[language]
  const { title, text } = words[kind]
  const link =
    kind === 'forbidden' && form
      ? `\n<p><a href="${form.id}">${escapeHtml(words.forbidden.link)}</a></p>`
      : ''
  const body = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>${link}`
  return assemble({ form, language, title, body })
}

const withBreaks = (text: string): string => escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n')

type Parts = {
  form: PublicForm | undefined
  language: Language
  title: string
  body: string
  script?: string
}

function assemble({ form, language, title, body, script = '' }: Parts): FormPage {
  const brand = form?.brandColor ? brandStyle(form.brandColor) : ''
  const address = form?.postalAddress ?? null
  const footer =
    form &&
    `<footer dir="auto">${escapeHtml(form.projectName)}${address === null ? '' : `\n${escapeHtml(address)}`}</footer>`
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${FORM_STYLE}</style>${brand === '' ? '' : `\n<style>${brand}</style>`}
${script}
</head>
<body>
<main>
${body}
</main>
${footer ?? ''}
</body>
</html>
`
  const styles = brand === '' ? STYLE_HASH : `${STYLE_HASH} ${styleHash(brand)}`
  const allowed =
    script === '' || !form
      ? ''
      : `script-src 'self'; connect-src 'self'; form-action ${formTargets(form.redirectUrl)}; `
  const csp = `default-src 'none'; style-src ${styles}; ${allowed || "form-action 'none'; "}base-uri 'none'; frame-ancestors 'none'`
  return { html, csp }
}
