// The tables that a source file writes. Looks for the verbs of SQL and of the query builder in front of the name of a table;
// every feature may read.

const WRITES = [
  /\b(?:insert into|delete from|truncate(?: table)?|copy)\s+(?:only\s+)?"?(\w+)"?/gi,
  /\bupdate\s+(?:only\s+)?"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b/gi,
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g,
]

/** The tables of the list that a text writes to, each once. */
export function findWrites(text: string, tables: ReadonlySet<string>): string[] {
  const names = WRITES.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''))
  return [...new Set(names.filter((name) => tables.has(name)))].toSorted()
}
