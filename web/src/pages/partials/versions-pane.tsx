import { useQuery } from '@tanstack/react-query'
import { partialVersionListQuery, partialVersionQuery } from '../../api/content/partials.ts'
import { useProject } from '../../app/use-project.ts'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { OlderVersions, VersionDifference } from '../../patterns/versions/older-versions.tsx'
import { partialTexts } from './partials.texts.ts'
import type { PartialDraft } from './use-partial-draft.ts'

const { versions: texts } = partialTexts

type VersionsPaneProps = { draft: PartialDraft; isReadOnly: boolean }

export function VersionsPane(props: VersionsPaneProps) {
  const { api } = useProject()
  const list = useList(partialVersionListQuery(api, props.draft.base.id), 'versions')
  return (
    <OlderVersions texts={texts} list={list} draft={props.draft}>
      {(version) => <Comparison {...props} version={version} />}
    </OlderVersions>
  )
}

function Comparison({ draft, version, isReadOnly }: VersionsPaneProps & { version: number }) {
  const { api } = useProject()
  const { base, fields, change } = draft
  const { data, error } = useQuery(partialVersionQuery(api, base.id, version))
  if (error) return <ErrorNotice error={error} />
  if (!data) return null
  return (
    <VersionDifference
      texts={texts}
      version={version}
      before={data.body}
      after={fields.body}
      onRestore={isReadOnly ? undefined : () => change({ body: data.body })}
    />
  )
}
