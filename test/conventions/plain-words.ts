// Wording that an experienced engineer would not say aloud, and what to write instead. It was common in this repository
// once and must not come back. Three rules: phrases, in everything that people read; openings that hide the subject of a
// sentence, in comments and in the API description; types that are named by a lone participle.
import ts from 'typescript'

type Phrase = { pattern: RegExp; better: string }

export const PHRASES: Phrase[] = [
  { pattern: /\ban? (second|minute|hour|day|week) an? /gi, better: '"per": emails per second, per project' },
  {
    pattern: /\bone (row|line|entry|email|file|text|key|name|test|function|message) an? /gi,
    better: '"per": one row per recipient',
  },
  { pattern: /(?<!\bthere) is no (?!longer\b|more\b|other\b|such\b)/gi, better: '"is not a"' },
  { pattern: /\bmend(s|ed|ing)?\b/gi, better: '"fix"' },
  { pattern: /\bmails\b/gi, better: '"emails"' },
  {
    pattern:
      /\b(a|the|this|each|every|one|marketing|transactional) mail\b(?! \w*(server|client|reader|provider|program|system|host|exchange|domain|transport|road))/gi,
    better: '"email"',
  },
  { pattern: /\btaken in hand\b/gi, better: '"attempted"' },
  { pattern: /\brather twice than never\b/gi, better: '"at-least-once"' },
  { pattern: /\bnobody lives there\b/gi, better: '"the mailbox does not exist"' },
  { pattern: /\bdear to reverse\b/gi, better: '"expensive to reverse"' },
  { pattern: /\bno news\b/gi, better: 'say what happens instead' },
]

/** Openings after which a reader still does not know what the sentence is about. */
const HIDDEN_SUBJECT = /^(Of|That|Who|Whom|Whose|Whoever|What|Whatever|The same|Nobody)\b/

const PARTICIPLE =
  /^([A-Z][a-z]+(ed|ing)|Begun|Bound|Brought|Built|Chosen|Done|Drawn|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Laid|Left|Lent|Lost|Made|Meant|Met|Paid|Put|Read|Said|Seen|Sent|Shown|Spent|Taken|Told|Understood|Won|Written)$/

/** Nouns that only look like participles. */
const NOUNS = new Set([
  'Binding',
  'Encoding',
  'Feed',
  'Heading',
  'Listing',
  'Misspelling',
  'Setting',
  'Warning',
])

type Comment = { line: number; text: string }

type Source = {
  comments: Comment[]
  texts: string[]
  types: { line: number; name: string }[]
}

const isTypeDeclaration = (node: ts.Node) =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)

/** The parts of a source file that people read. */
function readSource(file: string, text: string): Source {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const found: Source = { comments: [], texts: [], types: [] }
  const literals: ts.TextRange[] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
    if (isText || ts.isRegularExpressionLiteral(node) || ts.isJsxText(node)) {
      literals.push({ pos: node.getStart(), end: node.end })
    }
    if (isText && !ts.isImportDeclaration(node.parent)) found.texts.push(node.getText())
    if (isTypeDeclaration(node) && node.name) {
      found.types.push({ line: lineOf(node.getStart()), name: node.name.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  found.comments = commentRanges(text, literals).map(({ pos, end }) => ({
    line: lineOf(pos),
    text: unbroken(text.slice(pos, end).replaceAll(/^\/\*+|\*+\/$/g, '')),
  }))
  return found
}

/** The comments of a source file, lines that stand below one another as one. */
function commentRanges(text: string, literals: ts.TextRange[]): ts.TextRange[] {
  const ranges: { pos: number; end: number }[] = []
  const pattern = /\/\/.*|\/\*[^]*?\*\//g
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { 0: comment, index } = match
    const literal = literals.find(({ pos, end }) => pos < index && index < end)
    if (literal) {
      pattern.lastIndex = literal.end
      continue
    }
    const last = ranges.at(-1)
    const isNextLine = last && /^\n[ \t]*$/.test(text.slice(last.end, index))
    if (isNextLine && comment.startsWith('//')) last.end = index + comment.length
    else ranges.push({ pos: index, end: index + comment.length })
  }
  return ranges
}

/** The comments of a migration. */
const readSqlComments = (text: string): Comment[] =>
  [...text.matchAll(/(?:^[ \t]*--.*\n?)+/gm)].map(({ 0: comment, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: unbroken(comment.replaceAll(/^[ \t]*--/gm, '')),
  }))

/** Markdown without commands and names of code, which may be spelt as they are. */
const withoutCode = (text: string) => text.replaceAll(/^\s*```[^]*?^\s*```|`[^`\n]*`/gm, '')

const unbroken = (text: string) =>
  text
    .replaceAll(/^\s*(\/\/|\*|>)?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?:])\s+(?=[A-Z])|\s(?=@\w)/)

const findHiddenSubjects = (text: string): string[] =>
  sentencesOf(text)
    .filter((sentence) => HIDDEN_SUBJECT.test(sentence) && !sentence.endsWith('?'))
    .map((sentence) => `"${sentence.slice(0, 60)}"; better: begin with the subject`)

const findPhrases = (text: string): string[] =>
  PHRASES.flatMap(({ pattern, better }) =>
    [...unbroken(text).matchAll(pattern)].map(({ 0: found }) => `"${found.trim()}"; better: ${better}`),
  )

/** Summaries and descriptions of the API. */
function readDescriptions(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'description' || key === 'summary') && typeof inner === 'string'
      ? [inner]
      : readDescriptions(inner),
  )
}

/** @returns each piece of wording that breaks a rule, with what to write instead */
export function findUnplainWords(file: string, text: string): string[] {
  if (file.endsWith('.md')) return findPhrases(withoutCode(text)).map((problem) => `${file}: ${problem}`)
  if (file.endsWith('.json')) {
    const problems = readDescriptions(JSON.parse(text)).flatMap((description) => [
      ...findPhrases(description),
      ...findHiddenSubjects(withoutCode(description)),
    ])
    return problems.map((problem) => `${file}: ${problem}`)
  }
  const { comments, texts, types } = file.endsWith('.sql')
    ? { comments: readSqlComments(text), texts: [], types: [] }
    : readSource(file, text)
  return [
    // Tests quote other people's words, and their names are sentences of their own.
    ...(file.includes('.test.') ? [] : texts).flatMap(findPhrases).map((problem) => `${file}: ${problem}`),
    ...comments.flatMap((comment) =>
      [...findPhrases(withoutCode(comment.text)), ...findHiddenSubjects(comment.text)].map(
        (problem) => `${file}:${comment.line}: ${problem}`,
      ),
    ),
    ...types
      .filter(({ name }) => PARTICIPLE.test(name) && !NOUNS.has(name))
      .map(({ line, name }) => `${file}:${line}: type ${name}; better: a noun with a subject`),
  ]
}
