/** Columns by their ids, which are also the names of their headers. */
export const columnsOf = <Column extends { id: string; header: string }, Id extends string>(
  headers: Readonly<Record<NoInfer<Id>, string>>,
  columns: Readonly<Record<Id, Omit<Column, 'id' | 'header'>>>,
): Column[] =>
  (Object.keys(columns) as Id[]).map(
    (id) => ({ ...columns[id], id, header: headers[id] }) as unknown as Column,
  )
