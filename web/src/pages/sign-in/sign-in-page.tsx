import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { dashboardPageOf } from '../../../../src/platform/schemas/dashboard-page.schema.ts'
import { signInMethodsQuery } from '../../api/accounts/account.ts'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { ProviderButton } from '../../app/sign-in/provider-button.tsx'
import { SignInForm } from '../../app/sign-in/sign-in-form.tsx'
import { providerRefusals, signInTexts as texts } from '../../app/sign-in/sign-in.texts.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next = '/app', error = '', notice } = route.useSearch()
  // Prevents open redirects.
  const page = dashboardPageOf(next) ?? '/app'
  const providerError = Object.hasOwn(providerRefusals, error) ? providerRefusals[error] : undefined
  const router = useRouter()
  const queryClient = useQueryClient()
  const openPage = () => {
    queryClient.clear()
    router.history.push(page)
  }
  const { data: methods } = useQuery(signInMethodsQuery)
  if (methods?.hasAccounts === false) return <NotSetUp />
  return (
    <AuthCard title={texts.title} heading={texts.welcome}>
      {providerError !== undefined && (
        <p role="alert" className="mb-4 text-sm font-medium text-bad">
          {providerError}
        </p>
      )}
      {notice !== undefined && (
        <p role="status" className="mb-4 text-sm font-medium text-good">
          {texts.changed}
        </p>
      )}
      <ProviderButton next={page} />
      <SignInForm onSignedIn={openPage} />
      <div className="mt-5 flex flex-col gap-2 border-t border-line pt-4 text-xs text-soft">
        <p>
          <Link to="/forgot-password" className="font-medium text-accent-text hover:underline">
            {texts.forgot}
          </Link>
        </p>
        <p>{texts.noAccount}</p>
      </div>
    </AuthCard>
  )
}

/** The link itself is for whoever can read the output of the server. */
function NotSetUp() {
  const { title, text, terminal, log, again } = texts.notSetUp
  return (
    <AuthCard title={title} heading={title} text={text}>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm text-soft">
        <li>{terminal}</li>
        <li>{log}</li>
        <li>{again}</li>
      </ul>
    </AuthCard>
  )
}
