import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export type PlainColumn<Row> = {
  id: string
  header: string
  align?: 'end'
  /** The header is for screen readers only: for columns of buttons. */
  isQuiet?: boolean
  isSoft?: boolean
  cell: (row: Row) => ReactNode
}

type PlainTableProps<Row> = {
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
}

/** For short lists, such as keys and members; long ones need data-table.tsx. */
export function PlainTable<Row>({ label, columns, rows, idOf }: PlainTableProps<Row>) {
  return (
    // Focusable, so that keyboards can scroll it. Relative, because headers for screen readers would widen the page otherwise.
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full text-left text-sm" aria-label={label}>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ id, header, align, isQuiet = false }) => (
              <th
                key={id}
                scope="col"
                className={classes(
                  'px-4 py-2 text-xs font-medium whitespace-nowrap text-soft',
                  align && 'text-right',
                )}
              >
                {isQuiet ? <span className="sr-only">{header}</span> : header}
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
