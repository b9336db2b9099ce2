// Characters that make a spreadsheet read a cell as a formula. A ' before them makes it text; text that already begins with
// such a guard gets another, so that undoing removes exactly one.
const UNSAFE = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

export const guardFormula = (text: string): string => (UNSAFE.test(text) ? `'${text}` : text)

export const undoGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)
