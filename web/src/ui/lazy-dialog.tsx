import { App } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type DialogProps = { isOpen: boolean; onClose: () => void }
type Script<Props> = { load: () => Promise<ComponentType<Props>>; loaded?: ComponentType<Props> }

/**
 * Returns a dialog whose script is loaded when it is opened for the first time. Afterwards it stays rendered, and so keeps
 * its motion and its state. If the script cannot be loaded, it says so and closes; the next opening tries again.
 */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const script: Script<Props> = { load }
  return (props) => <LazyDialog script={script} props={props} />
}

function LazyDialog<Props extends DialogProps>({ script, props }: { script: Script<Props>; props: Props }) {
  const { isOpen, onClose } = props
  const { message } = App.useApp()
  const [Dialog, setDialog] = useState(() => (isOpen ? script.loaded : undefined))
  const isWanted = isOpen && !Dialog
  useEffect(() => {
    if (!isWanted) return undefined
    let isCancelled = false
    async function show() {
      try {
        script.loaded ??= await script.load()
        if (!isCancelled) setDialog(() => script.loaded)
      } catch {
        if (isCancelled) return
        message.error('The dialog could not be loaded. Please check the connection and try again.')
        onClose()
      }
    }
    void show()
    return () => {
      isCancelled = true
    }
  }, [isWanted, script, onClose, message])
  return Dialog && <Dialog {...props} />
}
