import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { contactFieldsQuery, contactListQuery } from '../../api/contacts.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, compact, filterParam, textParam } from '../../app/search-params.ts'

const contactsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'contacts',
  validateSearch: (search: Record<string, unknown>) =>
    compact({
      q: textParam(search, 'q'),
      subscribed: choiceParam(search, 'subscribed', ['true', 'false']),
      filter: filterParam(search, 'filter'),
      /** Comma-separated data keys that have a column. */
      show: textParam(search, 'show'),
      dialog: choiceParam(search, 'dialog', ['create']),
    }),
  loader: prefetchLoader((client, api) => {
    void client.prefetchInfiniteQuery(onlyIfMissing(contactListQuery(api)))
    void client.prefetchQuery(contactFieldsQuery(api))
  }),
  component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
})

const contactRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'contacts/$contactId',
  component: lazyRouteComponent(() => import('./contact-page.tsx'), 'ContactPage'),
})

export const contactsRoutes = [contactsRoute, contactRoute] as const
