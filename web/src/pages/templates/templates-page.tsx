import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { totalOf } from '../../api/client/lists.ts'
import { templateListQuery } from '../../api/templates.ts'
import type { Template } from '../../api/templates.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { classes } from '../../components/classes.ts'
import { isTyping } from '../../hooks/is-typing.ts'
import { Page, Toolbar } from '../../components/page.tsx'
import { SearchField } from '../../components/forms/search-field.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { FilterSelect } from '../../patterns/list/filter-select.tsx'
import { ListStates, NothingFound } from '../../patterns/list/list-states.tsx'
import { NewTemplateDialog } from './new-template-dialog.tsx'
import { TemplateCard } from './template-card.tsx'
import { TEMPLATE_TYPES } from './template-views.ts'
import { templates as texts } from './templates.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/templates')

const EXAMPLE = { name: 'Welcome', subject: 'Hello {{ name }}', body: '<h1>Welcome, {{ name }}</h1>' }

export function TemplatesPage() {
  const { api, may } = useProject()
  const { q, type, add } = route.useSearch()
  const setSearch = route.useNavigate()
  const list = useInfiniteQuery(templateListQuery(api, { search: q, type }))
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.templates) ?? [], [list.data])
  const total = totalOf(list.data)
  const isFiltered = q !== undefined || type !== undefined
  useCardKeys()
  const create = may('member') && (
    <Button
      look="primary"
      icon={<Plus />}
      onClick={() => void setSearch({ search: (old) => ({ ...old, add: 'true' }) })}
    >
      {texts.new}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      subtitle={total === undefined ? undefined : texts.count(total)}
      actions={
        <>
          <ShowAsCurl
            calls={[{ name: curlTexts.names.list, path: '/templates', query: { search: q, type } }]}
          />
          {create}
        </>
      }
    >
      <Toolbar>
        <SearchField
          label={texts.search}
          value={q ?? ''}
          maxLength={100}
          onChange={(text) =>
            void setSearch({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
          }
        />
        <FilterSelect
          label={texts.type}
          value={type}
          values={TEMPLATE_TYPES}
          names={texts.types}
          onChange={(chosen) => void setSearch({ search: (old) => ({ ...old, type: chosen }) })}
        />
      </Toolbar>
      <ListStates
        list={list}
        isEmpty={rows.length === 0}
        empty={
          isFiltered ? (
            <NothingFound texts={texts.nothing} onClear={() => void setSearch({ search: {} })} />
          ) : (
            <EmptyWithCall icon={<FileText />} texts={texts.empty} path="/templates" body={EXAMPLE} />
          )
        }
      >
        <div className="min-h-0 grow overflow-y-auto p-5">
          <ul
            aria-label={texts.list}
            aria-busy={list.isPlaceholderData}
            className={classes(
              'grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-4 transition-opacity',
              list.isPlaceholderData && 'opacity-60',
            )}
          >
            <Cards templates={rows} />
          </ul>
          {list.hasNextPage && (
            <div className="flex justify-center pt-5">
              <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {texts.showMore}
              </Button>
            </div>
          )}
        </div>
      </ListStates>
      <NewTemplateDialog
        isOpen={add === 'true'}
        onClose={() => void setSearch({ search: (old) => ({ ...old, add: undefined }), replace: true })}
      />
    </Page>
  )
}

// More than fit on a large screen.
const FIRST_CARDS = 16

/** First those that can be seen; the others follow bit by bit, and hold nothing up. */
function Cards({ templates }: { templates: readonly Template[] }) {
  const areAllShown = useDeferredValue(true, false)
  return templates
    .slice(0, areAllShown ? templates.length : FIRST_CARDS)
    .map((template) => <TemplateCard key={template.id} template={template} />)
}

/** j and k, as in tables; Enter follows the link that has the focus. */
function useCardKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined || isTyping(event)) return
      const cards = [...document.querySelectorAll<HTMLElement>('[data-card]')]
      const at = cards.indexOf(document.activeElement as HTMLElement)
      cards[Math.min(cards.length - 1, Math.max(0, at + step))]?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
