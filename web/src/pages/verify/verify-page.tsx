import { getRouteApi } from '@tanstack/react-router'
import { PageTabs } from '../../components/page-tabs.tsx'
import { Page } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { VerifyMany } from './verify-many.tsx'
import { VerifyOne } from './verify-one.tsx'
import { VERIFY_TABS } from './verify-tabs.ts'
import { verify as texts } from './verify.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/verify')

const CONTENTS = { one: <VerifyOne />, many: <VerifyMany /> }

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
      <PageTabs
        label={texts.title}
        value={tab}
        values={VERIFY_TABS}
        names={texts.tabs}
        contents={CONTENTS}
        notice={<RoleNotice needs="member" />}
        onChange={(chosen) => void setSearch({ search: { tab: chosen } })}
      />
    </Page>
  )
}
