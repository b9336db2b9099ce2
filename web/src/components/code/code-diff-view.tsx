import { html } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { sharedExtensions } from './code-theme.ts'

// Lines shown around a change, and the shortest run of unchanged lines that is hidden.
const CONTEXT = { margin: 3, minSize: 6 }

export type CodeDiffProps = { label: string; before: string; after: string }

export function CodeDiffView({ label, before, after }: CodeDiffProps) {
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!parent.current) return
    const view = new EditorView({
      parent: parent.current,
      doc: after,
      extensions: [
        lineNumbers(),
        liquid({ base: html() }),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: CONTEXT }),
        sharedExtensions,
      ],
    })
    return () => view.destroy()
  }, [label, before, after])
  return <div ref={parent} className="h-full min-h-0 overflow-hidden" />
}
