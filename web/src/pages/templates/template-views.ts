// Values that addresses may hold; apart from what shows them, which is loaded with its page.
/** What can stand beside the code, in order. */
export const PANES = ['preview', 'problems', 'details', 'versions'] as const
export type Pane = (typeof PANES)[number]
