// Finds the features of CSS that email clients treat differently, by the names of caniemail. Reads in one pass and repairs nothing:
// what it does not understand, it skips. Rules in @media and @supports are for clients that understand them, so only
// rules that apply everywhere are reported.

/** Called once per occurrence, with the offset in the source. */
export type OnFeature = (slug: string, offset: number) => void

type Css = { text: string; from: number; found: OnFeature }

const PARTS = /"(?:[^"\\]|\\[^])*"?|'(?:[^'\\]|\\[^])*'?|\/\*[^]*?(?:\*\/|$)|[(){};]|[^"'/(){};]+|\//g

type Chunk = { text: string; at: number; end: '{' | '}' | ';' | '' }

/** The text up to each brace and semicolon outside of quotes and parentheses, without comments. */
function* chunksOf({ text, from }: Css): Generator<Chunk> {
  let chunk = ''
  let at = from
  let depth = 0
  let isBlank = true
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    if (part.startsWith('/*')) continue
    const isEnd = part === '{' || part === '}' || (part === ';' && depth === 0)
    if (isEnd) {
      yield { text: chunk, at, end: part }
      chunk = ''
      depth = 0
      isBlank = true
      continue
    }
    if (part === '(') depth += 1
    if (part === ')') depth = Math.max(0, depth - 1)
    if (isBlank) at = from + index + (part.length - part.trimStart().length)
    isBlank &&= part.trim() === ''
    chunk += part
  }
  yield { text: chunk, at, end: '' }
}

/** The content of a style block. */
export function findInStylesheet(css: Css): void {
  const open: ('rule' | 'condition' | 'other')[] = []
  let conditions = 0
  for (const { text, at, end } of chunksOf(css)) {
    const isConditional = conditions > 0
    if (end === '{') {
      const kind = kindOf(text)
      if (!isConditional) findInPrelude({ text, from: at, found: css.found }, open.at(-1) === 'rule')
      open.push(kind)
      if (kind === 'condition') conditions += 1
      continue
    }
    if (!isConditional && text.trim() !== '') {
      if (text.trimStart().startsWith('@')) findAtRule({ text, from: at, found: css.found })
      else if (open.at(-1) === 'rule') findInDeclaration({ text, from: at, found: css.found })
    }
    if (end === '}' && open.pop() === 'condition') conditions -= 1
  }
}

/** The value of a style attribute. */
export function findInStyle(css: Css): void {
  for (const { text, at } of chunksOf(css)) findInDeclaration({ text, from: at, found: css.found })
}

function kindOf(prelude: string): 'rule' | 'condition' | 'other' {
  const text = prelude.trim()
  if (!text.startsWith('@')) return 'rule'
  return /^@(?:media|supports|container)\b/i.test(text) ? 'condition' : 'other'
}

function findInPrelude(css: Css, isNested: boolean): void {
  if (css.text.trimStart().startsWith('@')) {
    findAtRule(css)
    return
  }
  if (isNested) css.found('css-nesting', css.from)
  for (const [, name = ''] of css.text.matchAll(/::?(before|after|has|checked|target)\b/gi)) {
    const slug = `css-pseudo-${/before|after/i.test(name) ? 'element' : 'class'}-${name.toLowerCase()}`
    css.found(slug, css.from)
  }
}

function findAtRule({ text, from, found }: Css): void {
  const name = /^\s*@(font-face|import|supports)\b/i.exec(text)?.[1]?.toLowerCase()
  if (name !== undefined) found(`css-at-${name}`, from)
}

// Custom properties and those of one vendor are meant for one client.
const DECLARATION = /^\s*([a-z][a-z-]*)\s*:([^]*)$/i

/** Values that read like another feature of the same property. */
const PAIRS: readonly [property: RegExp, value: RegExp, slug: string][] = [
  [/^display$/, /^(?:inline-)?flex\b/, 'css-display-flex'],
  [/^display$/, /^(?:inline-)?grid\b/, 'css-display-grid'],
  [/^position$/, /^(?:absolute|fixed|sticky)\b/, 'css-position'],
  [/^float$/, /^(?:left|right)\b/, 'css-float'],
  [/^background(?:-image)?$/, /\burl\(/, 'css-background-image'],
]

const FUNCTIONS: Readonly<Record<string, string>> = {
  var: 'css-variables',
  calc: 'css-unit-calc',
  clamp: 'css-function-clamp',
  min: 'css-function-min',
  max: 'css-function-max',
  'light-dark': 'css-function-light-dark',
  'linear-gradient': 'css-linear-gradient',
  'radial-gradient': 'css-radial-gradient',
  'conic-gradient': 'css-conic-gradient',
  lab: 'css-modern-color',
  lch: 'css-modern-color',
  oklab: 'css-modern-color',
  oklch: 'css-modern-color',
}

function findInDeclaration({ text, from, found }: Css): void {
  const [, name = '', given = ''] = DECLARATION.exec(text) ?? []
  const property = name.toLowerCase()
  const value = given.trim().toLowerCase()
  if (property === '' || value === '') return
  const slugs = new Set<string>()
  for (const [ofProperty, ofValue, slug] of PAIRS) {
    if (ofProperty.test(property) && ofValue.test(value)) slugs.add(slug)
  }
  if (!PAIRED.has(property)) slugs.add(slugOf(property))
  for (const [, called = ''] of value.matchAll(/\b([a-z]+(?:-[a-z]+)*)\(/g)) {
    const slug = FUNCTIONS[called]
    if (slug !== undefined) slugs.add(slug)
  }
  for (const [, unit = ''] of value.matchAll(/\d(rem|vh|vw|vmin|vmax|ch)\b/g)) slugs.add(`css-unit-${unit}`)
  for (const slug of slugs) found(slug, from)
}

const PAIRED = new Set(['display', 'position', 'float', 'background', 'background-image'])

const GROUPS: readonly [properties: RegExp, slug: string][] = [
  [/^(?:margin|padding)-(?:inline|block)$/, 'css-$1-inline-block'],
  [/^inset(?:-(?:inline|block)(?:-(?:start|end))?)?$/, 'css-inset'],
  [/^columns?(?:-(?:fill|rule(?:-\w+)?|span|width))?$/, 'css-column-layout-properties'],
  [/^border-(?:start|end)-(?:start|end)-radius$/, 'css-border-radius-logical'],
  [/^border-(?:top|bottom)-(?:left|right)-radius$/, 'css-border-radius'],
]

function slugOf(property: string): string {
  const group = GROUPS.find(([properties]) => properties.test(property))
  if (!group) return `css-${property}`
  return group[1].replace('$1', property.slice(0, property.indexOf('-')))
}
