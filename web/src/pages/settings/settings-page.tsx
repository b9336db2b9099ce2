import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageTabs } from '../../components/page-tabs.tsx'
import { Page } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { AccountTab } from './account-tab.tsx'
import { ArchiveTab } from './archive/archive-tab.tsx'
import { AuditTab } from './audit-tab.tsx'
import { BrandTab } from './brand/brand-tab.tsx'
import { ControlGroupTab } from './control-group/control-group-tab.tsx'
import { InstanceTab } from './instance-tab.tsx'
import { LimitsTab } from './limits/limits-tab.tsx'
import { OptInTab } from './opt-in/opt-in-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { ProjectTab } from './project-tab.tsx'
import { SETTINGS_TABS } from './settings-tabs.ts'
import { settings as texts } from './settings.texts.ts'
import { TopicsTab } from './topics/topics-tab.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/settings')

const CONTENTS: Record<(typeof SETTINGS_TABS)[number], ReactNode> = {
  project: <ProjectTab />,
  brand: <BrandTab />,
  topics: <TopicsTab />,
  limits: <LimitsTab />,
  'opt-in': <OptInTab />,
  archive: <ArchiveTab />,
  'control-group': <ControlGroupTab />,
  members: <MembersTab />,
  audit: <AuditTab />,
  account: <AccountTab />,
  instance: <InstanceTab />,
}

/** API paths of tabs; keys cannot access accounts. */
const API_PATHS: Partial<Record<(typeof SETTINGS_TABS)[number], string>> = {
  project: '/project',
  brand: '/project/brand',
  topics: '/topics',
  limits: '/project',
  'opt-in': '/project',
  archive: '/project',
  'control-group': '/project',
}

export function SettingsPage() {
  const { tab = 'project' } = route.useSearch()
  const setSearch = route.useNavigate()
  return (
    <Page
      title={texts.title}
      actions={API_PATHS[tab] && <ShowAsCurl calls={[{ name: curlTexts.names.get, path: API_PATHS[tab] }]} />}
    >
      <PageTabs
        label={texts.title}
        value={tab}
        values={SETTINGS_TABS}
        names={texts.tabs}
        contents={CONTENTS}
        onChange={(chosen) => void setSearch({ search: { tab: chosen } })}
      />
    </Page>
  )
}
