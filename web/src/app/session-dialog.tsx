// Shown over the page when the session has ended. The page behind it stays as it is, and refused requests are repeated after
// signing in (api/client/client.ts).
import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useObservable } from '../api/client/observable.ts'
import { expiredSession, session } from '../api/accounts/session.ts'
import { Dialog } from '../components/overlays/dialog.tsx'
import { app as texts } from './app.texts.ts'

const SignInForm = lazy(async () => ({
  default: (await import('./sign-in/sign-in-form.tsx')).SignInForm,
}))
const ProviderTabLink = lazy(async () => ({
  default: (await import('./sign-in/provider-button.tsx')).ProviderTabLink,
}))

const renew = () => session.renew()

export function SessionDialog({ email }: { email: string }) {
  const isExpired = useObservable(expiredSession) !== undefined
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const leave = () => {
    session.abandon()
    queryClient.clear()
    void navigate({ to: '/sign-in' })
  }
  return (
    <Dialog
      title={texts.expired.title}
      description={texts.expired.text}
      isOpen={isExpired}
      isDismissable={false}
      onClose={() => undefined}
    >
      <Suspense>
        <ProviderTabLink onSignedIn={renew} />
        <SignInForm email={email} onSignedIn={renew} onLeave={leave} />
      </Suspense>
    </Dialog>
  )
}
