// The fields of a form as HTML, for our page and for the pages of others.
import { MAX_ADDRESS } from '../../../platform/addresses/email-address.ts'
import { escapeHtml } from '../../../platform/liquid/value-text.ts'
import type { FormField } from '../forms.schema.ts'
import { LONGEST_TEXT } from '../submit/field-values.ts'
import type { FieldProblemKind } from '../submit/field-values.ts'
import type { FormWords } from './form-words.ts'

/** The field that people do not see. Browsers fill in nothing under this name, and robots fill in everything. */
export const TRAP_NAME = 'comment'

/** The names of hidden fields. */
export const TOKEN_NAME = 'shown'
export const PROOF_NAME = 'altcha'

export type FieldStates = {
  typed: ReadonlyMap<string, string>
  problems: ReadonlyMap<string, FieldProblemKind>
}

type Surroundings = {
  words: FormWords
  /** Begins all ids, which must be unique in the page. */
  prefix: string
  states?: FieldStates | undefined
}

export const renderFields = (fields: readonly FormField[], around: Surroundings): string =>
  fields.map((field, index) => renderField(field, `${around.prefix}${index}`, around)).join('\n')

function renderField(field: FormField, id: string, { words, states }: Surroundings): string {
  const problem = states?.problems.get(field.key)
  const typed = states?.typed.get(field.key) ?? ''
  const isFirstProblem = problem !== undefined && [...(states?.problems.keys() ?? [])][0] === field.key
  const attributes = [
    `id="${id}" name="${escapeHtml(field.key)}"`,
    field.required ? 'required' : '',
    problem === undefined ? '' : `aria-invalid="true" aria-describedby="${id}-problem"`,
    isFirstProblem ? 'autofocus' : '',
  ]
    .filter((one) => one !== '')
    .join(' ')
  const optional =
    field.required || field.type === 'checkbox' ? '' : ` <small>(${escapeHtml(words.optional)})</small>`
  const label = `<label for="${id}"><span dir="auto">${escapeHtml(field.label)}</span>${optional}</label>`
  const message =
    problem === undefined
      ? ''
      : `\n<p class="problem" id="${id}-problem">${escapeHtml(words.problem[problem])}</p>`
  if (field.type === 'checkbox') {
    const checked = /^(true|on|1|yes)$/i.test(typed) ? ' checked' : ''
    return `<div class="field check"><input type="checkbox" value="true" ${attributes}${checked}> ${label}${message}</div>`
  }
  const control =
    field.type === 'select'
      ? renderSelect(field, { attributes, typed, words })
      : renderInput(field, { attributes, typed })
  return `<div class="field">${label}\n${control}${message}</div>`
}

type Control = { attributes: string; typed: string }

function renderSelect(
  { options = [] }: FormField,
  { attributes, typed, words }: Control & { words: FormWords },
): string {
  const choices = options.map((option) => {
    const value = escapeHtml(option)
    return `<option value="${value}"${option === typed ? ' selected' : ''}>${value}</option>`
  })
  return `<select ${attributes}><option value="">${escapeHtml(words.choose)}</option>${choices.join('')}</select>`
}

const INPUTS: Record<Exclude<FormField['type'], 'select' | 'checkbox'>, string> = {
  email: `type="email" autocomplete="email" maxlength="${MAX_ADDRESS}"`,
  text: `type="text" maxlength="${LONGEST_TEXT}"`,
  number: 'type="number" step="any"',
  date: 'type="date"',
}

const renderInput = ({ type }: FormField, { attributes, typed }: Control): string =>
  `<input ${INPUTS[type as keyof typeof INPUTS]} dir="auto" ${attributes}${typed === '' ? '' : ` value="${escapeHtml(typed)}"`}>`

/** `look` hides it: the class of our page, or a style for pages whose rules we do not know. */
export const renderTrap = ({ words, prefix }: Surroundings, look: string): string =>
  `<div ${look} aria-hidden="true"><label for="${prefix}trap">${escapeHtml(words.leaveEmpty)}</label>
<input type="text" id="${prefix}trap" name="${TRAP_NAME}" tabindex="-1" autocomplete="off"></div>`

export const renderConsent = (text: string | null): string =>
  text === null ? '' : `<p class="consent" dir="auto">${escapeHtml(text).replaceAll(/\r?\n/g, '<br>\n')}</p>`
