import { createRequire } from 'node:module'

type Work = (didTimeout: boolean) => unknown
type Task = { work: Work | undefined; node?: object }
type Scheduler = {
  unstable_scheduleCallback: (priority: number, work: Work, options?: object) => object
  unstable_cancelCallback(node: object): void
}
/** `f` does what is to be done at once. It returns true, and does nothing, if React is at work. */
type Internals = { d: { f: () => boolean } }

const load = createRequire(import.meta.url)

/**
 * Gives the production build of React the function `act`, which only its development build has: what React leaves for a
 * later moment is done before `act` returns, with all that follows from it. Has to run before React DOM is loaded. In
 * the next file of tests, which shares the libraries, it changes nothing.
 */
export function provideAct(): void {
  const react = load('react') as { act?: unknown }
  if (react.act) return
  const microtasks = new Set<() => void>()
  const tasks = new Set<Task>()

  // Each is left to the usual way too: whoever awaits something inside of `act` may wait for it.
  const scheduler = load('scheduler') as Scheduler
  const { unstable_scheduleCallback: schedule, unstable_cancelCallback: cancel } = scheduler
  scheduler.unstable_scheduleCallback = (priority, work, options) => {
    const task: Task = { work }
    tasks.add(task)
    task.node = schedule(priority, (didTimeout) => perform(task, didTimeout), options)
    return task
  }
  scheduler.unstable_cancelCallback = (task: Task) => {
    task.work = undefined
    tasks.delete(task)
    if (task.node) cancel(task.node)
  }
  // React DOM keeps the function that it finds while it is loaded.
  const { queueMicrotask } = globalThis
  globalThis.queueMicrotask = (run) => {
    microtasks.add(run)
    queueMicrotask(() => runMicrotask(run))
  }
  load('react-dom/client')
  globalThis.queueMicrotask = queueMicrotask
  const { __DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = load(
    'react-dom',
  ) as Record<string, Internals>

  function runMicrotask(run: () => void) {
    if (microtasks.delete(run)) run()
  }

  /** Returns the rest, if it was interrupted. */
  function perform(task: Task, didTimeout: boolean): Work | undefined {
    const { work } = task
    task.work = undefined
    tasks.delete(task)
    const rest = work?.(didTimeout)
    if (typeof rest !== 'function') return undefined
    task.work = rest as Work
    tasks.add(task)
    return (again) => perform(task, again)
  }

  function flush() {
    // React is at work if it has moved the focus, for example, and user-event wraps the events of that.
    while (internals && !internals.d.f()) {
      const [run] = microtasks
      const [task] = tasks
      if (run) runMicrotask(run)
      else if (task) {
        const { node } = task
        if (!perform(task, true) && node) cancel(node)
      } else return
    }
  }

  let depth = 0
  function end() {
    try {
      if (depth === 1) flush()
    } finally {
      depth -= 1
    }
  }

  react.act = (run: () => unknown) => {
    depth += 1
    let isAwaited = false
    try {
      const result = run()
      isAwaited = typeof result === 'object' && result !== null && 'then' in result
      return isAwaited ? Promise.resolve(result).finally(end) : result
    } finally {
      if (!isAwaited) end()
    }
  }
}
