// The places in src/ that proofs change to remove a protection. They are found in the syntax tree of the proofs, because importing
// a proof runs it.
import ts from 'typescript'

export type ChangedPlace = { file: string; from: string }

/** Object literals with `file`, `from` and `to`; the first two are texts, or constants of the proof that are texts. */
export function findChangedPlaces(text: string): ChangedPlace[] {
  const source = ts.createSourceFile('proof.ts', text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, string>()
  const found: ChangedPlace[] = []
  const textOf = (value?: ts.Expression): string | undefined => {
    if (value && ts.isIdentifier(value)) return constants.get(value.text)
    return value && ts.isStringLiteralLike(value) ? value.text : undefined
  }
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer)) {
      constants.set(node.name.getText(), node.initializer.text)
    }
    if (ts.isObjectLiteralExpression(node)) {
      const values = new Map(
        node.properties
          .filter(ts.isPropertyAssignment)
          .map(({ name, initializer }) => [name.getText(), initializer]),
      )
      const [file, from] = [textOf(values.get('file')), textOf(values.get('from'))]
      if (file !== undefined && from !== undefined && values.has('to')) found.push({ file, from })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
