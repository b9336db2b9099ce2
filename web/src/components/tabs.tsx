import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type TabItem<T extends string> = { value: T; label: ReactNode; content: ReactNode }

type TabsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly TabItem<T>[]
  aside?: ReactNode
}

/** Only the selected panel is rendered. */
export function Tabs<T extends string>({ label, value, onChange, tabs, aside }: TabsProps<T>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen: T) => onChange(chosen)}
      className="flex min-h-0 grow flex-col"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-panel px-4">
        <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto">
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="-mb-px flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm font-medium whitespace-nowrap text-soft outline-offset-[-3px] transition-colors hover:text-text data-[active]:border-accent data-[active]:text-text"
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="flex min-h-0 grow flex-col">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
