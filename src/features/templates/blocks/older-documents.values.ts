// Documents in the forms that older releases accepted and stored.

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Two columns were `left` and `right`. */
function newerBlock(block: unknown): unknown {
  if (!isObject(block) || block['type'] !== 'columns' || 'columns' in block) return block
  const { left, right, ...rest } = block
  return left === undefined && right === undefined ? block : { ...rest, columns: [left ?? [], right ?? []] }
}

/** A document in today's form. Everything else is left as it is, for the schema to check. */
export function newerDocument<Document extends object>(document: Document): Document {
  const { blocks } = document as { blocks?: unknown }
  return Array.isArray(blocks) ? { ...document, blocks: blocks.map(newerBlock) } : document
}
