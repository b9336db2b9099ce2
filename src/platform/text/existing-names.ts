// Lists the names that exist for a caller who named another one: the nearest first.

const MOST_NAMED = 10

// Longer names are compared by their beginnings.
const MOST_COMPARED = 40

type Names = { names: readonly string[]; kind: string }

/** A sentence such as `The nearest of 12 templates are a, b.`, for names of one kind of record. */
export function existingNames(wanted: string, { names, kind }: Names): string {
  const all = [...new Set(names)]
  if (all.length === 0) return `The project has no ${kind}.`
  const [only = ''] = all
  if (all.length === 1) return `The only ${kind} is ${only}.`
  const listed = all.length <= MOST_NAMED ? all.toSorted() : nearest(wanted, all)
  const which = all.length <= MOST_NAMED ? `The ${kind}s are` : `The nearest ${kind}s are`
  return `${which} ${listed.join(', ')}.`
}

function nearest(wanted: string, names: readonly string[]): string[] {
  const goal = comparable(wanted)
  const distances = names.map((name) => ({ name, distance: distanceOf(goal, comparable(name)) }))
  return distances
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
}

const comparable = (name: string): string => name.toLowerCase().slice(0, MOST_COMPARED)

/** How many characters have to be added, removed or replaced (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, character] of one.split('').entries()) {
    let left = index + 1
    let diagonal = index
    const next = [left]
    for (let at = 0; at < other.length; at += 1) {
      const above = row[at + 1] ?? 0
      left = Math.min(above + 1, left + 1, diagonal + (other[at] === character ? 0 : 1))
      diagonal = above
      next.push(left)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
