// A component whose code is loaded when it is first rendered, or earlier by preload(). Loaded code is rendered at once;
// React.lazy would show the fallback in any case, for at least 300 ms.
import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'

type FallbackProps = { fallback?: ReactNode }

export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  const fetchCode = async (): Promise<void> => {
    try {
      loaded = await load()
    } finally {
      // A failed load is retried the next time.
      loading = undefined
    }
  }
  const preload = (): Promise<void> => (loaded ? Promise.resolve() : (loading ??= fetchCode()))

  function Loadable({ fallback = null, ...props }: Props & FallbackProps) {
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
    // The error boundary of the page shows it.
    if (state.error !== undefined) throw state.error
    const Component = loaded
    return Component ? <Component {...(props as unknown as Props)} /> : fallback
  }
  return Object.assign(Loadable, { preload })
}
