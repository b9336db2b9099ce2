import { useQuery } from '@tanstack/react-query'
import { versionListQuery, versionQuery } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { OlderVersions, VersionDifference } from '../../patterns/versions/older-versions.tsx'
import { editor } from './editor.texts.ts'
import { fieldsOf } from './template-fields.ts'
import type { TemplateDraft } from './use-template-draft.ts'

const { versions: texts } = editor

type VersionsPaneProps = {
  draft: TemplateDraft
  /** The body of the draft; the server renders that of blocks. */
  body: string
  isReadOnly: boolean
}

export function VersionsPane(props: VersionsPaneProps) {
  const { api } = useProject()
  const list = useList(versionListQuery(api, props.draft.base.id), 'versions')
  return (
    <OlderVersions texts={texts} list={list} draft={props.draft}>
      {(version) => <Comparison {...props} version={version} />}
    </OlderVersions>
  )
}

function Comparison({ draft, body, version, isReadOnly }: VersionsPaneProps & { version: number }) {
  const { api } = useProject()
  const { base, fields, change } = draft
  const { data, error } = useQuery(versionQuery(api, base.id, version))
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  const restore = () => change(fieldsOf({ ...data, alias: fields.alias || null }))
  return (
    <>
      {data.subject !== fields.subject && (
        <p className="border-b border-line px-4 py-2 text-sm">
          <span className="text-soft">{texts.subjectWas}: </span>
          {data.subject}
        </p>
      )}
      <VersionDifference
        texts={texts}
        version={version}
        before={data.body}
        after={body}
        onRestore={isReadOnly ? undefined : restore}
      />
    </>
  )
}
