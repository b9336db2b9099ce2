// Translates the Handlebars of SendGrid's dynamic templates into Liquid, with the helpers that SendGrid has, and its substitution tags
// (`<%asm_group_unsubscribe_raw_url%>`).
import { compare, conditionText, isFilled, negate } from './condition.ts'
import type { Condition } from './condition.ts'
import { handlebarsValue, wordsOf } from './handlebars-values.ts'
import type { HandlebarsScope } from './handlebars-values.ts'
import { asComment, createNotes, literal, quoted, reasonOf, Untranslatable } from './translation.ts'
import type { Notes, Translation } from './translation.ts'

const TAG = /\{\{\{([^{}]*)\}\}\}|\{\{(~?)(!--[\s\S]*?--|[^{}]*?)(~?)\}\}|<%\s*(\w+)\s*%>/g

type Frame = { kind: 'if' | 'for' | 'lost'; scope: HandlebarsScope }
type State = { notes: Notes; frames: Frame[] }

const ROOT: HandlebarsScope = { dots: [] }

const scopeOf = ({ frames }: State): HandlebarsScope => frames.at(-1)?.scope ?? ROOT

/** Links of SendGrid, in either kind of tag. */
const LINKS: Record<string, string> = {
  unsubscribe: 'unsubscribeUrl',
  unsubscribe_preferences: 'manageUrl',
  weblink: 'browserUrl',
  asm_group_unsubscribe_url: 'unsubscribeUrl',
  asm_group_unsubscribe_raw_url: 'unsubscribeUrl',
  asm_global_unsubscribe_url: 'unsubscribeUrl',
  asm_global_unsubscribe_raw_url: 'unsubscribeUrl',
  asm_preferences_url: 'manageUrl',
  asm_preferences_raw_url: 'manageUrl',
  Sender_Name: 'lm_project_name',
  Sender_Address: 'lm_postal_address',
}

export function translateHandlebars(source: string): Translation {
  const state: State = { notes: createNotes(source), frames: [] }
  let text = ''
  let end = 0
  for (const found of source.matchAll(TAG)) {
    const [whole, unescaped, left = '', tag = '', right = '', substitution] = found
    text += literal(source.slice(end, found.index))
    end = found.index + whole.length
    const translated = translateTag(state, {
      tag: unescaped ?? tag,
      whole,
      at: found.index,
      isRaw: unescaped !== undefined,
      substitution,
    })
    text += left === '' && right === '' ? translated : trimmed(translated, { left, right })
  }
  if (state.frames.length > 0) state.notes.addUnclosed()
  return { text: text + literal(source.slice(end)), untranslated: state.notes.untranslated }
}

const trimmed = (text: string, { left, right }: { left: string; right: string }): string =>
  text.replace(/^\{([{%])/, left ? '{$1-' : '{$1').replace(/([%}])\}$/, right ? '-$1}' : '$1}')

type Tag = { tag: string; whole: string; at: number; isRaw: boolean; substitution: string | undefined }

