// The page of one list: its count, search and filters, the rows, and a dialog that creates a record.
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { Role } from '../../api/accounts/account.ts'
import { useDialogParam, usePageSearch } from '../../app/page-search.ts'
import { recordPath } from '../../app/record-path.ts'
import type { RecordKind } from '../../app/record-path.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { ShowAsCurl } from '../curl/show-as-curl.tsx'
import type { ApiCall } from '../curl/show-as-curl.tsx'
import { ListDensity } from '../list/list-filters.tsx'
import { ListStates, NothingFound } from '../list/list-states.tsx'
import type { NothingFoundTexts } from '../list/list-states.tsx'
import { ViewsMenu } from '../views/views-menu.tsx'
import { listTexts } from '../list/list.texts.ts'
import { ListTable } from '../list/list-table.tsx'
import type { LoadedList } from '../list/use-list.ts'

type ListPageTexts = {
  title: string
  /** The name of the table, for screen readers. */
  list: string
  count: (total: number) => string
  /** The count with filters; `count` by default. */
  matching?: (total: number) => string
  /** Shown if no row matches the filters; otherwise general words. */
  nothing?: NothingFoundTexts
}

/** Opened by `?dialog=create`. */
type CreateDialog = {
  label: string
  /** By default member. */
  needs?: Role
} & (
  | { texts: { title: string; text?: string }; width?: 'wide'; Form: ComponentType<{ onClose: () => void }> }
  | { Dialog: ComponentType<{ isOpen: boolean; onClose: () => void }> }
)

type TableProps<Row> = Pick<ComponentProps<typeof ListTable<Row>>, 'columns' | 'nameOf' | 'selection'> & {
  /** Clicking a row opens the page of its record. */
  opens?: RecordKind
}

type ListPageProps<Row> = {
  texts: ListPageTexts
  list: LoadedList<Row>
  calls: readonly ApiCall[]
  /** Actions before the button that creates a record. */
  actions?: ReactNode
  create?: CreateDialog
  /** Warnings above the toolbar. */
  notice?: ReactNode
  toolbar?: ReactNode
  /** By default, whether there is a search. */
  isFiltered?: boolean
  /** Shown if the list has no rows without filters. */
  empty: ReactNode
  table?: TableProps<Row>
  cards?: ReactNode
  aside?: ReactNode
  /** Other dialogs, or a bar for the selected rows. */
  children?: ReactNode
}

export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { texts, list, calls, actions, create, toolbar, table, cards, aside, children } = props
  const { search, clear } = usePageSearch()
  const isFiltered = props.isFiltered ?? search.q !== undefined
  const { count, matching = listTexts.matching, nothing = listTexts.nothing } = texts
  const empty = isFiltered ? <NothingFound texts={nothing} onClear={clear} /> : props.empty
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
      {props.notice}
      {toolbar !== undefined && (
        <Toolbar>
          {toolbar}
          <ViewsMenu />
          {table && <ListDensity />}
        </Toolbar>
      )}
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
  const { search, change } = usePageSearch()
  const sort = {
    value: search.sort,
    onChange: (chosen: string | undefined) => change({ sort: chosen }, { replace: true }),
  }
  const open = (kind: RecordKind, id: string) => void navigate({ to: recordPath(project.id, { kind, id }) })
  return (
    <ListTable {...table} sort={sort} idOf={({ id }) => id} onOpen={opens && (({ id }) => open(opens, id))} />
  )
}

/**
 * Hidden for roles that may not create: a disabled button cannot get the focus, so it could not explain itself to everybody.
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

function OpenedDialog(create: CreateDialog) {
  const { isOpen, onClose } = useDialogParam('create', create.needs)
  if ('Dialog' in create) return <create.Dialog isOpen={isOpen} onClose={onClose} />
  const { texts, width = 'narrow', Form } = create
  return (
    <Dialog title={texts.title} description={texts.text} width={width} isOpen={isOpen} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  )
}
