import { createRequire } from 'node:module'

type Work = (didTimeout: boolean) => unknown
type Task = { work: Work | null }
type Scheduler = {
  unstable_scheduleCallback: (priority: number, work: Work, options?: object) => object
  unstable_cancelCallback: (task: object) => void
}

const load = createRequire(import.meta.url)

/**
 * Gives the production build of React the function `act`, which only its development build has: what React leaves for a
 * later moment while the given function runs is done before `act` returns, with all that follows from it. Has to run
 * before React DOM is loaded. Without an effect the second time, in the next file of tests.
 */
export function provideAct(): void {
  const react = load('react') as { act?: unknown }
  if (react.act) return
  let depth = 0
  const microtasks = new Set<() => void>()
  const tasks: Task[] = []

  const scheduler = load('scheduler') as Scheduler
  const { unstable_scheduleCallback: schedule, unstable_cancelCallback: cancel } = scheduler
  scheduler.unstable_scheduleCallback = (priority, work, options) => {
    if (depth === 0) return schedule(priority, work, options)
    const task = { work }
    tasks.push(task)
    return task
  }
  scheduler.unstable_cancelCallback = (task) => {
    if ('work' in task) task.work = null
    else cancel(task)
  }

  // React DOM keeps the function that it finds while it is loaded.
  const { queueMicrotask } = globalThis
  globalThis.queueMicrotask = (run) => {
    microtasks.add(run)
    // Also while an asynchronous function waits for it.
    queueMicrotask(() => runMicrotask(run))
  }
  load('react-dom/client')
  globalThis.queueMicrotask = queueMicrotask

  const runMicrotask = (run: () => void) => {
    if (microtasks.delete(run)) run()
  }
  const perform = (task: Task) => {
    const { work } = task
    task.work = null
    const rest = work?.(true)
    if (typeof rest !== 'function') return
    task.work = rest as Work
    tasks.unshift(task)
  }
  const flush = () => {
    do {
      for (const run of microtasks) runMicrotask(run)
      const task = tasks.shift()
      if (task) perform(task)
    } while (microtasks.size > 0 || tasks.length > 0)
  }
  const end = () => {
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
