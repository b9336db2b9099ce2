import type { CodePlace } from '../../components/code/code-editor.tsx'
import { loadable } from '../../components/loadable.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { BodyEditor } from '../../patterns/email-editor/body-editor.tsx'
import type { RenderedState } from '../../patterns/email-editor/use-rendered-draft.ts'
import { useVariables } from '../../patterns/email-editor/use-variables.ts'
import type { TemplateDraft } from './use-template-draft.ts'

// Code needs one large editor, blocks another: who writes the one does not load the other.
const BlockEditor = loadable(async () => (await import('./blocks/block-editor.tsx')).BlockEditor)

type TemplateContentProps = {
  draft: TemplateDraft
  /** Of the draft; that of blocks is made by the server. */
  body: string
  state: RenderedState
  jump: CodePlace | undefined
  isReadOnly: boolean
  error: string | undefined
}

/** What a template says, as blocks or as code. */
export function TemplateContent({ draft, body, state, jump, isReadOnly, error }: TemplateContentProps) {
  const variables = useVariables()
  if (draft.fields.blocks !== '') {
    return (
      <BlockEditor
        value={draft.fields.blocks}
        isReadOnly={isReadOnly}
        variables={variables}
        error={error}
        onChange={(blocks) => draft.change({ blocks })}
        // What cannot be rendered has no code yet.
        onCode={state.isStale ? undefined : () => draft.change({ blocks: '', body })}
        fallback={<RowSkeletons />}
      />
    )
  }
  return (
    <BodyEditor
      value={draft.fields.body}
      onChange={(changed) => draft.change({ body: changed })}
      problem={state.mark}
      jump={jump}
      isReadOnly={isReadOnly}
    />
  )
}
