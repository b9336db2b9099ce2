// Phrases that an experienced engineer would not say aloud, and what to write instead. They were common in this repository
// once and must not come back. Code is not looked at, only what people read: documents, comments and text in quotes.
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

/** The parts of a source file that people read: its comments and its texts. */
function readableParts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const parts = new Map<number, string>()
  const add = ({ pos, end }: ts.TextRange) => parts.set(pos, text.slice(pos, end))
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) add(range)
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) add(range)
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
    if (isText && !ts.isImportDeclaration(node.parent)) add({ pos: node.getStart(), end: node.end })
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...parts.values()]
}

/** Markdown without commands and names of code, which may be spelt as they are. */
const withoutCode = (text: string) => text.replaceAll(/^\s*```[^]*?^\s*```|`[^`\n]*`/gm, '')

const unbroken = (text: string) => text.replaceAll(/\s*\n\s*(\/\/|\*|>)?\s*/g, ' ')

/** @returns each phrase that was found, with what to write instead */
export function findOldPhrases(file: string, text: string): string[] {
  const parts = file.endsWith('.ts') ? readableParts(file, text) : [withoutCode(text)]
  return parts.flatMap((part) =>
    PHRASES.flatMap(({ pattern, better }) =>
      [...unbroken(part).matchAll(pattern)].map(
        ({ 0: found }) => `${file}: "${found.trim()}"; better: ${better}`,
      ),
    ),
  )
}
