import { useQuery } from '@tanstack/react-query'
import { Moon } from 'lucide-react'
import { useState } from 'react'
import { FormCreate } from '../../../../../src/features/forms/forms.schema.ts'
import { formPreviewQuery } from '../../../api/audience/forms.ts'
import type { FormBody } from '../../../api/audience/forms.ts'
import { useProject } from '../../../app/use-project.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { HtmlPreview } from '../../../components/html-preview.tsx'
import { ErrorNotice } from '../../../components/notices/error-notice.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { Card } from '../../../components/page.tsx'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import { editorTexts } from '../forms.texts.ts'
import { bodyOf, NEW_FORM } from './form-draft.ts'
import type { FormDraft } from './form-draft.ts'

const { preview: texts } = editorTexts

// As that of emails: short enough to feel live, and long enough to skip most letters.
const PAUSE_MS = 150

/** The page as the server makes it. */
export function FormPreview({ draft }: { draft: FormDraft }) {
  const { api } = useProject()
  const [isDark, setIsDark] = useState(false)
  const { form, isUnfinished } = useFinished(draft)
  const debounced = useDebounced(form, PAUSE_MS)
  const { data, error, refetch } = useQuery(formPreviewQuery(api, JSON.parse(debounced) as FormBody))
  return (
    <Card
      title={texts.title}
      actions={
        <IconButton label={texts.dark} aria-pressed={isDark} onClick={() => setIsDark(!isDark)}>
          <Moon />
        </IconButton>
      }
    >
      <p role="status" className="text-xs text-soft not-empty:pb-2">
        {isUnfinished ? texts.unfinished : ''}
      </p>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full rounded-xl" />}
      {data && (
        <HtmlPreview
          title={texts.frame}
          html={inFrame(data.html, isDark)}
          width="desktop"
          areImagesAllowed={false}
        />
      )}
    </Card>
  )
}

const previewBody = (draft: FormDraft) => ({ ...bodyOf(draft), name: texts.name })

/** The last version that the server would accept, as JSON, because the object is a new one every time. */
function useFinished(draft: FormDraft) {
  const body = previewBody(draft)
  const isFinished = FormCreate.safeParse(body).success
  const text = JSON.stringify(body)
  const [form, setForm] = useState(() => (isFinished ? text : JSON.stringify(previewBody(NEW_FORM))))
  if (isFinished && text !== form) setForm(text)
  return { form, isUnfinished: !isFinished }
}

/**
 * The page is as high as the window; the frame is as high as its page, so that it would never shrink. The colours are chosen here,
 * not by the system.
 */
const inFrame = (html: string, isDark: boolean): string =>
  html
    .replace('</head>', '<style>body { min-height: 0 }</style></head>')
    .replace('color-scheme: light dark', `color-scheme: ${isDark ? 'dark' : 'light'}`)
    .replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
