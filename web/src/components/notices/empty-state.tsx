import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: ReactNode
  texts: { title: string; text: string }
  /** Fills the page, so that its title is the h1. */
  isPage?: boolean
  /** The next step, or the call that fills the list. */
  action?: ReactNode
  /** In the middle, unlike `action`. */
  buttons?: ReactNode
}

export function EmptyState({ icon, texts, isPage = false, action, buttons }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-center px-6 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-2xl border border-line bg-panel text-accent-text shadow-raised [&_svg]:size-5">
        {icon}
      </span>
      <Heading className="mt-4 text-base font-semibold">{texts.title}</Heading>
      <p className="mt-1.5 max-w-md text-sm text-soft">{texts.text}</p>
      {action !== undefined && <div className="mt-6 w-full text-left">{action}</div>}
      {buttons !== undefined && <div className="mt-6 flex justify-center gap-2">{buttons}</div>}
    </div>
  )
}
