// What a cell may begin with that a spreadsheet would take for a formula. A ' before it makes it text; text that
// begins with such a guard already gets another, so that undoing takes off exactly what was put on.
const UNSAFE = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

export const guardFormula = (text: string): string => (UNSAFE.test(text) ? `'${text}` : text)

export const undoGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)
