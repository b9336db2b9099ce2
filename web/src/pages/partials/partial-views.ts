export const PANES = ['preview', 'problems', 'uses', 'versions'] as const
export type Pane = (typeof PANES)[number]
