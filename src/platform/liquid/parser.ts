// Parses the sections of a template into nodes. Extends the library's parser with limits, with checks for unknown tags and
// filters, and with the exact position of an error.
import { Parser, TagToken, Token, Tokenizer, TokenKind, TypeGuards, Value } from 'liquidjs'
import type { Expression, Liquid, Template, TopLevelToken } from 'liquidjs'
import { FILE_TAGS } from './engine.ts'
import { LiteralNode, ValueNode } from './nodes.ts'
import type { DelimitedToken } from './nodes.ts'
import type { ScannedTemplate, Section } from './scan.ts'
import { MAX_DATE_FORMAT_LENGTH, MAX_DEPTH } from './template-limits.ts'
import { TemplateProblem } from './template-problem.ts'

/** @throws errors that toProblem() converts to a TemplateProblem */
export function parseTemplate(
  { input, sections }: Pick<ScannedTemplate, 'input' | 'sections'>,
  liquid: Liquid,
): Template[] {
  const tokens = sections.map((section) => toToken(section, { input, liquid }))
  return new TemplateParser(liquid).parseTokens(tokens)
}

function toToken(
  { kind, begin, end }: Section,
  { input, liquid }: { input: string; liquid: Liquid },
): TopLevelToken {
  const { options } = liquid
  if (kind === 'tag') return new TagToken(input, begin, end, options)
  if (kind === 'output') {
    return new Tokenizer(input, options.operators, undefined, [begin, end]).readOutputToken(options)
  }
  return new TextToken(input, begin, end) as unknown as TopLevelToken
}

class TextToken extends Token {
  constructor(input: string, begin: number, end: number) {
    super(TokenKind.HTML, input, begin, end)
  }
}

/** Array.shift moves the rest of a long array, which makes parsing quadratic. */
class TokenQueue {
  readonly #tokens: readonly TopLevelToken[]
  #next = 0

  constructor(tokens: readonly TopLevelToken[]) {
    this.#tokens = tokens
  }

  get length(): number {
    return this.#tokens.length - this.#next
  }

  shift(): TopLevelToken | undefined {
    return this.#tokens[this.#next++]
  }
}

class TemplateParser extends Parser {
  readonly #liquid: Liquid
  #depth = 0

  constructor(liquid: Liquid) {
    super(liquid)
    this.#liquid = liquid
  }

  override parseTokens(tokens: TopLevelToken[]): Template[] {
    return super.parseTokens(new TokenQueue(tokens) as unknown as TopLevelToken[])
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    this.#depth += 1
    try {
      if (this.#depth > MAX_DEPTH) throw new TemplateProblem('this is nested too deeply', token.begin)
      const node = this.#read(token, rest)
      this.#check(node)
      return node as ReturnType<Parser['parseToken']>
    } finally {
      this.#depth -= 1
    }
  }

  #read(token: TopLevelToken, rest: TopLevelToken[]): Template {
    if (TypeGuards.isHTMLToken(token)) return new LiteralNode(token)
    if (TypeGuards.isOutputToken(token)) return new ValueNode(token as DelimitedToken, this.#liquid)
    const { name, begin } = token as TagToken
    if (!(name in this.#liquid.tags)) throw new TemplateProblem(explainTag(name), begin)
    return super.parseToken(token, rest)
  }

  #check(node: Template): void {
    for (const argument of node.arguments?.() ?? []) {
      if (!(argument instanceof Value) && !TypeGuards.isFilteredValueToken(argument)) continue
      checkExpression(argument.initial)
      for (const filter of argument.filters) this.#checkFilter(filter as unknown as UsedFilter)
    }
  }

  #checkFilter(filter: UsedFilter): void {
    const { begin, args, name } = filter.token ?? filter
    const isKnown = name in this.#liquid.filters
    if (!isKnown) throw new TemplateProblem(`there is no filter called "${name}"`, begin)
    const [format] = args
    if (name === 'date' && isToken(format) && TypeGuards.isQuotedToken(format)) checkDateFormat(format)
  }
}

/** The library's Filter, with the token that its types hide; in a cycle tag it is the token itself. */
type FilterToken = { name: string; args: unknown[]; begin: number }
type UsedFilter = FilterToken & { token?: FilterToken }

const isToken = (value: unknown): value is Token =>
  typeof value === 'object' && value !== null && 'begin' in value

function checkDateFormat({ content, begin }: { content: string; begin: number }): void {
  if (content.length <= MAX_DATE_FORMAT_LENGTH) return
  throw new TemplateProblem(`a date format has at most ${MAX_DATE_FORMAT_LENGTH} characters`, begin)
}

/** Tags that are valid only inside another tag, like those that begin with `end`. */
const INNER_TAGS = ['else', 'elsif', 'when']

/** The other tags for files are replaced by partials before a text comes here (features/templates/partials). */
const EXPLAINED: Readonly<Record<string, string>> = {
  render: '{% render %} is not supported: use {% include %}',
}

function explainTag(name: string): string {
  if (FILE_TAGS.includes(name)) {
    return (
      EXPLAINED[name] ??
      `{% ${name} %} is not supported here: it works as a tag of its own in the body and the text of an email`
    )
  }
  const isInner = INNER_TAGS.includes(name) || name.startsWith('end')
  if (isInner) return `{% ${name} %} has no matching opening tag`
  return `there is no tag called "${name}"`
}

/** The library evaluates `{{ first name }}` to `first` and `{{ a ?? }}` to `a`, which would hide the mistake. */
function checkExpression({ postfix }: Expression): void {
  const tokens = postfix.toSorted((a, b) => a.begin - b.begin)
  let last: Token | undefined
  for (const token of tokens) {
    const text = token.getText()
    const isOperator = TypeGuards.isOperatorToken(token)
    const wantsValue = last === undefined || TypeGuards.isOperatorToken(last)
    if (isOperator && text !== 'not' && wantsValue) {
      throw new TemplateProblem(`a value is missing before ${text}`, token.begin)
    }
    if ((!isOperator || text === 'not') && !wantsValue) {
      throw new TemplateProblem(`unexpected "${text}" after a value`, token.begin)
    }
    last = token
  }
  if (last && TypeGuards.isOperatorToken(last)) {
    throw new TemplateProblem(`a value is missing after ${last.getText()}`, last.begin)
  }
}
