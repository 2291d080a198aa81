import { safeRedirectPath } from '@lims/contract/auth.ts'
import { SampleSort } from '@lims/contract/sample-sort.ts'
import {
  createRoute,
  createRouter,
  parseSearchWith,
  type RouterHistory,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { z } from 'zod'
import { currentSession } from '../entities/session/session.ts'
import { AuditSearch } from '../pages/audit/audit-search.ts'
import { SampleListSearch } from '../pages/samples/list/sample-list-search.ts'
import { StorageEnhancedSearch, StorageListSearch } from '../pages/storage/storage-search.ts'
import { numberInAddress, readFilters, textInAddress } from '../ui/address-values.ts'
import { freezerWorkRoutes } from './freezer-work-routes.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { rootRoute, signedInRoute } from './root-routes.tsx'
import { ScreenFailed } from './screen-failed.tsx'

/** The History tab of a record. */
const historyInAddress = z.literal('history').optional().catch(undefined)

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyScreen(() => import('../pages/landing/landing-screen.tsx'), 'LandingScreen'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login',
  validateSearch: z.object({ target: textInAddress }),
  beforeLoad: ({ search }) => {
    if (currentSession()) throw redirect({ href: safeRedirectPath(search.target), replace: true })
  },
  component: lazyScreen(() => import('../pages/sign-in/login-screen.tsx'), 'LoginScreen'),
})

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/login/callback',
  validateSearch: z.object({
    code: textInAddress,
    state: textInAddress,
    iss: textInAddress,
    error: textInAddress,
  }),
  component: lazyScreen(() => import('../pages/sign-in/callback-screen.tsx'), 'CallbackScreen'),
})

const notAuthenticatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/not-authenticated',
  component: lazyScreen(
    () => import('../pages/sign-in/not-authenticated-screen.tsx'),
    'NotAuthenticatedScreen',
  ),
})

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  component: lazyScreen(() => import('../pages/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const sampleListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples',
  validateSearch: readFilters(SampleListSearch),
  component: lazyScreen(() => import('../pages/samples/list/sample-list-screen.tsx'), 'SampleListScreen'),
})

const selectionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples/selection',
  validateSearch: z.object({ list: textInAddress }),
  component: lazyScreen(() => import('../pages/samples/selection/selection-screen.tsx'), 'SelectionScreen'),
})

const createSampleRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples/create',
  staticData: { permission: 'sample.create' },
  validateSearch: z.object({ storageId: numberInAddress, position: textInAddress, batchId: textInAddress }),
  component: lazyScreen(() => import('../pages/samples/form/create-sample-screen.tsx'), 'CreateSampleScreen'),
})

const editSampleRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples/$sampleId/edit',
  staticData: { permission: 'sample.edit' },
  component: lazyScreen(() => import('../pages/samples/form/edit-sample-screen.tsx'), 'EditSampleScreen'),
})

const sampleDetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples/$sampleId',
  validateSearch: z.object({ tab: historyInAddress }),
  component: lazyScreen(
    () => import('../pages/samples/details/sample-details-screen.tsx'),
    'SampleDetailsScreen',
  ),
})

const importRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/samples/import',
  staticData: { permission: 'import' },
  validateSearch: z.object({ batchId: textInAddress }),
  component: lazyScreen(() => import('../pages/imports/import-screen.tsx'), 'ImportScreen'),
})

const receiveRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/receive',
  component: lazyScreen(() => import('../pages/receive/receive-screen.tsx'), 'ReceiveScreen'),
})

const batchListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/batches',
  validateSearch: readFilters(
    z.object({
      page: numberInAddress,
      query: textInAddress,
      sort: z.enum(['newest', 'name', '-name']).optional().catch(undefined),
    }),
  ),
  component: lazyScreen(() => import('../pages/batches/batch-list-screen.tsx'), 'BatchListScreen'),
})

const createBatchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/batches/create',
  staticData: { permission: 'batch.create' },
  component: lazyScreen(() => import('../pages/batches/create-batch-screen.tsx'), 'CreateBatchScreen'),
})

const createPatientBatchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/batches/create-patient',
  staticData: { permission: 'batch.create' },
  component: lazyScreen(
    () => import('../pages/batches/create-patient-batch-screen.tsx'),
    'CreatePatientBatchScreen',
  ),
})

const batchDetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/batches/$batchId',
  validateSearch: z.object({ sort: SampleSort.optional().catch(undefined), tab: historyInAddress }),
  component: lazyScreen(() => import('../pages/batches/batch-details-screen.tsx'), 'BatchDetailsScreen'),
})

const editBatchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/batches/$batchId/edit',
  staticData: { permission: 'batch.edit' },
  component: lazyScreen(() => import('../pages/batches/edit-batch-screen.tsx'), 'EditBatchScreen'),
})

const storageListRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/storage',
  validateSearch: readFilters(StorageListSearch),
  component: lazyScreen(() => import('../pages/storage/storage-list-screen.tsx'), 'StorageListScreen'),
})

const createStorageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/storage/create',
  staticData: { permission: 'storage.edit' },
  validateSearch: z.object({ parentId: numberInAddress }),
  component: lazyScreen(() => import('../pages/storage/create-storage-screen.tsx'), 'CreateStorageScreen'),
})

const storageDetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/storage/$storageId',
  component: lazyScreen(() => import('../pages/storage/storage-details-screen.tsx'), 'StorageDetailsScreen'),
})

const storageEnhancedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/storage/$storageId/enhanced',
  validateSearch: StorageEnhancedSearch,
  component: lazyScreen(
    () => import('../pages/storage/storage-enhanced-screen.tsx'),
    'StorageEnhancedScreen',
  ),
})

const editStorageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/storage/$storageId/edit',
  staticData: { permission: 'storage.edit' },
  component: lazyScreen(() => import('../pages/storage/edit-storage-screen.tsx'), 'EditStorageScreen'),
})

const guideScreen = lazyScreen(() => import('../pages/guide/guide-screen.tsx'), 'GuideScreen')

const guideRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/guide',
  component: guideScreen,
})

const guidePageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/guide/$page',
  component: guideScreen,
})

const recentlyDeletedRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/recently-deleted',
  validateSearch: readFilters(z.object({ page: numberInAddress, code: textInAddress })),
  component: lazyScreen(
    () => import('../pages/recently-deleted/recently-deleted-screen.tsx'),
    'RecentlyDeletedScreen',
  ),
})

const peopleRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/people',
  staticData: { permission: 'people.manage' },
  component: lazyScreen(() => import('../pages/people/people-screen.tsx'), 'PeopleScreen'),
})

const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/audit',
  staticData: { permission: 'audit.read' },
  validateSearch: readFilters(AuditSearch),
  component: lazyScreen(() => import('../pages/audit/audit-screen.tsx'), 'AuditScreen'),
})

const tokensRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/tokens',
  component: lazyScreen(() => import('../pages/tokens/tokens-screen.tsx'), 'TokensScreen'),
})

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  callbackRoute,
  notAuthenticatedRoute,
  signedInRoute.addChildren([
    dashboardRoute,
    sampleListRoute,
    selectionRoute,
    createSampleRoute,
    editSampleRoute,
    sampleDetailsRoute,
    importRoute,
    receiveRoute,
    batchListRoute,
    createBatchRoute,
    createPatientBatchRoute,
    batchDetailsRoute,
    editBatchRoute,
    storageListRoute,
    createStorageRoute,
    storageDetailsRoute,
    storageEnhancedRoute,
    editStorageRoute,
    guideRoute,
    guidePageRoute,
    recentlyDeletedRoute,
    peopleRoute,
    tokensRoute,
    auditRoute,
    ...freezerWorkRoutes,
  ]),
])

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    notFoundMode: 'root',
    defaultErrorComponent: ScreenFailed,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Texts as they are: a code such as '123' or '1e5' out of an address must not become a number.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    ...(history && { history }),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
