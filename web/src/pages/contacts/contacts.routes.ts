import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyIfMissing } from '../../api/client/lists.ts'
import { contactFieldsQuery, contactListQuery } from '../../api/audience/contacts.ts'
import { prefetchLoader } from '../../app/prefetch-loader.ts'
import { CONTACT_SORTS } from '../../../../src/platform/record-sorts.values.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, filterParam, textParam, searchParams } from '../../app/search-params.ts'

export const contactsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'contacts',
    validateSearch: searchParams({
      q: textParam,
      sort: choiceParam(CONTACT_SORTS),
      subscribed: choiceParam(['true', 'false']),
      filter: filterParam,
      /** Comma-separated data keys that have a column. */
      show: textParam,
      dialog: choiceParam(['create']),
    }),
    loader: prefetchLoader((client, api) => {
      void client.prefetchInfiniteQuery(onlyIfMissing(contactListQuery(api)))
      void client.prefetchQuery(contactFieldsQuery(api))
    }),
    component: lazyRouteComponent(() => import('./contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'contacts/$contactId',
    component: lazyRouteComponent(() => import('./profile/contact-page.tsx'), 'ContactPage'),
  }),
] as const
