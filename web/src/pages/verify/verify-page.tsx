import { getRouteApi } from '@tanstack/react-router'
import { Page, PageBody } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { curlTexts } from '../../patterns/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role-notice.tsx'
import { VerifyMany } from './verify-many.tsx'
import { VerifyOne } from './verify-one.tsx'
import { VERIFY_TABS } from './verify-tabs.ts'
import { verify as texts } from './verify.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/verify')

const CONTENTS = { one: VerifyOne, many: VerifyMany }

export function VerifyPage() {
  const { tab = 'one' } = route.useSearch()
  const setSearch = route.useNavigate()
  return (
    <Page
      title={texts.title}
      subtitle={texts.text}
      actions={
        <ShowAsCurl
          calls={[
            {
              name: curlTexts.names.verify,
              path: '/v1/verify',
              method: 'POST',
              body: { email: 'ada@example.com' },
            },
          ]}
        />
      }
    >
      <div className="flex min-h-0 grow flex-col bg-panel">
        <Tabs
          label={texts.title}
          value={tab}
          onChange={(chosen) => void setSearch({ search: { tab: chosen } })}
          tabs={VERIFY_TABS.map((value) => {
            const Content = CONTENTS[value]
            return {
              value,
              label: texts.tabs[value],
              content: (
                <div className="flex min-h-0 grow flex-col bg-ground">
                  <PageBody>
                    <RoleNotice needs="member" />
                    <Content />
                  </PageBody>
                </div>
              ),
            }
          })}
        />
      </div>
    </Page>
  )
}
