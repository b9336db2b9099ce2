/** What can stand beside the code, in order; also in the address. */
export const PANES = ['preview', 'problems', 'details', 'versions'] as const
export type Pane = (typeof PANES)[number]
