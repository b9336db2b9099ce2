import { Columns3, Filter } from 'lucide-react'
import { Button } from '../../components/forms/button.tsx'
import { Menu, MenuCheckboxItem, MenuLabel } from '../../components/overlays/menu.tsx'
import { ListFilter, ListSearch } from '../../patterns/list/list-filters.tsx'
import { contacts as texts } from './contacts.texts.ts'
import type { ChosenKeys } from './use-chosen-keys.ts'

type ContactToolbarProps = { chosen: ChosenKeys; isFilterOpen: boolean; onFilter: (isOpen: boolean) => void }

export function ContactToolbar({ chosen, isFilterOpen, onFilter }: ContactToolbarProps) {
  return (
    <>
      <ListSearch label={texts.search} />
      <ListFilter label={texts.subscription} param="subscribed" names={texts.subscriptions} />
      <Button icon={<Filter />} aria-pressed={isFilterOpen} onClick={() => onFilter(!isFilterOpen)}>
        {texts.filter.button}
      </Button>
      {chosen.all.length > 0 && <ColumnsMenu chosen={chosen} />}
    </>
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
