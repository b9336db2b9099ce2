// Apart from template-editor.tsx, because routes validate panes before that is loaded.
export const PANES = ['design', 'preview', 'problems', 'checks', 'details', 'languages', 'versions'] as const
export type Pane = (typeof PANES)[number]
