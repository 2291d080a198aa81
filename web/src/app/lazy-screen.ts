import { lazyRouteComponent } from '@tanstack/react-router'
import { loadScript } from '../ui/load-script.ts'

/**
 * Returns the screen of a route, whose script is loaded when it is first needed: `name` is its export. A script that
 * does not come is shown as `ScreenFailed`. The router alone would reload the page, and without a connection the
 * browser would show its own error page in place of the app.
 */
// biome-ignore lint/suspicious/noExplicitAny: as lazyRouteComponent has it
export const lazyScreen = <Module extends Record<string, any>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadScript(load), name)
