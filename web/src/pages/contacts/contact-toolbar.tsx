import { getRouteApi } from '@tanstack/react-router'
import { Columns3, Filter } from 'lucide-react'
import { Button } from '../../components/forms/button.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { Menu, MenuCheckboxItem, MenuLabel } from '../../components/overlays/menu.tsx'
import { Toolbar } from '../../components/page.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { contacts as texts } from './contacts.texts.ts'
import type { ChosenKeys } from './use-chosen-keys.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts')

const SUBSCRIPTIONS = ['true', 'false'] as const

type ContactToolbarProps = { chosen: ChosenKeys; isFilterOpen: boolean; onFilter: (isOpen: boolean) => void }

/** Who is shown, and with which columns. */
export function ContactToolbar({ chosen, isFilterOpen, onFilter }: ContactToolbarProps) {
  const { q, subscribed } = route.useSearch()
  const setSearch = route.useNavigate()
  return (
    <Toolbar>
      <SearchField
        label={texts.search}
        value={q ?? ''}
        onChange={(text) =>
          void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
        }
      />
      <FilterSelect
        label={texts.subscription}
        value={subscribed}
        values={SUBSCRIPTIONS}
        names={texts.subscriptions}
        onChange={(value) => void setSearch({ search: (old) => ({ ...old, subscribed: value }) })}
      />
      <Button icon={<Filter />} aria-pressed={isFilterOpen} onClick={() => onFilter(!isFilterOpen)}>
        {texts.filter.button}
      </Button>
      {chosen.all.length > 0 && <ColumnsMenu chosen={chosen} />}
    </Toolbar>
  )
}

function ColumnsMenu({ chosen: { keys, all, choose } }: { chosen: ChosenKeys }) {
  return (
    <Menu trigger={<Button icon={<Columns3 />}>{texts.columnsMenu}</Button>}>
      <MenuLabel>{texts.columnsOfData}</MenuLabel>
      {all.map((key) => (
        <MenuCheckboxItem
          key={key}
          isChecked={keys.includes(key)}
          onChange={(isOn) => choose(isOn ? [...keys, key] : keys.filter((one) => one !== key))}
        >
          {key}
        </MenuCheckboxItem>
      ))}
    </Menu>
  )
}
