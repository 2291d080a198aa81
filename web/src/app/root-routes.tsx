import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { currentSession } from '../entities/session/session.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

/** Its child routes need a session, and are shown in the frame. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (!currentSession()) throw redirect({ to: '/auth/login', search: { target: location.href } })
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
})
