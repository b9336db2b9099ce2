import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../classes.ts'

/** The order of a table: `name`, or `-name` for the reverse. Undefined: the usual one of the list. */
export type TableSort = { value: string | undefined; onChange: (sort: string | undefined) => void }

/** For `aria-sort` of the column. */
export function directionOf(name: string | undefined, sort: string | undefined) {
  if (name === undefined || sort?.replace('-', '') !== name) return undefined
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** The first click sorts, the second reverses the order, and the third ends it. */
const nextSort = (name: string, direction: ReturnType<typeof directionOf>): string | undefined => {
  if (direction === undefined) return name
  return direction === 'ascending' ? `-${name}` : undefined
}

type SortButtonProps = { name: string; header: string; sort: TableSort; isAtEnd: boolean }

export function SortButton({ name, header, sort, isAtEnd }: SortButtonProps) {
  const direction = directionOf(name, sort.value)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      className={classes(
        'group inline-flex max-w-full items-center gap-1 rounded hover:text-text',
        isAtEnd && 'flex-row-reverse',
      )}
      onClick={() => sort.onChange(nextSort(name, direction))}
    >
      <span className="truncate">{header}</span>
      <Arrow
        aria-hidden
        className={classes(
          'size-3 shrink-0',
          direction === undefined && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
        )}
      />
    </button>
  )
}
