// The differences of two texts, line by line.

const CONTEXT = 3
// The table of two thousand lines by two thousand has four million numbers.
const MOST_CELLS = 4_000_000

type Line = { sign: ' ' | '+' | '-'; text: string }

/** Lines with + and -, and three around them; empty if the texts are equal. */
export function lineDiff(before: string, after: string): string[] {
  if (before === after) return []
  const lines = compare(before.split('\n'), after.split('\n'))
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  )
  return lines.flatMap(({ sign, text }, index) => {
    if (!isShown[index]) return []
    const isGap = index > 0 && !isShown[index - 1]
    return [...(isGap ? ['…'] : []), `${sign} ${text}`]
  })
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const same = (texts: readonly string[]): Line[] => texts.map((text) => ({ sign: ' ', text }))
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** By the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const removed = before.map((text): Line => ({ sign: '-', text }))
  const added = after.map((text): Line => ({ sign: '+', text }))
  if (before.length * after.length > MOST_CELLS) return [...removed, ...added]
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const at = row * width + column
      const [below, right, diagonal] = [
        common[at + width] ?? 0,
        common[at + 1] ?? 0,
        common[at + width + 1] ?? 0,
      ]
      common[at] = before[row] === after[column] ? diagonal + 1 : Math.max(below, right)
    }
  }
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    const at = row * width + column
    if (before[row] === after[column]) {
      lines.push({ sign: ' ', text: before[row] ?? '' })
      row += 1
      column += 1
    } else if ((common[at + width] ?? 0) >= (common[at + 1] ?? 0)) {
      lines.push(...removed.slice(row, row + 1))
      row += 1
    } else {
      lines.push(...added.slice(column, column + 1))
      column += 1
    }
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)]
}
