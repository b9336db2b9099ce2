import type { ReactNode } from 'react'
import { LanguageChoice } from '../app/language-choice.tsx'
import { useTitle } from '../components/page.tsx'

type AuthCardProps = { title: string; heading: string; text?: ReactNode; children: ReactNode }

/** The layout of the sign-in, set-up and invitation pages. */
export function AuthCard({ title, heading, text, children }: AuthCardProps) {
  useTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <span className="flex items-center gap-2.5">
          <img src="/app/favicon.svg" alt="" className="size-9" />
          <span className="text-[15px] font-semibold">Lettermill</span>
        </span>
        <h1 className="mt-5 text-xl font-semibold tracking-[-0.015em]">{heading}</h1>
        {text !== undefined && <p className="mt-1.5 text-sm text-soft">{text}</p>}
        <div className="mt-6 rounded-2xl border border-line bg-panel p-6 shadow-raised">{children}</div>
        <LanguageChoice />
      </div>
    </main>
  )
}
