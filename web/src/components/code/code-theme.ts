// The theme of CodeMirror, in the colours of the page, so that it follows light and dark.
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { nonce } from '../nonce.ts'

/** Maps CodeMirror's default colours, which need a white background, to ours. */
const COLORS: Record<string, string> = {
  '#404740': 'var(--soft)',
  '#708': 'var(--bad)',
  '#219': 'var(--accent-text)',
  '#164': 'var(--info)',
  '#a11': 'var(--good)',
  '#e40': 'var(--warn)',
  '#00f': 'var(--info)',
  '#30a': 'var(--info)',
  '#085': 'var(--accent-text)',
  '#167': 'var(--accent-text)',
  '#256': 'var(--info)',
  '#00c': 'var(--info)',
  '#940': 'var(--faint)',
  '#f00': 'var(--bad)',
}

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) =>
    typeof spec['color'] === 'string' ? { ...spec, color: COLORS[spec['color']] ?? 'inherit' } : spec,
  ),
)

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, monospace",
    lineHeight: '1.6',
  },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunken)', color: 'var(--soft)', border: 'none' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '.cm-panel input, .cm-panel button': {
    backgroundColor: 'var(--panel)',
    backgroundImage: 'none',
    color: 'var(--text)',
    border: '1px solid var(--edge)',
    borderRadius: '6px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-changedLine': { backgroundColor: 'var(--good-soft) !important' },
  '.cm-changedText': { background: 'none !important', textDecoration: 'underline' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none !important', textDecoration: 'underline' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--soft)',
  },
})

/** The extensions of every editor. The content security policy allows only styles with its nonce. */
export const sharedExtensions = [
  theme,
  syntaxHighlighting(highlight),
  EditorView.lineWrapping,
  ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
]
