import { getRouteApi } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useDeferredValue } from 'react'
import { templateListQuery } from '../../api/content/templates.ts'
import type { Template } from '../../api/content/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { isTyping } from '../../hooks/is-typing.ts'
import { usePageKeys } from '../../hooks/use-page-keys.ts'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { MoreButton } from '../../patterns/list/show-more.tsx'
import { NewTemplateForm } from './new-template-form.tsx'
import { TemplateCard } from './template-card.tsx'
import { templates as texts } from './templates.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import type { LoadedList } from '../../patterns/list/use-list.ts'
import { ListPage } from '../../patterns/list-page/list-page.tsx'
import { ListFilter, ListSearch, ListSort } from '../../patterns/list/list-filters.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/templates')

const EXAMPLE = { name: 'Welcome', subject: 'Hello {{ name }}', body: '<h1>Welcome, {{ name }}</h1>' }

export function TemplatesPage() {
  const { api } = useProject()
  const { q: search, sort, type } = route.useSearch()
  const filter = { search, sort, type }
  const list = useList(templateListQuery(api, filter), 'templates')
  useCardKeys()
  return (
    <ListPage
      texts={texts}
      list={list}
      calls={[{ name: curlTexts.names.list, path: '/templates', query: filter }]}
      create={{ label: texts.new, texts: texts.form, width: 'wide', Form: NewTemplateForm }}
      isFiltered={search !== undefined || type !== undefined}
      toolbar={
        <>
          <ListSearch label={texts.search} maxLength={100} />
          <ListFilter label={texts.type} param="type" names={texts.types} />
          <ListSort />
        </>
      }
      empty={<EmptyWithCall icon={<FileText />} texts={texts.empty} path="/templates" body={EXAMPLE} />}
      cards={<Cards list={list} />}
    />
  )
}

// More than fit on a large screen.
const FIRST_CARDS = 16

function Cards({ list: { rows, query } }: { list: LoadedList<Template> }) {
  // Renders the first cards at once, and the others without blocking.
  const areAllShown = useDeferredValue(true, false)
  return (
    <div className="min-h-0 grow overflow-y-auto p-5">
      <ul
        aria-label={texts.list}
        aria-busy={query.isPlaceholderData}
        className={classes(
          'grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-4 transition-opacity',
          query.isPlaceholderData && 'opacity-60',
        )}
      >
        {rows.slice(0, areAllShown ? rows.length : FIRST_CARDS).map((template) => (
          <TemplateCard key={template.id} template={template} />
        ))}
      </ul>
      <div className="flex justify-center pt-5 empty:hidden">
        <MoreButton query={query} size="medium" />
      </div>
    </div>
  )
}

/** j and k, as in tables; Enter follows the link that has the focus. */
function useCardKeys(): void {
  usePageKeys((event) => {
    const step = { j: 1, k: -1 }[event.key]
    if (step === undefined || isTyping(event)) return
    const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
    const at = cards.indexOf(document.activeElement as HTMLElement)
    cards[Math.min(cards.length - 1, Math.max(0, at + step))]?.focus()
  })
}
