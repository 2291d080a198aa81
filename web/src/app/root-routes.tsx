import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { currentSession, hasSessionEnded } from '../entities/session/session.ts'
import { lazyScreen } from './lazy-screen.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen })

/** Its child routes need a session, and are shown in the frame. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location: { href } }) => {
    if (currentSession()) return
    // Whoever signs in after a session that has ended here may be another person.
    const target = hasSessionEnded() ? withoutSubjects(href) : href
    throw redirect({ to: '/auth/login', search: { target } })
  },
  component: lazyScreen(() => import('./frame.tsx'), 'Frame'),
})

/** The filters that may name a subject; `list` holds those of the list of samples, on all pages but of a selection. */
const filtersOfSubjects = ['subjectId', 'siteId', 'query', 'list']
/** Its `list` is the name under which the tab keeps the chosen samples. */
const pageOfSelection = '/samples/selection'

function withoutSubjects(href: string): string {
  const { pathname, searchParams } = new URL(href, window.location.origin)
  for (const name of filtersOfSubjects) {
    if (name !== 'list' || pathname !== pageOfSelection) searchParams.delete(name)
  }
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}
