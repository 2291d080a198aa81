import { App } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { announceLoading } from './announce-loading.ts'
import { loadScript } from './load-script.ts'

/** Without `isOpen` a dialog is open as long as it is rendered. */
type DialogProps = { isOpen?: boolean; onClose: () => void }
type Script<Props> = { load: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> }

const noticeKey = 'lazy-dialog'

/**
 * Returns a dialog whose script is loaded when it is opened for the first time. Afterwards it stays rendered, and so
 * keeps its motion and its state. If the script cannot be loaded, it says so and closes; the next opening tries again.
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const script: Script<Props> = { load }
  return (props) => <LazyDialog script={script} props={props} />
}

function LazyDialog<Props extends DialogProps>({ script, props }: { script: Script<Props>; props: Props }) {
  const { isOpen = true, onClose } = props
  const { message, notification } = App.useApp()
  const [Dialog, setDialog] = useState(() => (isOpen ? script.loaded : undefined))
  const isWanted = isOpen && !Dialog
  const handleFailure = useEffectEvent((failure: Error) => {
    notification.error({
      key: noticeKey,
      title: 'The dialog could not be opened',
      description: failure.message,
      duration: 0,
    })
    onClose()
  })
  // Synchronises with the script that is loaded, and its notice.
  useEffect(() => {
    if (!isWanted) return undefined
    let isCancelled = false
    const endNotice = announceLoading(message, noticeKey)
    loadScript(script.load)
      .then((loaded) => {
        script.loaded = loaded
        if (!isCancelled) setDialog(() => loaded)
      })
      .catch((failure) => !isCancelled && handleFailure(failure))
      .finally(endNotice)
    return () => {
      isCancelled = true
      endNotice()
    }
  }, [isWanted, script, message])
  return Dialog && <Dialog {...props} />
}
