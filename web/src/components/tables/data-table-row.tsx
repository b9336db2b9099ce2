import { memo } from 'react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'
import { Checkbox } from '../forms/checkbox.tsx'

export const ROW_HEIGHT = 44
export const COMPACT_ROW_HEIGHT = 32

export type Column<Row> = {
  id: string
  header: string
  /** The header is for screen readers only: for columns of buttons. */
  isQuiet?: boolean
  /** A track of CSS grid: "minmax(12rem, 2fr)". */
  width: string
  align?: 'end'
  /** Hidden on phones. */
  isWideOnly?: boolean
  isSoft?: boolean
  /** The order of the list by this column, such as `name`; without one it cannot be sorted by it. */
  sort?: string
  cell: (row: Row) => ReactNode
}

type RowProps<Row> = {
  row: Row
  id: string
  name: string
  index: number
  /** Pixels from the top of the list. */
  start: number
  height: number
  columns: readonly Column<Row>[]
  tracks: string
  isActive: boolean
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  onSelect: (id: string) => void
  onOpen: ((row: Row) => void) | undefined
}

/** Memoized: otherwise every frame of scrolling would render all visible rows. */
export const DataTableRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row>(props: RowProps<Row>) {
  const { row, id, name, index, start, height, columns, tracks, isActive, isSelected, onSelect, onOpen } =
    props
  return (
    // Keyboards open a row by the link inside it or by Enter.
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={(event) => {
        if (isRowClick(event.currentTarget, event.target as Element)) onOpen?.(row)
      }}
      className={classes(
        'absolute inset-x-0 grid cursor-default items-center border-b border-line px-5 hover:bg-hover',
        isSelected && 'bg-accent-soft/50',
        isActive && 'bg-hover shadow-[inset_2px_0_0_var(--color-accent)]',
      )}
      style={{ gridTemplateColumns: tracks, height, transform: `translateY(${start}px)` }}
    >
      {isSelected !== undefined && (
        <span role="cell">
          <Checkbox label={texts.selectRow(name)} isChecked={isSelected} onChange={() => onSelect(id)} />
        </span>
      )}
      {columns.map((column) => (
        <span
          key={column.id}
          role="cell"
          className={classes(
            'min-w-0 truncate pr-4',
            column.align && 'tabular text-right',
            column.isSoft === true && 'text-soft',
          )}
        >
          {column.cell(row)}
        </span>
      ))}
    </div>
  )
}

/** False for clicks on controls inside the row, and for clicks in its menu, which is elsewhere in the DOM. */
const isRowClick = (row: Element, target: Element): boolean =>
  row.contains(target) && target.closest('a,button,input,[role=checkbox],[role=switch]') === null
