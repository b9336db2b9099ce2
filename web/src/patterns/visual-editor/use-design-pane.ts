import { useIsStacked } from '../../hooks/use-is-narrow.ts'

type DesignPaneOptions<Pane> = {
  /** All panes of the page, the design included. */
  all: readonly Pane[]
  /** The pane in the URL, if any. */
  chosen: Pane | undefined
  isPicture: boolean
}

/** The panes beside an email. The design belongs to the picture; small screens show it in a sheet instead. */
export function useDesignPane<Pane extends string>({ all, chosen, isPicture }: DesignPaneOptions<Pane>) {
  const isStacked = useIsStacked()
  const hasDesign = isPicture && !isStacked
  const standard = (hasDesign ? 'design' : 'preview') as Pane | 'design' | 'preview'
  const pane = chosen === undefined || chosen === 'design' ? standard : chosen
  return {
    pane: pane as Pane,
    panes: all.filter((one) => one !== 'design' || hasDesign),
    /** The value in the URL for a chosen pane. */
    paramOf: (one: Pane): Pane | undefined => (one === standard ? undefined : one),
  }
}
