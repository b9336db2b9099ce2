import { CircleAlert } from 'lucide-react'
import { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../forms/button.tsx'
import { components as texts } from '../components.texts.ts'
import { Copyable } from '../copy-button.tsx'

export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = error instanceof Error ? error.message : String(error)
  const { suggestion, requestId } = error instanceof ApiError ? error : {}
  return (
    <div
      role="alert"
      className="mx-auto flex w-full max-w-xl gap-3 rounded-xl border border-line bg-panel p-4 text-sm"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium">{message}</p>
        {suggestion !== undefined && <p className="mt-1 text-soft">{suggestion}</p>}
        {requestId !== undefined && (
          <p className="mt-1 flex items-center gap-2 text-xs text-soft">
            {texts.requestId}
            <Copyable text={requestId} label={texts.copyRequestId} />
          </p>
        )}
        {onRetry && (
          <div className="mt-3">
            <Button size="small" onClick={onRetry}>
              {texts.tryAgain}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
