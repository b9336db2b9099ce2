import { getRouteApi } from '@tanstack/react-router'
import { Ban, FileUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { suppressionListQuery } from '../../api/suppressions.ts'
import type { Suppression } from '../../api/suppressions.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { AddSuppressionsForm } from './add-suppressions-form.tsx'
import { ImportSuppressionsDialog } from './import-suppressions-dialog.tsx'
import { RemoveSuppressionDialog } from './remove-suppression-dialog.tsx'
import { suppressionColumns } from './suppression-columns.tsx'
import { suppressions as texts } from './suppressions.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListSearch, ListFilter } from '../../patterns/list/list-filters.tsx'
import { useDialogParam } from '../../app/page-search.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/suppressions')

export function SuppressionsPage() {
  const { api, may } = useProject()
  const { q: search, reason } = route.useSearch()
  const [removing, setRemoving] = useState<Suppression>()
  const importing = useDialogParam('import')
  const list = useList(suppressionListQuery(api, { search, reason }), 'suppressions')
  const isAllowed = may('member')
  const columns = useMemo(() => suppressionColumns({ isAllowed, onRemove: setRemoving }), [isAllowed])
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: curlTexts.names.list, path: '/suppressions', query: { search, reason } }]}
      actions={
        isAllowed && (
          <Button icon={<FileUp />} onClick={importing.onOpen}>
            {texts.import}
          </Button>
        )
      }
      create={{ label: texts.add, texts: texts.adding, Form: AddSuppressionsForm }}
      isFiltered={search !== undefined || reason !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} />
          <ListFilter label={texts.reason} param="reason" names={texts.reasons} />
          <RoleNotice needs="member" />
        </>
      }
      empty={<EmptyState icon={<Ban />} texts={texts.empty} />}
      table={{ columns, nameOf: ({ email }) => email }}
    >
      <ImportSuppressionsDialog isOpen={importing.isOpen} onClose={importing.onClose} />
      <RemoveSuppressionDialog subject={removing} onClose={() => setRemoving(undefined)} />
    </ListPage>
  )
}
