import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, WifiOff, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isOffline } from '../api/client/connection.ts'
import { followChanges } from '../api/client/live.ts'
import { useObservable } from '../api/client/observable.ts'
import { IconButton } from '../components/forms/button.tsx'
import { classes } from '../components/classes.ts'
import { loadable } from '../components/loadable.tsx'
import { app as texts } from './app.texts.ts'
import type { ShellDialog } from './shell-dialogs.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { usePagePreload, useRecordPagePreload } from './use-page-preload.ts'
import { useProject } from './use-project.ts'

const ShellDialogs = loadable(async () => (await import('./shell-dialogs.tsx')).ShellDialogs)

export function Shell() {
  const { project, account } = useProject()
  const [dialog, setDialog] = useState<ShellDialog>()
  const openPalette = useCallback(() => setDialog('palette'), [])
  const openHelp = useCallback(() => setDialog('help'), [])
  useLiveUpdates(project.id)
  usePagePreload()
  useRecordPagePreload()
  useShortcuts({ projectId: project.id, onPalette: openPalette, onHelp: openHelp })
  const { pathname } = useLocation()
  // Navigating to another page closes the sidebar.
  const [barOpenedAt, setBarOpenedAt] = useState<string>()
  const isBarOpen = barOpenedAt === pathname
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {texts.skip}
      </a>
      <header className={classes('flex flex-col', isBarOpen ? 'min-h-0 grow' : 'shrink-0')}>
        <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-ground px-3 md:hidden">
          <IconButton
            label={isBarOpen ? texts.closeNavigation : texts.openNavigation}
            aria-expanded={isBarOpen}
            onClick={() => setBarOpenedAt(isBarOpen ? undefined : pathname)}
          >
            {isBarOpen ? <X /> : <MenuIcon />}
          </IconButton>
          <span className="truncate font-semibold">{project.name}</span>
        </div>
        <div className={classes('min-h-0 grow md:flex', isBarOpen ? 'flex' : 'hidden')}>
          <Sidebar onPalette={openPalette} onHelp={openHelp} />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={classes(
          'min-h-0 min-w-0 grow flex-col outline-none md:flex',
          isBarOpen ? 'hidden' : 'flex',
        )}
      >
        <OfflineNotice />
        <div className="min-h-0 grow">
          <Outlet />
        </div>
      </main>
      <ShellDialogs email={account.user.email} open={dialog} onChange={setDialog} />
    </div>
  )
}

function useLiveUpdates(projectId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => followChanges({ projectId, queryClient }), [projectId, queryClient])
}

function OfflineNotice() {
  const isAway = useObservable(isOffline)
  return (
    <div role="status">
      {isAway && (
        <p className="flex items-center gap-2 bg-warn-soft px-5 py-2 text-sm font-medium text-warn">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {texts.offline}
        </p>
      )}
    </div>
  )
}
