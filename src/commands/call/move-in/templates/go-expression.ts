// Expressions of Go templates: from text to a tree. https://pkg.go.dev/text/template describes them.
import { Untranslatable } from './translation.ts'

export type GoExpression =
  | { kind: 'text'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'constant'; text: 'true' | 'false' | 'nil' }
  /** `root` is '' for the dot, '$' for the data of the template, '$name' for a variable. */
  | { kind: 'path'; root: string; parts: string[] }
  | { kind: 'call'; name: string; args: GoExpression[] }

type Token = { kind: 'text' | 'number' | 'path' | 'name' | '(' | ')' | '|'; text: string }

const TOKEN =
  /\s+|("(?:[^"\\]|\\.)*"|`[^`]*`)|(-?\d+(?:\.\d+)?)|(\$?\w*(?:\.\w+)+|\$\w*|\.)|([A-Za-z_]\w*)|([()|])/y

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(source)
    if (!found) throw new Untranslatable(`"${source.slice(at, at + 20)}" is not understood`)
    const [, text, number, path, name, sign] = found
    if (text !== undefined) tokens.push({ kind: 'text', text: unquoted(text) })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (path !== undefined) tokens.push({ kind: 'path', text: path })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (sign !== undefined) tokens.push({ kind: sign as '(' | ')' | '|', text: sign })
  }
  return tokens
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

const unquoted = (text: string): string =>
  text.startsWith('`')
    ? text.slice(1, -1)
    : text.slice(1, -1).replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)

// Far more than people write, and far less than the stack takes.
const MOST_DEPTH = 50

/** @throws Untranslatable */
export function parseGoExpression(source: string): GoExpression {
  const tokens = tokensOf(source)
  let at = 0
  const pipeline = (depth: number): GoExpression => {
    if (depth > MOST_DEPTH) throw new Untranslatable('an expression that is nested too deeply')
    let value = command(depth)
    while (tokens[at]?.kind === '|') {
      at += 1
      const next = command(depth)
      if (next.kind !== 'call') throw new Untranslatable('a pipe into something that is not a function')
      // The value is the last argument.
      value = { ...next, args: [...next.args, value] }
    }
    return value
  }
  const command = (depth: number): GoExpression => {
    const token = tokens[at]
    if (token?.kind !== 'name' || isConstant(token.text)) {
      const value = operand(depth)
      if (isOperand(tokens[at])) throw new Untranslatable('a method with arguments')
      return value
    }
    at += 1
    const args: GoExpression[] = []
    while (isOperand(tokens[at])) args.push(operand(depth))
    return { kind: 'call', name: token.text, args }
  }
  const operand = (depth: number): GoExpression => {
    const token = tokens[at]
    at += 1
    switch (token?.kind) {
      case 'text':
      case 'number':
        return { kind: token.kind, text: token.text }
      case 'path':
        return pathOf(token.text)
      case 'name':
        return isConstant(token.text)
          ? { kind: 'constant', text: token.text }
          : { kind: 'call', name: token.text, args: [] }
      case '(': {
        const value = pipeline(depth + 1)
        if (tokens[at]?.kind !== ')') throw new Untranslatable('a parenthesis that is not closed')
        at += 1
        return value
      }
      case ')':
      case '|':
      case undefined:
        throw new Untranslatable('an expression that is not complete')
    }
  }
  const value = pipeline(0)
  if (at < tokens.length) throw new Untranslatable('an expression that is not understood')
  return value
}

const isOperand = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== ')' && token.kind !== '|'

const isConstant = (text: string): text is 'true' | 'false' | 'nil' =>
  text === 'true' || text === 'false' || text === 'nil'

function pathOf(text: string): GoExpression {
  const [root = '', ...parts] = text.split('.')
  return { kind: 'path', root, parts: parts.filter((part) => part !== '') }
}
