import type { ReactNode } from 'react'
import { useIsNarrow } from '../../hooks/use-is-narrow.ts'
import { classes } from '../classes.ts'
import { directionOf, SortButton } from './sort-header.tsx'
import type { TableSort } from './sort-header.tsx'

export type PlainColumn<Row> = {
  id: string
  header: string
  align?: 'end'
  /** The header is for screen readers only: for columns of buttons. */
  isQuiet?: boolean
  isSoft?: boolean
  /** Its name in `sort`, if the list can be sorted by it. */
  sort?: string
  cell: (row: Row) => ReactNode
}

type PlainTableProps<Row> = {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  sort?: TableSort | undefined
}

/** For short lists, such as keys and members; long ones need data-table.tsx. On phones each row is a card. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <WideTable {...props} />
}

/** React shows none of these. A table needs the empty cell, a card does not need the name of a value that is not there. */
const isBlank = (value: ReactNode): boolean =>
  value === null || value === undefined || value === '' || value === false

/** The first column is the title of the card; columns of buttons end it. */
function Cards<Row>({ label, columns: [first, ...others], rows, idOf }: PlainTableProps<Row>) {
  const values = others.filter(({ isQuiet = false }) => !isQuiet)
  const actions = others.filter(({ isQuiet = false }) => isQuiet)
  return (
    <ul aria-label={label} className="divide-y divide-line text-sm">
      {rows.map((row) => (
        <li key={idOf(row)} className="flex flex-col gap-2.5 px-4 py-3.5">
          {first?.cell(row)}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            {values
              .map((column) => ({ ...column, value: column.cell(row) }))
              .filter(({ value }) => !isBlank(value))
              .map(({ id, header, isSoft = false, value }) => (
                <div key={id} className="contents">
                  <dt className="text-soft">{header}</dt>
                  <dd className={classes('min-w-0 text-right', isSoft && 'text-soft')}>{value}</dd>
                </div>
              ))}
          </dl>
          {actions.map(({ id, cell }) => (
            <div key={id}>{cell(row)}</div>
          ))}
        </li>
      ))}
    </ul>
  )
}

function WideTable<Row>({ label, columns, rows, idOf, sort }: PlainTableProps<Row>) {
  return (
    // Focusable, so that keyboards can scroll it. Relative, because headers for screen readers would widen the page otherwise.
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-left text-sm" aria-label={label}>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ id, header, align, isQuiet = false, sort: name }) => (
              <th
                key={id}
                scope="col"
                aria-sort={directionOf(name, sort?.value)}
                className={classes(
                  'px-4 py-2 text-xs font-medium whitespace-nowrap text-soft',
                  align && 'text-right',
                )}
              >
                {sort && name !== undefined ? (
                  <SortButton name={name} header={header} sort={sort} isAtEnd={align !== undefined} />
                ) : (
                  <span className={isQuiet ? 'sr-only' : undefined}>{header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={idOf(row)} className="hover:bg-hover">
              {columns.map(({ id, align, isSoft = false, cell }) => (
                <td
                  key={id}
                  className={classes('px-4 py-2.5', align && 'tabular text-right', isSoft && 'text-soft')}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
