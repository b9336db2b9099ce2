import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { snippetQuery } from '../../api/audience/forms.ts'
import type { Form } from '../../api/audience/forms.ts'
import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { Copyable } from '../../components/copy-button.tsx'
import { buttonClass } from '../../components/forms/button.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card } from '../../components/page.tsx'
import { shareTexts as texts } from './forms.texts.ts'

export function ShareTab({ form }: { form: Form }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(snippetQuery(api, form.id))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  return (
    <>
      <Card title={texts.page}>
        <p className="max-w-2xl text-sm text-soft">{texts.pageText}</p>
        {!form.enabled && <p className="pt-2 text-sm font-medium text-warn">{texts.off}</p>}
        <div className="flex flex-wrap items-center gap-3 pt-3">
          <Copyable text={data.url} label={texts.copyUrl} />
          <a href={data.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink aria-hidden />
            {texts.open}
          </a>
        </div>
      </Card>
      <Card title={texts.html}>
        <p className="max-w-2xl text-sm text-soft">{texts.htmlText}</p>
        <Origins of={form} />
        <CodeSnippet samples={[{ name: texts.sample, code: data.html }]} />
      </Card>
    </>
  )
}

function Origins({ of: { allowedOrigins } }: { of: Form }) {
  if (allowedOrigins.length === 0) {
    return <p className="py-3 text-sm font-medium text-warn">{texts.noOrigins}</p>
  }
  return <p className="py-3 text-sm break-words">{texts.origins(allowedOrigins.join(', '))}</p>
}
