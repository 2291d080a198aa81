import { CustodyList } from '@lims/contract/custody.ts'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { numberInAddress, readFilters } from '../ui/address-values.ts'
import { lazyScreen } from './lazy-screen.ts'
import { signedInRoute } from './root-routes.tsx'

const freezerWorkRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/freezer-work',
  component: lazyScreen(() => import('../pages/freezer-work/freezer-work-screen.tsx'), 'FreezerWorkScreen'),
})

const custodyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/custody',
  validateSearch: readFilters(
    z.object({
      show: CustodyList.optional().catch(undefined),
      /** Only what the signed-in person holds. */
      mine: z.literal('yes').optional().catch(undefined),
      page: numberInAddress,
    }),
  ),
  component: lazyScreen(() => import('../pages/custody/custody-screen.tsx'), 'CustodyScreen'),
})

const stockTakeListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stock-takes',
  validateSearch: readFilters(z.object({ page: numberInAddress, storageId: numberInAddress })),
  component: lazyScreen(
    () => import('../pages/stock-takes/stock-take-list-screen.tsx'),
    'StockTakeListScreen',
  ),
})

const stockTakeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stock-takes/$stockTakeId',
  validateSearch: z.object({ box: numberInAddress }),
  component: lazyScreen(() => import('../pages/stock-takes/stock-take-screen.tsx'), 'StockTakeScreen'),
})

const stockTakeReviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/stock-takes/$stockTakeId/differences',
  component: lazyScreen(() => import('../pages/stock-takes/review-screen.tsx'), 'ReviewScreen'),
})

const pickListsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/picks',
  validateSearch: readFilters(
    z.object({
      state: z.literal('closed').optional().catch(undefined),
      page: numberInAddress,
    }),
  ),
  component: lazyScreen(() => import('../pages/picks/pick-lists-screen.tsx'), 'PickListsScreen'),
})

const pickListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/picks/$pickListId',
  component: lazyScreen(() => import('../pages/picks/pick-list-screen.tsx'), 'PickListScreen'),
})

const movesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/moves',
  validateSearch: z.object({ page: numberInAddress }),
  component: lazyScreen(() => import('../pages/moves/moves-screen.tsx'), 'MovesScreen'),
})

const planMoveRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/moves/new',
  staticData: { permission: 'move.plan' },
  validateSearch: z.object({ storageId: numberInAddress }),
  component: lazyScreen(() => import('../pages/moves/plan-screen.tsx'), 'PlanScreen'),
})

const moveRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/moves/$moveId',
  component: lazyScreen(() => import('../pages/moves/move-screen.tsx'), 'MoveScreen'),
})

export const freezerWorkRoutes = [
  freezerWorkRoute,
  custodyRoute,
  stockTakeListRoute,
  stockTakeRoute,
  stockTakeReviewRoute,
  pickListsRoute,
  pickListRoute,
  movesRoute,
  planMoveRoute,
  moveRoute,
] as const
