import { DraftDifference } from '../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../patterns/draft/draft-notices.tsx'
import { editor } from './editor.texts.ts'
import type { TemplateDraft } from './use-template-draft.ts'

const { conflict: texts } = editor

type TemplateNoticesProps = {
  draft: TemplateDraft
  /** The body of the draft; the server renders that of blocks. */
  body: string
}

export function TemplateNotices({ draft, body }: TemplateNoticesProps) {
  const { conflict } = draft
  return (
    <DraftNotices
      draft={draft}
      conflict={
        conflict && {
          text: texts.text(conflict.version),
          comparison: {
            title: texts.title,
            content: <DraftDifference label={texts.diff} theirs={conflict.body} mine={body} />,
          },
        }
      }
    />
  )
}
