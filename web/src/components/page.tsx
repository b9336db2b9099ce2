import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { components as texts } from './components.texts.ts'

type PageProps = {
  title: string
  /** Below the title, such as a count or a recipient. */
  subtitle?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every page: a heading with actions on the right, and the scrolling content below. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  useTitle(title)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-panel px-5 py-3">
        <div className="min-w-0 grow">
          <h1 className="truncate text-[17px] leading-6 font-semibold tracking-[-0.01em]">{title}</h1>
          {subtitle !== undefined && (
            <div className="truncate text-xs text-soft" role="status">
              {subtitle}
            </div>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lettermill`
  }, [title])
}

/** The scrolling part of a page that is not a table. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    // Focusable, so that keyboards can scroll it.
    <div className="min-h-0 grow overflow-y-auto" tabIndex={0} role="region" aria-label={texts.content}>
      <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-5">{children}</div>
    </div>
  )
}

/** The row of search and filters above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-5 py-2.5">
      {children}
    </div>
  )
}

type CardProps = { title?: string; actions?: ReactNode; children: ReactNode; isFlush?: boolean }

export function Card({ title, actions, children, isFlush = false }: CardProps) {
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-panel shadow-raised">
      {title !== undefined && (
        <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 pt-3.5 pb-1">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className={isFlush ? 'pt-2' : 'px-4 pt-2 pb-4'}>{children}</div>
    </section>
  )
}

/** Names with their values; false is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode] | false)[] }) {
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name} className="flex min-h-6 items-center gap-3">
            <dt className="w-28 shrink-0 text-soft">{name}</dt>
            <dd className="min-w-0 grow truncate">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
