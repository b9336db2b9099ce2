import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery, startProviderSignIn, signInMethodsQuery } from '../../api/accounts/account.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { signInTexts as texts } from './sign-in.texts.ts'

/** Opens the server's OpenID Connect provider; renders nothing without one. */
export function ProviderButton({ next }: { next?: string }) {
  const name = useProviderName()
  const start = useMutation({
    mutationFn: startProviderSignIn,
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (name === undefined) return null
  return (
    <div className="mb-4 flex flex-col gap-4">
      {start.isError && <ErrorNotice error={start.error} />}
      <Button isBusy={start.isPending} onClick={() => start.mutate(next)}>
        {texts.withProvider(name)}
      </Button>
      <Or />
    </div>
  )
}

/** Keeps a page with unsaved work: the provider opens in another tab, and this one checks for a session when it gets the focus. */
export function ProviderTabLink({ onSignedIn }: { onSignedIn: () => void }) {
  const name = useProviderName()
  const { refetch } = useQuery({ ...accountQuery, enabled: false })
  useEffect(() => {
    if (name === undefined) return undefined
    const check = () => void refetch().then(({ isSuccess }) => isSuccess && onSignedIn())
    window.addEventListener('focus', check)
    return () => window.removeEventListener('focus', check)
  }, [name, refetch, onSignedIn])
  if (name === undefined) return null
  return (
    <div className="mb-4 flex flex-col gap-4">
      <a className={buttonClass()} href="/sign-in" target="_blank" rel="noreferrer">
        {texts.inAnotherTab(name)}
      </a>
      <Or />
    </div>
  )
}

const useProviderName = (): string | undefined => useQuery(signInMethodsQuery).data?.oidc?.name

const Or = () => <p className="text-center text-xs text-soft">{texts.or}</p>
