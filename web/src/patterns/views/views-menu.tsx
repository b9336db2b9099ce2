// The saved views of a list. A view is an address: choosing one sets the search, filters and order that it has.
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bookmark, Check, ListRestart, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { VIEWED_LISTS } from '../../../../src/features/views/views.values.ts'
import type { ViewedList } from '../../../../src/features/views/views.values.ts'
import { deleteView, viewsQuery } from '../../api/project/views.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/overlays/menu.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { isSameView, viewParams } from './view-params.ts'
import { viewsTexts as texts } from './views.texts.ts'

/** The list of the page, from its address: /app/p/<project>/<list>. */
function useViewedList(): ViewedList | undefined {
  const { pathname } = useLocation()
  const [, , , , name, ...rest] = pathname.split('/')
  return rest.length === 0 ? VIEWED_LISTS.find((list) => list === name) : undefined
}

export function ViewsMenu() {
  const list = useViewedList()
  return list && <MenuOfViews list={list} />
}

function MenuOfViews({ list }: { list: ViewedList }) {
  const { api, may } = useProject()
  const { search, clear } = usePageSearch()
  const navigate = useNavigate()
  const { data: views = [] } = useQuery(viewsQuery(api, list))
  const [isSaving, setIsSaving] = useState(false)
  const remove = useChange({ call: deleteView, done: texts.deleted, refreshes: ['/views'], onSuccess: clear })
  const params = viewParams(search)
  const isUsual = isSameView(params, {})
  const shown = isUsual ? undefined : views.find((view) => isSameView(view.params, params))
  const canSave = may('member') && !isUsual && shown === undefined
  if (views.length === 0 && !canSave) return null
  return (
    <>
      <Menu trigger={<Button icon={<Bookmark />}>{shown?.name ?? texts.views}</Button>}>
        <MenuItem icon={isUsual ? <Check /> : <ListRestart />} onClick={clear}>
          {texts.all}
        </MenuItem>
        {views.map((view) => (
          <MenuItem
            key={view.id}
            icon={view === shown ? <Check /> : <Bookmark />}
            onClick={() => void navigate({ to: '.', search: view.params as typeof search })}
          >
            {view.name}
          </MenuItem>
        ))}
        {may('member') && !isUsual && <MenuSeparator />}
        {canSave && (
          <MenuItem icon={<Plus />} onClick={() => setIsSaving(true)}>
            {texts.save}
          </MenuItem>
        )}
        {may('member') && shown && (
          <MenuItem isDangerous icon={<Trash2 />} onClick={() => remove.mutate(shown.id)}>
            {texts.delete(shown.name)}
          </MenuItem>
        )}
      </Menu>
      <SaveViewDialog
        list={list}
        params={params}
        views={views}
        isOpen={isSaving}
        onClose={() => setIsSaving(false)}
      />
    </>
  )
}
