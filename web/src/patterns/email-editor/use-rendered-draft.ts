// Renders the draft on the server after a pause in typing, and lists its problems.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { renderedDraftQuery } from '../../api/content/templates.ts'
import type { Draft, RenderedDraft } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import type { CodeProblem } from '../../components/code/code-editor.tsx'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { emailEditor as texts } from './email-editor.texts.ts'
import type { PreviewValues } from './preview-values.ts'

// Short enough to feel live, as the server answers within some 30 ms, and long enough to skip most letters.
const PAUSE_MS = 150

export type Problem = {
  key: string
  level: 'error' | 'warning' | 'info'
  message: string
  /** How to fix it. */
  advice?: string
  /** Position in the body. */
  place?: CodeProblem
  /** A field that needs a fallback. */
  field?: string
}

export type RenderedState = {
  /** The last draft that could be rendered. */
  rendered: RenderedDraft | undefined
  isStale: boolean
  problems: Problem[]
  mark: CodeProblem | undefined
}

type DraftContent = Pick<Draft, 'subject' | 'body' | 'blocks' | 'previewText' | 'text' | 'type'>

/** `queryOf`: how the draft is rendered, for content that is not an email of its own. */
export function useRenderedDraft(
  content: DraftContent,
  { values, kind }: Pick<PreviewValues, 'values' | 'kind'>,
  queryOf = renderedDraftQuery,
): RenderedState {
  const { api } = useProject()
  const draft = { ...content, ...values }
  // Compared as JSON, because the object is a new one every time.
  const debounced = useDebounced(JSON.stringify(draft), PAUSE_MS)
  const { data, error, isPlaceholderData } = useQuery(queryOf(api, JSON.parse(debounced) as typeof draft))
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const problems = error ? problemsOf(error) : hintsOf(data, kind !== 'empty')
  const [mark, setMark] = useState<CodeProblem>()
  const found = problems[0]?.place
  // Keeps the object of an unchanged problem, so that the editor does not redraw the mark with every letter.
  if (JSON.stringify(found) !== JSON.stringify(mark)) setMark(found)
  return { rendered: data ?? last, isStale: isPlaceholderData || error !== null, problems, mark }
}

const BLOCK = /^blocks\.blocks\.(\d+)/

/** Names a block by its position, as the editor does. */
const nameOf = (field: string): string => {
  const [, index] = BLOCK.exec(field) ?? []
  return index === undefined ? field : texts.problems.block(Number(index) + 1)
}

const PLACE = /^body, line (\d+), column (\d+): /

function problemsOf(error: Error): Problem[] {
  if (error instanceof ApiError && error.fields.length > 0) {
    return error.fields.map(({ field, message }) => ({
      key: `${field} ${message}`,
      level: 'error',
      message: `${nameOf(field)}: ${message}`,
    }))
  }
  const [prefix, line, column] = PLACE.exec(error.message) ?? []
  const place = prefix !== undefined && {
    place: { line: Number(line), column: Number(column), message: error.message.slice(prefix.length) },
  }
  return [{ key: error.message, level: 'error', message: error.message, ...place }]
}

/** Missing values are only reported if the preview has values. */
function hintsOf(data: RenderedDraft | undefined, hasValues: boolean): Problem[] {
  if (!data) return []
  const missing =
    hasValues && data.missing.length > 0 ? texts.problems.missing(data.missing.join(', ')) : undefined
  return [
    ...data.checks.map(({ code, level, message }) => ({ key: code, level, message })),
    ...(missing === undefined ? [] : [{ key: 'missing', level: 'info' as const, message: missing }]),
  ].toSorted((a, b) => RANK[a.level] - RANK[b.level])
}

const RANK = { error: 0, warning: 1, info: 2 }