function translateTag(state: State, { tag, whole, at, isRaw, substitution }: Tag): string {
  const inner = (substitution ?? tag).trim()
  if (inner.startsWith('!') || inner === '') return ''
  const isBlock = substitution === undefined && /^([#/^>*]|else\b)/.test(inner)
  try {
    const link = Object.hasOwn(LINKS, inner) ? LINKS[inner] : undefined
    if (link !== undefined) return `{{ ${link} }}`
    if (substitution !== undefined || /^Sender_\w+$/.test(inner)) {
      throw new Untranslatable('this tag of SendGrid has no equivalent')
    }
    return isBlock ? translateBlock(state, inner) : printText(inner, { isRaw, scope: scopeOf(state) })
  } catch (error) {
    const reason = reasonOf(error)
    if (inner.startsWith('#') || inner.startsWith('^')) {
      state.frames.push({ kind: 'lost', scope: scopeOf(state) })
    }
    state.notes.add(at, { part: whole, reason, isBlock })
    return asComment(inner)
  }
}

function translateBlock(state: State, tag: string): string {
  if (tag.startsWith('#')) return openBlock(state, tag.slice(1).trim())
  if (tag.startsWith('/')) return closeBlock(state)
  if (tag.startsWith('else')) return translateElse(state, tag.slice('else'.length).trim())
  throw new Untranslatable('partials and inverse blocks have no equivalent')
}

function openBlock(state: State, text: string): string {
  const [helper = '', ...words] = wordsOf(text)
  const scope = scopeOf(state)
  if (helper === 'each') return openEach(state, words)
  if (helper === 'with' && words.length === 1) {
    const value = handlebarsValue(words[0], scope)
    state.frames.push({ kind: 'if', scope: { dots: [...scope.dots, value] } })
    return `{% if ${value} != blank %}`
  }
  const tag = `{% if ${conditionText(conditionOf(helper, words, scope))} %}`
  state.frames.push({ kind: 'if', scope })
  return tag
}

function openEach(state: State, [list, as, ...names]: string[]): string {
  const scope = scopeOf(state)
  const value = handlebarsValue(list, scope)
  const depth = state.frames.filter(({ kind }) => kind === 'for').length
  const [, name] = as === 'as' ? (/^\|\s*(\w+)/.exec(names.join(' ')) ?? []) : []
  if (as !== undefined && name === undefined) throw new Untranslatable('a loop that is not understood')
  const item = name ?? (depth === 0 ? 'item' : `item${depth + 1}`)
  const variables = name === undefined ? scope.variables : new Set([...(scope.variables ?? []), name])
  state.frames.push({ kind: 'for', scope: { dots: [...scope.dots, item], ...(variables && { variables }) } })
  return `{% for ${item} in ${value} %}`
}

function conditionOf(helper: string, words: readonly string[], scope: HandlebarsScope): Condition {
  const values = words.map((word) => handlebarsValue(word, scope))
  const [first, second] = values
  if (first === undefined) throw new Untranslatable(`the helper ${helper} has no equivalent`)
  if (helper === 'if' && values.length === 1) return isFilled(first)
  if (helper === 'unless' && values.length === 1) return negate(isFilled(first))
  if (second === undefined) throw new Untranslatable(`the helper ${helper} has no equivalent`)
  if (helper === 'and' || helper === 'or') return { kind: helper, parts: values.map(isFilled) }
  if (values.length === 2) {
    if (helper === 'equals') return compare(first, '==', second)
    if (helper === 'notEquals') return compare(first, '!=', second)
    if (helper === 'greaterThan') return compare(first, '>', second)
    if (helper === 'lessThan') return compare(first, '<', second)
  }
  throw new Untranslatable(`the helper ${helper} has no equivalent`)
}

function translateElse({ frames }: State, rest: string): string {
  const frame = frames.at(-1)
  if (!frame) throw new Untranslatable('"else" outside of a block')
  if (frame.kind === 'lost') return ''
  const outer = frames.at(-2)?.scope ?? ROOT
  if (rest === '') {
    frames[frames.length - 1] = { ...frame, scope: outer }
    return '{% else %}'
  }
  if (frame.kind !== 'if') throw new Untranslatable(`"else ${rest}" has no equivalent`)
  const [helper = '', ...words] = wordsOf(rest)
  return `{% elsif ${conditionText(conditionOf(helper, words, outer))} %}`
}

function closeBlock({ frames }: State): string {
  const frame = frames.pop()
  if (!frame) throw new Untranslatable('the end of a block that has no beginning')
  if (frame.kind === 'lost') return ''
  return frame.kind === 'for' ? '{% endfor %}' : '{% endif %}'
}

type Print = { isRaw: boolean; scope: HandlebarsScope }

function printText(text: string, { isRaw, scope }: Print): string {
  const isUnescaped = isRaw || text.startsWith('&')
  const [helper = '', ...words] = wordsOf(text.replace(/^&/, ''))
  const raw = isUnescaped ? ' | raw' : ''
  if (words.length === 0) return `{{ ${handlebarsValue(helper, scope)}${raw} }}`
  const [first, second = ''] = words
  if (helper === 'insert') {
    const [, fallback = ''] = /^["']default=([\s\S]*)["']$/.exec(second) ?? []
    return `{{ ${handlebarsValue(first, scope)} ?? ${quoted(fallback)}${raw} }}`
  }
  if (helper === 'length' && words.length === 1) return `{{ ${handlebarsValue(first, scope)}.size }}`
  throw new Untranslatable(`the helper ${helper} has no equivalent`)
}
