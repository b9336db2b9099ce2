// Liquid in HTML or MJML, with CodeMirror. Tab leaves the field, so that the keyboard is not trapped.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import type { Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, Compartment, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { sharedExtensions } from './code-theme.ts'

export type CodePlace = { line: number; column: number }
export type CodeProblem = CodePlace & { message: string }

type CodeEditorProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Completions inside of {{ }}. */
  variables: readonly string[]
  problem?: CodeProblem | undefined
  /** Moves the cursor there; a new object moves it again. */
  jump?: CodePlace | undefined
  /** Put in place of the selection; a new object inserts again. */
  insertion?: { text: string } | undefined
  isReadOnly?: boolean
}

/** Marks changes that come from the `value` prop and not from typing. */
const isExternal = Annotation.define<boolean>()

const languageOf = (variables: readonly string[]) =>
  liquid({ base: html(), variables: variables.map((label) => ({ label, type: 'variable' })) })

function offsetOf({ doc }: EditorState, { line, column }: CodePlace): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
  return Math.min(to, from + Math.max(0, column - 1))
}

/** Chromium adds inline styles when typing replaces several lines, which the content security policy refuses and reports. */
const replaceSelectedLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to } = view.state.selection.main
    const isWithinLine = to <= view.state.doc.lineAt(from).to
    const isTyped = event.inputType === 'insertText' && !view.composing
    if (!isTyped || event.data === null || isWithinLine) return false
    event.preventDefault()
    view.dispatch({
      ...view.state.replaceSelection(event.data),
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    return true
  },
})

const extensionsOf = (label: string, isReadOnly: boolean) => [
  lineNumbers(),
  foldGutter(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  drawSelection(),
  history(),
  replaceSelectedLines,
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightSelectionMatches(),
  search({ top: true }),
  lintGutter(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
  ]),
  EditorState.readOnly.of(isReadOnly),
  // axe does not know that an editable element can have the focus.
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  sharedExtensions,
]

export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, variables, problem, jump, insertion, isReadOnly = false } = props
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const language = useRef(new Compartment())
  const latest = useRef({ value, onChange, variables })
  useEffect(() => {
    latest.current = { value, onChange, variables }
  })
  useEffect(() => {
    if (!parent.current) return
    const editor = new EditorView({
      parent: parent.current,
      doc: latest.current.value,
      extensions: [
        extensionsOf(label, isReadOnly),
        language.current.of(languageOf(latest.current.variables)),
        EditorView.updateListener.of((update) => {
          const isTyped = update.transactions.some((one) => one.docChanged && !one.annotation(isExternal))
          if (isTyped) latest.current.onChange(update.state.doc.toString())
        }),
      ],
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, isReadOnly])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(variables)) })
  }, [variables])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: isExternal.of(true),
    })
  }, [value])
  useEffect(() => {
    const editor = view.current
    editor?.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor, problem)))
  }, [problem])
  useEffect(() => {
    if (!jump || !view.current) return
    view.current.dispatch({ selection: { anchor: offsetOf(view.current.state, jump) }, scrollIntoView: true })
    view.current.focus()
  }, [jump])
  useEffect(() => {
    const editor = view.current
    if (!insertion || !editor || editor.state.readOnly) return
    editor.dispatch({
      ...editor.state.replaceSelection(insertion.text),
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
    editor.focus()
  }, [insertion])
  return <div ref={parent} className="h-full min-h-0 overflow-hidden" />
}

function diagnosticsOf({ state }: EditorView, problem: CodeProblem | undefined): Diagnostic[] {
  if (!problem) return []
  const from = offsetOf(state, problem)
  return [{ from, to: Math.min(state.doc.length, from + 1), severity: 'error', message: problem.message }]
}
