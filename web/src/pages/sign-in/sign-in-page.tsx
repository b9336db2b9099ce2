import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { dashboardPageOf } from '../../../../src/platform/schemas/dashboard-page.schema.ts'
import { AuthCard } from '../../patterns/auth-card.tsx'
import { ProviderButton } from '../../app/sign-in/provider-button.tsx'
import { SignInForm } from '../../app/sign-in/sign-in-form.tsx'
import { providerRefusals, signInTexts as texts } from '../../app/sign-in/sign-in.texts.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next = '/app', error = '' } = route.useSearch()
  // Prevents open redirects.
  const page = dashboardPageOf(next) ?? '/app'
  const providerError = Object.hasOwn(providerRefusals, error) ? providerRefusals[error] : undefined
  const router = useRouter()
  const queryClient = useQueryClient()
  const openPage = () => {
    queryClient.clear()
    router.history.push(page)
  }
  return (
    <AuthCard title={texts.title} heading={texts.welcome}>
      {providerError !== undefined && (
        <p role="alert" className="mb-4 text-sm font-medium text-bad">
          {providerError}
        </p>
      )}
      <ProviderButton next={page} />
      <SignInForm onSignedIn={openPage} />
      <div className="mt-5 flex flex-col gap-2 border-t border-line pt-4 text-xs text-soft">
        <p>{texts.noAccount}</p>
        <p>
          {texts.lost} <code className="font-mono break-words text-text">{texts.lostCommand}</code>
        </p>
      </div>
    </AuthCard>
  )
}
