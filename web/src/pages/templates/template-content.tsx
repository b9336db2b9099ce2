import type { CodePlace } from '../../components/code/code-editor.tsx'
import type { RenderedState } from '../../patterns/email-editor/use-rendered-draft.ts'
import { EmailContent } from '../../patterns/visual-editor/email-content.tsx'
import type { ContentView } from '../../patterns/visual-editor/email-content.tsx'
import type { VisualEditor } from '../../patterns/visual-editor/use-visual-editor.ts'
import type { TemplateDraft } from './use-template-draft.ts'

type TemplateContentProps = {
  draft: TemplateDraft
  editor: VisualEditor
  state: RenderedState
  view: ContentView
  onView: (view: ContentView) => void
  jump: CodePlace | undefined
  isReadOnly: boolean
  error: string | undefined
}

export function TemplateContent({ draft, state, ...props }: TemplateContentProps) {
  return (
    <EmailContent
      {...props}
      content={draft.fields}
      rendered={state.isStale ? undefined : state.rendered?.body}
      onChange={draft.change}
      problem={state.mark}
    />
  )
}
