import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { templateListQuery } from '../../api/content/templates.ts'
import { segmentNamesQuery } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import type { Names } from './model/step-labels.ts'

/** Names of templates (by id and alias) and segments, for labels. */
export function useNames(): Names {
  const { api } = useProject()
  const { data: templates } = useInfiniteQuery(templateListQuery(api))
  const { data: segments } = useQuery(segmentNamesQuery(api))
  return useMemo(() => {
    const all = templates?.pages.flatMap((page) => page.templates) ?? []
    return {
      templates: new Map(
        all.flatMap(
          ({ id, alias, name }) => [[id, name], ...(alias === null ? [] : [[alias, name] as const])] as const,
        ),
      ),
      emails: new Map(
        all.flatMap(({ id, alias, version, subject }) => {
          const email = { id, version, subject }
          return [[id, email] as const, ...(alias === null ? [] : [[alias, email] as const])]
        }),
      ),
      segments: new Map(segments?.map(({ id, name }) => [id, name] as const)),
    }
  }, [templates, segments])
}
