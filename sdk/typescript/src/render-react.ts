/** A React element, as JSX makes it. */
export type ReactElementLike = { type: unknown; props: unknown; key: string | null }

type Renderer = { render: (element: never) => Promise<string> }

const PACKAGE = '@react-email/render'

/** The HTML of a React element, by the renderer that the application has installed. */
export async function renderReact(element: ReactElementLike): Promise<string> {
  const { render } = await loadRenderer()
  return render(element as never)
}

async function loadRenderer(): Promise<Renderer> {
  try {
    // Written out, so that bundlers of applications find it.
    return (await import('@react-email/render')) as Renderer
  } catch (cause) {
    throw new Error(`\`react\` needs the package ${PACKAGE}: npm install ${PACKAGE} react react-dom`, {
      cause,
    })
  }
}
