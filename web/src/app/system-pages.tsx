import { Link, useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Compass, Unplug } from 'lucide-react'
import { useState } from 'react'
import { ApiError, OfflineError } from '../api/client/api-error.ts'
import { Button, buttonClass } from '../components/forms/button.tsx'
import { EmptyState } from '../components/notices/empty-state.tsx'
import { ErrorNotice } from '../components/notices/error-notice.tsx'
import { useTitle } from '../components/page.tsx'
import { app as texts } from './app.texts.ts'
import { NewProjectDialog } from './new-project.ts'

export function NotFoundPage() {
  useTitle(texts.notFound.title)
  return (
    <div className="flex min-h-full items-center">
      <EmptyState
        isPage
        icon={<Compass />}
        texts={texts.notFound}
        buttons={
          <Link to="/app" className={buttonClass()}>
            {texts.notFound.back}
          </Link>
        }
      />
    </div>
  )
}

/** Shown when a page throws: an error of the API, or a bug in the dashboard. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  if (error instanceof ApiError || error instanceof OfflineError) {
    return (
      <div className="flex min-h-full items-center p-6">
        <ErrorNotice error={error} onRetry={retry} />
      </div>
    )
  }
  return (
    <div className="flex min-h-full items-center">
      <EmptyState
        isPage
        icon={<Unplug />}
        texts={texts.crashed}
        action={
          <div className="flex flex-col items-center gap-4">
            <Button look="primary" onClick={() => location.reload()}>
              {texts.crashed.reload}
            </Button>
            <details className="w-full text-xs text-soft">
              <summary>{texts.crashed.details}</summary>
              <pre className="mt-2 overflow-auto rounded-lg bg-sunken p-3 whitespace-pre-wrap">
                {error instanceof Error ? error.stack : String(error)}
              </pre>
            </details>
          </div>
        }
      />
    </div>
  )
}

/** `isOperator`: the person may create one. */
export function NoProjectPage({ isOperator }: { isOperator: boolean }) {
  useTitle(texts.noProject.title)
  const [isCreating, setIsCreating] = useState(false)
  const { title, text, owner } = texts.noProject
  return (
    <main className="flex min-h-dvh items-center">
      <EmptyState
        isPage
        icon={<Compass />}
        texts={{ title, text: isOperator ? owner : text }}
        buttons={
          isOperator && (
            <Button look="primary" onClick={() => setIsCreating(true)}>
              {texts.newProject}
            </Button>
          )
        }
      />
      {isCreating && <NewProjectDialog onClose={() => setIsCreating(false)} />}
    </main>
  )
}
