// Translates the Go templates of listmonk into Liquid. Text between actions stays as it is. An action that prints something and cannot be
// translated becomes a comment; a condition or loop that cannot be translated is noted as a block.
import { conditionText } from './condition.ts'
import { parseGoExpression } from './go-expression.ts'
import type { GoExpression } from './go-expression.ts'
import { goCondition, goValue, simpleValue } from './go-values.ts'
import type { GoScope } from './go-values.ts'
import { asComment, createNotes, literal, reasonOf, Untranslatable } from './translation.ts'
import type { Notes, Translation } from './translation.ts'

// Quotes may contain braces.
const ACTION = /\{\{(-?)\s*((?:"(?:[^"\\]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|[^"`}]|\}(?!\}))*?)\s*(-?)\}\}/g

type Frame = { kind: 'if' | 'for' | 'lost'; scope: GoScope }

type State = { notes: Notes; frames: Frame[] }

const ROOT: GoScope = { dot: undefined, variables: new Map() }

export function translateGoTemplate(source: string): Translation {
  const notes = createNotes(source)
  const state: State = { notes, frames: [{ kind: 'lost', scope: ROOT }] }
  let text = ''
  let end = 0
  for (const found of source.matchAll(ACTION)) {
    const [whole, left = '', action = '', right = ''] = found
    text += plainText(source.slice(end, found.index))
    end = found.index + whole.length
    text += trimmed(translateAction(state, { action, whole, at: found.index }), { left, right })
  }
  text += plainText(source.slice(end))
  if (state.frames.length > 1) notes.addUnclosed()
  return {
    text: text.replaceAll('{{ unsubscribeUrl }}?manage=true', '{{ manageUrl }}'),
    untranslated: notes.untranslated,
  }
}

/** `https://…@TrackLink` is another form of TrackLink; links are tracked by themselves here. */
const plainText = (text: string): string => literal(text.replaceAll(/@TrackLink\b/g, ''))

/** Blanks beside an action are removed by the same signs. */
const trimmed = (text: string, { left, right }: { left: string; right: string }): string =>
  left === '' && right === ''
    ? text
    : text.replace(/^\{([{%])/, `{$1${left}`).replace(/([%}])\}$/, `${right}$1}`)

type Action = { action: string; whole: string; at: number }

const scopeOf = ({ frames }: State): GoScope => frames.at(-1)?.scope ?? ROOT

function translateAction(state: State, one: Action): string {
  const { action, whole, at } = one
  const [, word = '', rest = ''] = /^(\w*)\s*([\s\S]*)$/.exec(action) ?? []
  if (action === '' || action.startsWith('/*')) return ''
  const isBlock = [
    'if',
    'else',
    'end',
    'range',
    'with',
    'define',
    'block',
    'template',
    'break',
    'continue',
  ].includes(word)
  try {
    return isBlock ? translateBlock(state, word, rest) : translatePrint(state, action)
  } catch (error) {
    const reason = reasonOf(error)
    if (['if', 'range', 'with', 'define', 'block'].includes(word)) {
      state.frames.push({ kind: 'lost', scope: scopeOf(state) })
    }
    state.notes.add(at, { part: whole, reason, isBlock })
    return asComment(action)
  }
}

function translateBlock(state: State, word: string, rest: string): string {
  const scope = scopeOf(state)
  switch (word) {
    case 'if':
      return open(state, { kind: 'if', scope }, `{% if ${condition(rest, scope)} %}`)
    case 'with':
      return openWith(state, rest)
    case 'range':
      return openRange(state, rest)
    case 'else':
      return translateElse(state, rest)
    case 'end':
      return close(state)
    case 'break':
    case 'continue':
      return `{% ${word} %}`
    case 'template':
      if (rest.startsWith('"content"')) return '{% block content %}{% endblock %}'
      throw new Untranslatable('templates inside of templates')
    default:
      throw new Untranslatable(`"${word}" has no equivalent`)
  }
}

const condition = (source: string, scope: GoScope): string =>
  conditionText(goCondition(parseGoExpression(source), scope))

function open({ frames }: State, frame: Frame, tag: string): string {
  frames.push(frame)
  return tag
}

const DECLARATION = /^(?:(\$\w+)\s*,\s*)?(\$\w+)\s*:=\s*([\s\S]+)$/

function openWith(state: State, rest: string): string {
  const scope = scopeOf(state)
  const [, , name, declared] = DECLARATION.exec(rest) ?? []
  const value = simpleValue(parseGoExpression(declared ?? rest), scope)
  const inner = { dot: value, variables: withVariables(scope, name, value) }
  return open(state, { kind: 'if', scope: inner }, `{% if ${value} != blank %}`)
}

function openRange(state: State, rest: string): string {
  const scope = scopeOf(state)
  const [, index, name, declared] = DECLARATION.exec(rest) ?? []
  const list = simpleValue(parseGoExpression(declared ?? rest), scope)
  const depth = state.frames.filter(({ kind }) => kind === 'for').length
  const item = name?.slice(1) || (depth === 0 ? 'item' : `item${depth + 1}`)
  const variables = withVariables(
    { ...scope, variables: withVariables(scope, index, 'forloop.index0') },
    name,
    item,
  )
  return open(state, { kind: 'for', scope: { dot: item, variables } }, `{% for ${item} in ${list} %}`)
}

const withVariables = (
  { variables }: GoScope,
  name: string | undefined,
  value: string,
): ReadonlyMap<string, string> => (name === undefined ? variables : new Map([...variables, [name, value]]))

function translateElse({ frames }: State, rest: string): string {
  const frame = frames.at(-1)
  if (!frame || frames.length === 1) throw new Untranslatable('"else" outside of a block')
  if (frame.kind === 'lost') return ''
  // The dot of `with` and `range` is not that of their else.
  const outer = frames.at(-2)?.scope ?? ROOT
  if (rest === '') {
    frames[frames.length - 1] = { ...frame, scope: outer }
    return '{% else %}'
  }
  const [, source] = /^if\s+([\s\S]+)$/.exec(rest) ?? []
  if (source === undefined || frame.kind !== 'if') {
    throw new Untranslatable(`"else ${rest}" has no equivalent`)
  }
  return `{% elsif ${condition(source, outer)} %}`
}

function close({ frames }: State): string {
  if (frames.length === 1) throw new Untranslatable('"end" without a block')
  const frame = frames.pop()
  if (frame?.kind === 'lost') return ''
  return frame?.kind === 'for' ? '{% endfor %}' : '{% endif %}'
}

const ASSIGNMENT = /^(\$\w+)\s*:?=\s*([\s\S]+)$/

function translatePrint(state: State, action: string): string {
  const scope = scopeOf(state)
  const [, name, value] = ASSIGNMENT.exec(action) ?? []
  if (name !== undefined && value !== undefined) {
    const frame = state.frames.at(-1)
    const text = goValue(parseGoExpression(value), scope)
    if (frame) frame.scope = { ...scope, variables: withVariables(scope, name, name.slice(1)) }
    return `{% assign ${name.slice(1)} = ${text} %}`
  }
  const expression = parseGoExpression(action)
  return expression.kind === 'call' ? printCall(expression, scope) : `{{ ${goValue(expression, scope)} }}`
}

function printCall(expression: Extract<GoExpression, { kind: 'call' }>, scope: GoScope): string {
  const { name, args } = expression
  // Opens are tracked by themselves.
  if (name === 'TrackView') return ''
  const [first] = args
  if (name === 'TrackLink' && first) {
    return first.kind === 'text' ? literal(first.text) : `{{ ${goValue(first, scope)} }}`
  }
  if (name === 'Safe' && first?.kind === 'text') return literal(first.text)
  return `{{ ${goValue(expression, scope)} }}`
}
