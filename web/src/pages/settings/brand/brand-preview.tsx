// An email with the brand kit as it is typed, rendered by the server.
import { useQuery } from '@tanstack/react-query'
import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { renderedDraftQuery } from '../../../api/content/templates.ts'
import type { Draft } from '../../../api/content/templates.ts'
import { useProject } from '../../../app/use-project.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { Skeleton } from '../../../components/notices/skeleton.tsx'
import { useDebounced } from '../../../hooks/use-debounced.ts'
import { EmailFrame, useRemoteImages } from '../../../patterns/email/email-frame.tsx'
import { previewOf } from './brand-draft.ts'
import type { BrandDraft } from './brand-draft.ts'
import { brandTexts as texts } from './brand.texts.ts'

// As in the editor of emails.
const PAUSE_MS = 150

export function BrandPreview({ draft, isValid }: { draft: BrandDraft; isValid: boolean }) {
  const { api } = useProject()
  const [isDark, setIsDark] = useState(false)
  const images = useRemoteImages()
  const [shown, setShown] = useState(() => JSON.stringify(previewOf(draft)))
  const typed = JSON.stringify(previewOf(draft))
  // While a field is invalid, the email stays as it was.
  if (isValid && typed !== shown) setShown(typed)
  const blocks = JSON.parse(useDebounced(shown, PAUSE_MS)) as Draft['blocks']
  const { data } = useQuery(renderedDraftQuery(api, { subject: texts.sample.subject, blocks }))
  return (
    <section
      aria-label={texts.preview}
      className="overflow-hidden rounded-xl border border-line bg-panel shadow-raised lg:sticky lg:top-4"
    >
      <header className="flex items-center gap-1 border-b border-line px-4 py-2">
        <h2 className="grow text-sm font-medium">{texts.preview}</h2>
        {images.button}
        <IconButton
          label={isDark ? texts.light : texts.dark}
          aria-pressed={isDark}
          onClick={() => setIsDark(!isDark)}
        >
          {isDark ? <Sun /> : <Moon />}
        </IconButton>
      </header>
      <div className="bg-ground p-4">
        {data ? (
          <EmailFrame
            title={texts.preview}
            html={data.html}
            width="desktop"
            areImagesAllowed={images.areImagesAllowed}
            isDark={isDark}
          />
        ) : (
          <Skeleton className="h-96 rounded-xl" />
        )}
      </div>
    </section>
  )
}
