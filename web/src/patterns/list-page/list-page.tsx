// A page that shows one list of the API: how many rows there are, search and filters, the rows, and a dialog that creates one.
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { Role } from '../../api/accounts/account.ts'
import { useDialogParam, usePageSearch } from '../../app/page-search.ts'
import { recordPath } from '../../app/record-path.ts'
import type { RecordKind } from '../../app/record-path.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { ShowAsCurl } from '../curl/show-as-curl.tsx'
import type { ApiCall } from '../curl/show-as-curl.tsx'
import { ListStates, NothingFound } from '../list/list-states.tsx'
import type { NothingFoundTexts } from '../list/list-states.tsx'
import { ListTable } from '../list/list-table.tsx'
import type { LoadedList } from '../list/use-list.ts'

type ListPageTexts = {
  title: string
  /** The name of the table, for screen readers. */
  list: string
  count: (total: number) => string
  /** How many rows the filters leave; `count` unless given. */
  matching?: (total: number) => string
  /** In place of the rows if the filters leave none. */
  nothing?: NothingFoundTexts
}

/** Opened by `?dialog=create`. */
export type CreateDialog = {
  label: string
  /** Member unless given. */
  needs?: Role
  Dialog: ComponentType<{ isOpen: boolean; onClose: () => void }>
}

type TableProps<Row> = Pick<ComponentProps<typeof ListTable<Row>>, 'columns' | 'nameOf' | 'selection'> & {
  /** Rows lead to the page of their record. */
  opens?: RecordKind
}

type ListPageProps<Row> = {
  texts: ListPageTexts
  list: LoadedList<Row>
  calls: readonly ApiCall[]
  /** Actions before the button that creates a record. */
  actions?: ReactNode
  create?: CreateDialog
  toolbar?: ReactNode
  isFiltered?: boolean
  /** In place of the rows of a list that has none, whatever the filters. */
  empty: ReactNode
  table?: TableProps<Row>
  /** The rows in another form than a table. */
  cards?: ReactNode
  /** Beside the rows. */
  aside?: ReactNode
  /** Other dialogs, or a bar for the selected rows. */
  children?: ReactNode
}

export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const {
    texts,
    list,
    calls,
    actions,
    create,
    toolbar,
    isFiltered = false,
    table,
    cards,
    aside,
    children,
  } = props
  const { clear } = usePageSearch()
  const { count, matching = count, nothing } = texts
  const empty = isFiltered && nothing ? <NothingFound texts={nothing} onClear={clear} /> : props.empty
  return (
    <Page
      title={texts.title}
      subtitle={list.total === undefined ? undefined : (isFiltered ? matching : count)(list.total)}
      actions={
        <>
          <ShowAsCurl calls={calls} />
          {actions}
          {create && <CreateButton {...create} />}
        </>
      }
    >
      {toolbar !== undefined && <Toolbar>{toolbar}</Toolbar>}
      <div className="flex min-h-0 grow max-lg:flex-col-reverse">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          {table && <RecordTable {...table} label={texts.list} list={list} empty={empty} />}
          {cards !== undefined && (
            <ListStates list={list} empty={empty}>
              {cards}
            </ListStates>
          )}
        </div>
        {aside}
      </div>
      {children}
      {create && <OpenedDialog {...create} />}
    </Page>
  )
}

type RecordTableProps<Row> = TableProps<Row> & { label: string; list: LoadedList<Row>; empty: ReactNode }

function RecordTable<Row extends { id: string }>({ opens, ...table }: RecordTableProps<Row>) {
  const { project } = useProject()
  const navigate = useNavigate()
  const open = (kind: RecordKind, id: string) => void navigate({ to: recordPath(project.id, { kind, id }) })
  return <ListTable {...table} idOf={({ id }) => id} onOpen={opens && (({ id }) => open(opens, id))} />
}

/**
 * Hidden for a role that may not create, as every action of the dashboard is: a disabled button takes no focus, so it could
 * not say to everybody why it does nothing.
 */
export function CreateButton({ label, needs }: Pick<CreateDialog, 'label' | 'needs'>) {
  const { isAllowed, onOpen } = useDialogParam('create', needs)
  if (!isAllowed) return null
  return (
    <Button look="primary" icon={<Plus />} onClick={onOpen}>
      {label}
    </Button>
  )
}

function OpenedDialog({ Dialog, needs }: CreateDialog) {
  const { isOpen, onClose } = useDialogParam('create', needs)
  return <Dialog isOpen={isOpen} onClose={onClose} />
}
