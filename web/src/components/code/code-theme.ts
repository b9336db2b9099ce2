// The theme of CodeMirror, in the colours of the page, so that it follows light and dark.
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { nonce } from '../nonce.ts'

/** Maps CodeMirror's default colours, which need a white background, to ours. */
const COLORS: Record<string, string> = {
  '#404740': 'var(--color-soft)',
  '#708': 'var(--color-bad)',
  '#219': 'var(--color-accent-text)',
  '#164': 'var(--color-info)',
  '#a11': 'var(--color-good)',
  '#e40': 'var(--color-warn)',
  '#00f': 'var(--color-info)',
  '#30a': 'var(--color-info)',
  '#085': 'var(--color-accent-text)',
  '#167': 'var(--color-accent-text)',
  '#256': 'var(--color-info)',
  '#00c': 'var(--color-info)',
  '#940': 'var(--color-faint)',
  '#f00': 'var(--color-bad)',
}

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) =>
    typeof spec['color'] === 'string' ? { ...spec, color: COLORS[spec['color']] ?? 'inherit' } : spec,
  ),
)

const theme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--color-panel)',
    color: 'var(--color-text)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, monospace",
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-gutters': { backgroundColor: 'var(--color-panel)', color: 'var(--color-faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--color-hover)', color: 'var(--color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--color-accent-soft) !important',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--color-accent-soft)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-soft)',
    border: 'none',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--color-panel)',
    color: 'var(--color-text)',
    borderColor: 'var(--color-line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-accent-text)',
  },
  '.cm-panel input, .cm-panel button': {
    backgroundColor: 'var(--color-panel)',
    backgroundImage: 'none',
    color: 'var(--color-text)',
    border: '1px solid var(--color-edge)',
    borderRadius: '6px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--color-warn-soft)' },
  '.cm-changedLine': { backgroundColor: 'var(--color-good-soft) !important' },
  '.cm-changedText': { background: 'none !important', textDecoration: 'underline' },
  '.cm-deletedChunk': { backgroundColor: 'var(--color-bad-soft) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none !important', textDecoration: 'underline' },
  '.cm-collapsedLines': {
    background: 'var(--color-sunken)',
    color: 'var(--color-soft)',
  },
})

/** The extensions of every editor. The content security policy allows only styles with its nonce. */
export const sharedExtensions = [
  theme,
  syntaxHighlighting(highlight),
  EditorView.lineWrapping,
  ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
]
