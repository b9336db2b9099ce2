// Finds exported pieces of a *.queries.ts that may read or write rows of any project. Looks at the syntax tree: code that names
// a tenant table has to take a projectId, by name or by the type of its parameter. A whole row is as good: its type
// demands the project_id. Functions, arrow functions and pieces of SQL without parameters all count: a fragment that is
// put into a larger statement reaches as far as that.
import ts from 'typescript'

/** A project by name, a whole row, or a reference that carries its project. */
const BINDING =
  /\bprojectId\b|\bInsertable<|\b(EmailRef|ClaimRef|CampaignRef|CampaignEmails|CampaignRow|WebhookRef|WebhookRow|WorkflowRef|ExecutionRef|ReportedDomainRef)\b/

/** Statements name tables in any way a builder or SQL text can: as a word. */
const mentions = (text: string, tables: readonly string[]) =>
  tables.some((table) => new RegExp(`\\b${table}\\b`).test(text))

const isExported = (node: ts.FunctionDeclaration | ts.VariableStatement) =>
  node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false

/** The text of a type and, for names that this file declares, of their declarations. */
function spelledOut(type: string, aliases: Map<string, string>, depth = 3): string {
  if (depth === 0) return type
  const behind = [...aliases]
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(type))
    .map(([, text]) => text)
  return [type, ...behind.map((text) => spelledOut(text, aliases, depth - 1))].join(' ')
}

type Piece = { name: string; parameters: readonly ts.ParameterDeclaration[]; body: string }

function piecesOf(source: ts.SourceFile): Piece[] {
  return source.statements.flatMap((node): Piece[] => {
    if (ts.isFunctionDeclaration(node) && isExported(node)) {
      const name = node.name?.text ?? 'unnamed'
      return [{ name, parameters: [...node.parameters], body: node.body?.getText(source) ?? '' }]
    }
    if (!ts.isVariableStatement(node) || !isExported(node)) return []
    return node.declarationList.declarations.map(({ name, initializer }) => ({
      name: name.getText(source),
      parameters:
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
          ? [...initializer.parameters]
          : [],
      body: initializer?.getText(source) ?? '',
    }))
  })
}

/** The names of pieces that touch a tenant table without taking a project. */
export function findUnboundQueries(text: string, tables: readonly string[]): string[] {
  const source = ts.createSourceFile('queries.ts', text, ts.ScriptTarget.Latest, true)
  const aliases = new Map(
    source.statements
      .filter((node) => ts.isTypeAliasDeclaration(node))
      .map((node) => [node.name.text, node.type.getText(source)]),
  )
  const isBound = ({ parameters }: Piece) =>
    parameters.some((parameter) =>
      BINDING.test(
        `${parameter.name.getText(source)} ${spelledOut(parameter.type?.getText(source) ?? '', aliases)}`,
      ),
    )
  return piecesOf(source)
    .filter((piece) => mentions(piece.body, tables) && !isBound(piece))
    .map(({ name }) => name)
}
