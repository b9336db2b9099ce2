import { terminal } from '../platform/terminal.ts'

/** Prints the result of a command: one line of JSON, or text. */
export function show(answer: unknown, json: boolean, text: () => string): void {
  terminal.print(json ? JSON.stringify(answer) : text())
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
