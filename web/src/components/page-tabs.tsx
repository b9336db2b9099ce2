import type { ReactNode } from 'react'
import { PageBody } from './page.tsx'
import { Tabs } from './tabs.tsx'

type PageTabsProps<T extends string> = {
  label: string
  value: T
  values: readonly T[]
  names: Readonly<Record<T, string>>
  contents: Readonly<Record<T, ReactNode>>
  /** Above the content of each tab. */
  notice?: ReactNode
  onChange: (value: T) => void
}

export function PageTabs<T extends string>(props: PageTabsProps<T>) {
  const { label, value, values, names, contents, notice, onChange } = props
  return (
    <div className="flex min-h-0 grow flex-col bg-panel">
      <Tabs
        label={label}
        value={value}
        onChange={onChange}
        tabs={values.map((tab) => ({
          value: tab,
          label: names[tab],
          content: (
            <div className="flex min-h-0 grow flex-col bg-ground">
              <PageBody>
                {notice}
                {contents[tab]}
              </PageBody>
            </div>
          ),
        }))}
      />
    </div>
  )
}
