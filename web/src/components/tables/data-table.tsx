// The table of all lists. It renders only the visible rows, so a list of a million costs as much as one of thirty. The next
// page is fetched before the end is reached.
//
// Keys: j and k move, Enter opens, x selects (unless the user types: hooks/is-typing.ts).
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isTyping } from '../../hooks/is-typing.ts'
import { useIsCompact } from '../../hooks/use-is-compact.ts'
import { useIsNarrow } from '../../hooks/use-is-narrow.ts'
import { usePageKeys } from '../../hooks/use-page-keys.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'
import { COMPACT_ROW_HEIGHT, DataTableRow, ROW_HEIGHT } from './data-table-row.tsx'
import type { Column } from './data-table-row.tsx'
import { directionOf, SortButton } from './sort-header.tsx'
import type { TableSort } from './sort-header.tsx'
import { selectionState, nextIndex, toggleId } from './selection.ts'

export type { Column } from './data-table-row.tsx'

/** Rows rendered beyond the edges, so that quick scrolling shows no gaps. */
const OVERSCAN = 12
/** Fetches the next page this many rows before the end: a few screens. */
const PREFETCH_ROWS = 100

type Selection = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }

type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  onOpen?: ((row: Row) => void) | undefined
  /** The count of the whole list, not only of the loaded rows. */
  total?: number | undefined
  hasMore: boolean
  onMore: () => void
  selection?: Selection
  sort?: TableSort | undefined
  /** Older rows are shown while newer ones are fetched. */
  isStale?: boolean
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns: all,
    rows,
    idOf,
    nameOf,
    onOpen,
    total,
    hasMore,
    onMore,
    selection,
    sort,
    isStale = false,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow()
  const height = useIsCompact() ? COMPACT_ROW_HEIGHT : ROW_HEIGHT
  const columns = useMemo(
    () => (isNarrow ? all.filter(({ isWideOnly }) => isWideOnly !== true) : all),
    [isNarrow, all],
  )
  const select = useCallback((id: string) => selection?.onChange(toggleId(selection.ids, id)), [selection])
  // It returns functions whose results change, so the compiler cannot memoize this component; the rows are memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  })
  // The virtualizer keeps the heights that it has measured.
  useEffect(() => virtual.measure(), [virtual, height])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - PREFETCH_ROWS) onMore()
  }, [hasMore, last, rows.length, onMore])
  const active = useActiveRow({
    rows,
    onOpen,
    idOf,
    selection,
    show: (index) => virtual.scrollToIndex(index),
  })
  const tracks = `${selection ? '2.75rem ' : ''}${columns.map(({ width }) => width).join(' ')}`
  return (
    <div ref={scroller} className="min-h-0 grow overflow-auto bg-panel" data-scroller>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={total ?? -1}
        aria-busy={isStale}
        className={classes('min-w-fit text-sm transition-opacity', isStale && 'opacity-60')}
      >
        <TableHeader
          columns={columns}
          tracks={tracks}
          selection={selection}
          sort={sort}
          rows={rows}
          idOf={idOf}
        />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const id = idOf(row)
            return (
              <DataTableRow
                key={id}
                row={row}
                id={id}
                name={nameOf(row)}
                index={item.index}
                start={item.start}
                height={height}
                columns={columns}
                tracks={tracks}
                isActive={item.index === active}
                isSelected={selection?.ids.has(id)}
                onSelect={select}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
      {hasMore && <p className="p-4 text-center text-xs text-soft">{texts.loadMore}</p>}
    </div>
  )
}

type TableHeaderProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'idOf'> & {
  tracks: string
  selection: Selection | undefined
  sort: TableSort | undefined
}

function TableHeader<Row>({ columns, tracks, selection, sort, rows, idOf }: TableHeaderProps<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-panel">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-9 items-center px-5"
        style={{ gridTemplateColumns: tracks }}
      >
        {selection && (
          <span role="columnheader">
            <SelectAll selection={selection} rows={rows} idOf={idOf} />
          </span>
        )}
        {columns.map((column) => (
          <span
            key={column.id}
            role="columnheader"
            aria-sort={directionOf(column.sort, sort?.value)}
            className={classes('truncate pr-4 text-xs font-medium text-soft', column.align && 'text-right')}
          >
            {sort && column.sort !== undefined ? (
              <SortButton
                name={column.sort}
                header={column.header}
                sort={sort}
                isAtEnd={column.align === 'end'}
              />
            ) : (
              <span className={column.isQuiet ? 'sr-only' : undefined}>{column.header}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

type SelectAllProps<Row> = Pick<DataTableProps<Row>, 'rows' | 'idOf'> & { selection: Selection }

function SelectAll<Row>({ selection, rows, idOf }: SelectAllProps<Row>) {
  const chosen = selectionState(rows, idOf, selection.ids)
  return (
    <Checkbox
      label={texts.selectAll}
      isChecked={chosen === 'all'}
      isIndeterminate={chosen === 'some'}
      onChange={() => selection.onChange(new Set(chosen === 'all' ? [] : rows.map(idOf)))}
    />
  )
}

type ActiveRowInput<Row> = Pick<DataTableProps<Row>, 'rows' | 'onOpen' | 'idOf'> & {
  selection: Selection | undefined
  show: (index: number) => void
}

/** The index of the row chosen by j and k; -1 before the first key. */
function useActiveRow<Row>({ rows, onOpen, idOf, selection, show }: ActiveRowInput<Row>): number {
  const [active, setActive] = useState(-1)
  usePageKeys((event) => {
    if (isTyping(event)) return
    const row = rows[active]
    if (event.key === 'j' || event.key === 'k') {
      const next = nextIndex(active, event.key, rows.length)
      setActive(next)
      show(next)
    } else if (event.key === 'Enter' && row !== undefined && event.target === document.body) onOpen?.(row)
    else if (event.key === 'x' && row !== undefined) selection?.onChange(toggleId(selection.ids, idOf(row)))
  })
  return active
}
