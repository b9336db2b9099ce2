import type { ReactNode } from 'react'
import { useProject } from '../../app/use-project.ts'
import { CodeSnippet } from '../../components/code/code-snippet.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { curlTexts } from '../curl/curl.texts.ts'
import { curlOf } from '../curl/curl.ts'

type EmptyWithCallProps = {
  icon: ReactNode
  texts: { title: string; text: string }
  path: string
  body: unknown
}

/** An empty list, with the API call that fills it. */
export function EmptyWithCall({ icon, texts, path, body }: EmptyWithCallProps) {
  const { account } = useProject()
  const code = curlOf(account, path, { method: 'POST', body, key: curlTexts.yourKey })
  return (
    <div className="overflow-y-auto">
      <EmptyState icon={icon} texts={texts} action={<CodeSnippet samples={[{ name: 'curl', code }]} />} />
    </div>
  )
}
