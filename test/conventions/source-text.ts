// The rules about what a source file may mention, as opposed to import. They look at the syntax tree and not at the
// text, so that a comment or a message may name what the code may not use.
import ts from 'typescript'

type Rule = {
  name: string
  isBrokenBy(node: ts.Node): boolean
  isForbiddenIn(file: string): boolean
}

function isGlobal(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}

/** `object.name` and `object['name']` */
function isMember(node: ts.Node, object: string, names: string[]): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return isGlobal(node.expression, object) && names.includes(node.name.text)
  }
  return (
    ts.isElementAccessExpression(node) &&
    isGlobal(node.expression, object) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    names.includes(node.argumentExpression.text)
  )
}

/** `const { name } = object` */
function isDestructured(node: ts.Node, object: string, name: string): boolean {
  return (
    ts.isBindingElement(node) &&
    isGlobal(node.propertyName ?? node.name, name) &&
    ts.isVariableDeclaration(node.parent.parent) &&
    node.parent.parent.initializer !== undefined &&
    isGlobal(node.parent.parent.initializer, object)
  )
}

/** `import { name } from 'module'` */
function isImported(node: ts.Node, module: RegExp, name: string): boolean {
  if (!ts.isImportSpecifier(node) || (node.propertyName ?? node.name).text !== name) return false
  const from = node.parent.parent.parent.moduleSpecifier
  return ts.isStringLiteral(from) && module.test(from.text)
}

/** `object.name(…)`, whatever the object is. */
function isCallOf(node: ts.Node, name: string): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === name
  )
}

const RULES: Rule[] = [
  {
    name: 'process.env is read in src/platform/config.ts and src/commands/call/environment.ts only',
    isBrokenBy: (node) =>
      isMember(node, 'process', ['env']) ||
      isDestructured(node, 'process', 'env') ||
      isImported(node, /^(node:)?process$/, 'env'),
    isForbiddenIn: (file) => file !== 'src/platform/config.ts' && file !== 'src/commands/call/environment.ts',
  },
  {
    name: 'the time is read in src/platform/clock.ts only',
    isBrokenBy: (node) =>
      isMember(node, 'Date', ['now']) ||
      (ts.isNewExpression(node) && isGlobal(node.expression, 'Date') && !node.arguments?.length) ||
      // Without `new` it answers the present time, whatever it is given.
      (ts.isCallExpression(node) && isGlobal(node.expression, 'Date')),
    isForbiddenIn: (file) => file !== 'src/platform/clock.ts',
  },
  {
    name: 'console is used in src/platform/terminal.ts only',
    isBrokenBy: (node) => isGlobal(node, 'console'),
    isForbiddenIn: (file) => file !== 'src/platform/terminal.ts',
  },
  {
    name: 'objects are described in *.schema.ts and src/platform/config.ts only',
    isBrokenBy: (node) => isMember(node, 'z', ['object', 'strictObject', 'looseObject']),
    isForbiddenIn: (file) =>
      /^src\/(features|platform\/config)\b/.test(file) &&
      !file.endsWith('.schema.ts') &&
      file !== 'src/platform/config.ts',
  },
  {
    // A transaction opened elsewhere would not be retried after a deadlock.
    name: 'transactions are opened by inTransaction and copyTransaction only',
    isBrokenBy: (node) => isCallOf(node, 'transaction') || isCallOf(node, 'startTransaction'),
    isForbiddenIn: (file) => !file.startsWith('src/platform/db/'),
  },
  {
    // One word per thing. The DNS records of domains are about the host that is a mail server.
    name: 'an email is called email, not mail',
    isBrokenBy: (node) => ts.isIdentifier(node) && /^(mails?|[a-z]\w*Mails?)$/.test(node.text),
    isForbiddenIn: (file) => !file.startsWith('src/features/domains/'),
  },
]

/** Tests and the programs they start may use all of it. */
function isTestCode(file: string): boolean {
  return file.endsWith('.test.ts') || file.includes('/fixtures/')
}

/** @param file path from the root of the repository, with forward slashes */
export function findForbiddenWords(file: string, text: string): string[] {
  if (isTestCode(file)) return []
  const rules = RULES.filter((rule) => rule.isForbiddenIn(file))
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    for (const rule of rules) {
      if (!rule.isBrokenBy(node)) continue
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1}: ${rule.name}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
