import { onTestFinished } from 'vitest'
import type { openAddress } from './open-address.tsx'

type Router = ReturnType<typeof openAddress>['router']

/**
 * From now on the script of a page does not come, as on a bad connection, so that the page before stays. Returns what
 * lets it come.
 */
export function holdScreen(router: Router, id: keyof Router['routesById']): () => void {
  const script = Promise.withResolvers<void>()
  const { component } = router.routesById[id].options
  const loadBy = (preload?: () => Promise<void>) => Object.assign(component ?? {}, { preload })
  loadBy(() => script.promise)
  onTestFinished(() => void loadBy())
  return script.resolve
}
