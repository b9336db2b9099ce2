import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, FileUp, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { totalOf } from '../../api/client/lists.ts'
import { suppressionListQuery } from '../../api/suppressions.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { Page, Toolbar } from '../../components/page.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { NothingFound } from '../../patterns/list/list-states.tsx'
import { ListTable } from '../../patterns/list/list-table.tsx'
import { AddSuppressionsDialog } from './add-suppressions-dialog.tsx'
import { ImportSuppressionsDialog } from './import-suppressions-dialog.tsx'
import { RemoveSuppressionDialog } from './remove-suppression-dialog.tsx'
import { suppressionColumns } from './suppression-columns.tsx'
import { REASONS } from './reasons.ts'
import { suppressions as texts } from './suppressions.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/suppressions')

export function SuppressionsPage() {
  const { api, may } = useProject()
  const { q, reason, add, import: importing } = route.useSearch()
  const setSearch = route.useNavigate()
  const [leaving, setLeaving] = useState<Suppression>()
  const list = useInfiniteQuery(suppressionListQuery(api, { search: q, reason }))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.suppressions) ?? [], [list.data])
  const total = totalOf(list.data)
  const isAllowed = may('member')
  const columns = useMemo(() => suppressionColumns({ isAllowed, onRemove: setLeaving }), [isAllowed])
  const isFiltered = q !== undefined || reason !== undefined
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : (isFiltered ? texts.matching : texts.count)(total)}
      actions={
        <>
          <ShowAsCurl
            calls={[{ name: curlTexts.names.list, path: '/suppressions', query: { search: q, reason } }]}
          />
          <Button
            icon={<FileUp />}
            disabled={!isAllowed}
            onClick={() => void setSearch({ search: (old) => ({ ...old, import: 'true' }) })}
          >
            {texts.import}
          </Button>
          <Button
            look="primary"
            icon={<Plus />}
            disabled={!isAllowed}
            onClick={() => void setSearch({ search: (old) => ({ ...old, add: 'true' }) })}
          >
            {texts.add}
          </Button>
        </>
      }
    >
      <Toolbar>
        <SearchField
          label={texts.search}
          value={q ?? ''}
          onChange={(text) =>
            void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
          }
        />
        <FilterSelect
          label={texts.reason}
          value={reason}
          values={REASONS}
          names={texts.reasons}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, reason: chosen }) })}
        />
        <RoleNotice needs="member" />
      </Toolbar>
      <ListTable
        list={list}
        empty={
          isFiltered ? (
            <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
          ) : (
            <EmptyState icon={<Ban />} title={texts.empty.title}>
              {texts.empty.text}
            </EmptyState>
          )
        }
        label={texts.list}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ email }) => email}
        total={total}
      />
      <AddSuppressionsDialog
        isOpen={add === 'true' && isAllowed}
        onClose={() => void setSearch({ search: (old) => ({ ...old, add: undefined }), replace: true })}
      />
      <ImportSuppressionsDialog
        isOpen={importing === 'true' && isAllowed}
        onClose={() => void setSearch({ search: (old) => ({ ...old, import: undefined }), replace: true })}
      />
      <RemoveSuppressionDialog subject={leaving} onClose={() => setLeaving(undefined)} />
    </Page>
  )
}
