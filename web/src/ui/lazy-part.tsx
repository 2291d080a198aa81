import { Skeleton } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from './load-error.tsx'
import { loadScript } from './load-script.ts'

type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads the script before it is needed, such as when the pointer comes to a button. */
  preload: () => void
}

type Placeholder = { rows?: number; className?: string | undefined }
type Script<Props> = Placeholder & {
  load: () => Promise<ComponentType<Props>>
  loaded?: ComponentType<Props>
}

/**
 * Returns a part of a page whose script is loaded when it is first shown. If it cannot be loaded, the part says so and
 * offers Retry; the page around it stays.
 */
export function lazyPart<Props extends object>(
  load: Script<Props>['load'],
  { rows = 8, className }: Placeholder = {},
): LazyPart<Props> {
  const script: Script<Props> = { load, rows, className }
  return Object.assign((props: Props) => <Part script={script} props={props} />, {
    preload: () => void loadInto(script).catch(() => undefined),
  })
}

async function loadInto<Props>(script: Script<Props>): Promise<ComponentType<Props>> {
  script.loaded = await loadScript(script.load)
  return script.loaded
}

function Part<Props extends object>({ script, props }: { script: Script<Props>; props: Props }) {
  const [Loaded, setLoaded] = useState(() => script.loaded)
  const [failure, setFailure] = useState<Error>()
  const isWanted = !Loaded && !failure
  useEffect(() => {
    if (!isWanted) return undefined
    let isCancelled = false
    loadInto(script).then(
      (part) => isCancelled || setLoaded(() => part),
      (reason: Error) => isCancelled || setFailure(reason),
    )
    return () => {
      isCancelled = true
    }
  }, [isWanted, script])

  if (Loaded) return <Loaded {...props} />
  const { rows = 8, className = '' } = script
  return failure ? (
    <div className={className}>
      <LoadError title="Not loaded" text={failure.message} onRetry={() => setFailure(undefined)} />
    </div>
  ) : (
    <Skeleton active paragraph={{ rows }} className={className} />
  )
}
