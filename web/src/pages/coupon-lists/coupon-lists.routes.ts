import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { couponListsQuery } from '../../api/content/coupons.ts'
import { listLoader } from '../../app/prefetch-loader.ts'
import { projectRoute } from '../../app/project-route.tsx'
import { choiceParam, searchParams, textParam } from '../../app/search-params.ts'

export const couponListsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'coupon-lists',
    validateSearch: searchParams({ q: textParam, sort: textParam, dialog: choiceParam(['create']) }),
    loader: listLoader(couponListsQuery),
    component: lazyRouteComponent(() => import('./coupon-lists-page.tsx'), 'CouponListsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: 'coupon-lists/$listId',
    validateSearch: searchParams({
      q: textParam,
      status: choiceParam(['free', 'taken']),
      dialog: choiceParam(['create', 'delete']),
    }),
    component: lazyRouteComponent(() => import('./coupon-list-page.tsx'), 'CouponListPage'),
  }),
] as const
