import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  Check,
  ChevronsUpDown,
  Keyboard,
  Languages,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Search,
  Sun,
  UserRound,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { isInbox, signOut } from '../api/accounts/account.ts'
import { useObservable } from '../api/client/observable.ts'
import { firstLetters } from '../format/first-letters.ts'
import { Kbd } from '../components/kbd.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../components/overlays/menu.tsx'
import { chooseLanguage, language, LANGUAGE_CODES, LANGUAGES } from '../i18n/language.ts'
import { app as texts } from './app.texts.ts'
import { GROUPS, NAVIGATION } from './navigation.ts'
import { NewProjectDialog } from './new-project.ts'
import { PALETTE_KEYS } from './palette-keys.ts'
import { chooseTheme, theme, THEMES } from './theme.ts'
import type { Theme } from './theme.ts'
import { useProject } from './use-project.ts'

export function Sidebar({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }) {
  const { account } = useProject()
  const [isCreating, setIsCreating] = useState(false)
  return (
    <div className="flex w-full flex-col border-line bg-ground md:w-60 md:border-r">
      <div className="flex flex-col gap-2 p-2.5">
        <ProjectSwitcher onNew={() => setIsCreating(true)} />
        {isCreating && <NewProjectDialog onClose={() => setIsCreating(false)} />}
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 items-center gap-2 rounded-lg border border-line bg-panel px-2.5 text-sm text-soft shadow-raised transition-colors hover:border-edge"
        >
          <Search className="size-4" aria-hidden />
          <span className="grow truncate text-left">{texts.search}</span>
          <Kbd>{PALETTE_KEYS}</Kbd>
        </button>
      </div>
      <PageLinks />
      <div className="flex flex-col gap-1 p-2.5">
        {isInbox(account) && (
          <p className="mb-1 rounded-lg border border-line bg-panel px-3 py-2 text-xs text-soft">
            <span className="block font-medium text-text">{texts.inboxNotice}</span>
            {texts.inboxNoticeHint}
          </p>
        )}
        <AccountMenu onHelp={onHelp} />
      </div>
    </div>
  )
}

function PageLinks() {
  const { project } = useProject()
  return (
    <nav aria-label={texts.navigation} className="min-h-0 grow overflow-y-auto px-2.5 pb-2">
      {GROUPS.map((group) => (
        <div key={group} className="mb-3">
          {texts.groups[group] !== '' && (
            <h2 className="px-2.5 pt-1 pb-1 text-xs font-medium text-faint">{texts.groups[group]}</h2>
          )}
          <ul>
            {NAVIGATION.filter((item) => item.group === group).map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ projectId: project.id }}
                  activeOptions={{ exact: to === '/app/p/$projectId', includeSearch: false }}
                  className="flex h-8 items-center gap-2.5 rounded-lg border border-transparent px-2.5 text-sm font-medium text-soft transition-colors hover:bg-hover hover:text-text data-[status=active]:border-line data-[status=active]:bg-panel data-[status=active]:text-text data-[status=active]:shadow-raised"
                >
                  <Icon className="size-4 shrink-0" aria-hidden />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function ProjectSwitcher({ onNew }: { onNew: () => void }) {
  const { account, project } = useProject()
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <button
          type="button"
          title={texts.switchProject}
          className="flex h-10 items-center gap-2.5 rounded-lg px-1.5 text-left transition-colors hover:bg-hover"
        >
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent text-sm font-semibold text-on-accent"
          >
            {firstLetters(project.name, 1)}
          </span>
          <span className="min-w-0 grow truncate font-semibold">{project.name}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-soft" aria-hidden />
        </button>
      }
    >
      <MenuLabel>{texts.projects}</MenuLabel>
      {account.projects.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={id === project.id ? <Check /> : <span className="size-4" />}
          onClick={() => void navigate({ to: '/app/p/$projectId', params: { projectId: id } })}
        >
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      {account.user.isOperator ? (
        <MenuItem icon={<Plus />} onClick={onNew}>
          {texts.newProject}
        </MenuItem>
      ) : (
        <p className="max-w-52 px-2.5 py-1.5 text-xs text-soft">{texts.noNewProject}</p>
      )}
    </Menu>
  )
}

const THEME_ICONS: Record<Theme, LucideIcon> = { light: Sun, dark: Moon, system: Monitor }

function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { account } = useProject()
  const chosen = useObservable(theme)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    queryClient.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          className="flex h-9 items-center gap-2 rounded-lg px-2.5 text-left text-sm text-soft transition-colors hover:bg-hover hover:text-text"
        >
          <UserRound className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">{texts.account}</span>
          <span className="min-w-0 grow truncate">{account.user.email}</span>
        </button>
      }
    >
      <MenuLabel>{texts.theme.label}</MenuLabel>
      {THEMES.map((choice) => {
        const Icon = THEME_ICONS[choice]
        return (
          <MenuItem
            key={choice}
            icon={chosen === choice ? <Check /> : <Icon />}
            onClick={() => chooseTheme(choice)}
          >
            {texts.theme[choice]}
          </MenuItem>
        )
      })}
      <MenuSeparator />
      <MenuLabel>{texts.language}</MenuLabel>
      {LANGUAGE_CODES.map((code) => (
        <MenuItem
          key={code}
          icon={code === language ? <Check /> : <Languages />}
          onClick={() => chooseLanguage(code)}
        >
          <span lang={code}>{LANGUAGES[code]}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Keyboard />} onClick={onHelp}>
        {texts.shortcuts}
      </MenuItem>
      {/* MenuItem renders its children into the link. */}
      <MenuItem icon={<LifeBuoy />} render={<a href="/guide" target="_blank" rel="noreferrer" />}>
        {texts.guide}
      </MenuItem>
      <MenuItem icon={<BookOpen />} render={<a href="/docs" target="_blank" rel="noreferrer" />}>
        {texts.apiDocs}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onClick={() => void leave()}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}
