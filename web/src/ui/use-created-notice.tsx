import { minuteMs } from '@lims/contract/durations.ts'
import { Link, RouterContextProvider, useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { onPlainClick } from './on-plain-click.ts'

const secondsToOpen = 10

/** An open notice cannot be changed to stay for ever: antd ignores a new duration of 0. */
const secondsWithFocus = (30 * minuteMs) / 1000

/**
 * Returns a function that shows what was created, with a link to its page, for ten seconds or while the link has the
 * focus: the form that created it opens the list.
 */
export function useCreatedNotice() {
  const { notification } = App.useApp()
  const router = useRouter()
  return (title: string, name: string, address: string) => {
    let isClosed = false
    function close() {
      isClosed = true
      notification.destroy(address)
    }
    function open(seconds: number) {
      // One that is closing is not opened again by the focus that it loses.
      if (isClosed) return
      notification.success({
        key: address,
        title,
        description: (
          // Notices are rendered outside the pages.
          <RouterContextProvider router={router}>
            <Link to={address} onClick={onPlainClick(close)}>
              {name}
            </Link>
          </RouterContextProvider>
        ),
        duration: seconds,
        onClose: () => {
          isClosed = true
        },
        props: { onFocus: () => open(secondsWithFocus), onBlur: () => open(secondsToOpen) },
      })
    }
    open(secondsToOpen)
  }
}
