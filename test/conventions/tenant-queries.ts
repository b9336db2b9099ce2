// Which functions of a *.queries.ts may read or write rows of any project. Looks at the syntax tree: a function that
// names a tenant table has to be handed a projectId, by name or by the type of what it takes. A whole row is as good:
// its type demands the project_id.
import ts from 'typescript'

/** Statements name tables in any way a builder or SQL text can: as a word. */
const mentions = (text: string, tables: readonly string[]) =>
  tables.some((table) => new RegExp(`\\b${table}\\b`).test(text))

const isExported = (node: ts.FunctionDeclaration) =>
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false

const isAsync = (node: ts.FunctionDeclaration) =>
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) ?? false

/** The text of a type and, for names that this file declares, of what stands behind them. */
function spelledOut(type: string, aliases: Map<string, string>, depth = 3): string {
  if (depth === 0) return type
  const behind = [...aliases]
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(type))
    .map(([, text]) => text)
  return [type, ...behind.map((text) => spelledOut(text, aliases, depth - 1))].join(' ')
}

/** The names of functions that touch a tenant table without being told a project. */
export function findUnboundQueries(text: string, tables: readonly string[]): string[] {
  const source = ts.createSourceFile('queries.ts', text, ts.ScriptTarget.Latest, true)
  const aliases = new Map(
    source.statements
      .filter((node) => ts.isTypeAliasDeclaration(node))
      .map((node) => [node.name.text, node.type.getText(source)]),
  )
  const isBound = ({ parameters }: ts.FunctionDeclaration) =>
    parameters.some((parameter) =>
      /\bprojectId\b|\bInsertable</.test(
        `${parameter.name.getText(source)} ${spelledOut(parameter.type?.getText(source) ?? '', aliases)}`,
      ),
    )
  return source.statements
    .filter((node) => ts.isFunctionDeclaration(node))
    .filter((node) => isExported(node) && isAsync(node) && mentions(node.body?.getText(source) ?? '', tables))
    .filter((node) => !isBound(node))
    .map((node) => node.name?.text ?? 'unnamed')
}
