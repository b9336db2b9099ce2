// A component whose code is loaded when it is first drawn, or ahead of that. If its code is there, it is drawn at once; React.lazy
// would show what stands in its place in any case, and for at least 300 ms.
import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

type Placed = {
  /** Stands in its place until the code is there. */
  fallback?: ReactNode
}

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  const fetchCode = async (): Promise<void> => {
    try {
      loaded = await load()
    } finally {
      // What failed is tried again the next time.
      loading = undefined
    }
  }
  const preload = (): Promise<void> => (loaded ? Promise.resolve() : (loading ??= fetchCode()))

  function Later({ fallback = null, ...props }: Props & Placed) {
    const [state, setState] = useState<{ error?: unknown }>({})
    useEffect(() => {
      if (loaded) return
      let isShown = true
      preload().then(
        () => isShown && setState({}),
        (error: unknown) => isShown && setState({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    // The page says what is wrong.
    if (state.error !== undefined) throw state.error
    const Component = loaded
    return Component ? <Component {...(props as unknown as Props)} /> : fallback
  }
  return Object.assign(Later, { preload })
}
