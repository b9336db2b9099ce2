import type { CodePlace } from '../../components/code/code-editor.tsx'
import { loadable } from '../../components/loadable.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { BodyEditor } from '../../patterns/email-editor/body-editor.tsx'
import type { RenderedState } from '../../patterns/email-editor/use-rendered-draft.ts'
import { useVariables } from '../../patterns/email-editor/use-variables.ts'
import type { TemplateDraft } from './use-template-draft.ts'

// Both editors are large, so only the one in use is loaded.
const BlockEditor = loadable(async () => (await import('./blocks/block-editor.tsx')).BlockEditor)

type TemplateContentProps = {
  draft: TemplateDraft
  /** The body of the draft; the server renders that of blocks. */
  body: string
  state: RenderedState
  jump: CodePlace | undefined
  isReadOnly: boolean
  error: string | undefined
}

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
        // Blocks that cannot be rendered have no code yet.
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
