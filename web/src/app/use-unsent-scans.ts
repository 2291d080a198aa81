import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App } from 'antd'
import { useEffect } from 'react'
import { keysWithPrefix } from '../api/browser-storage.ts'
import { useSession } from '../entities/session/session.ts'
import { unsentPrefix } from '../features/scanning/kept-scans.ts'
import { lostScansOf } from '../features/scanning/lost-scans.ts'

/**
 * Handles the scans that an earlier session of this person has left unsent, whichever page is opened first. Those of
 * Receive, of Check out and return, of stock-takes and of moves of boxes are sent. Those into a box and of a pick list
 * are announced: they are sent when its page is opened. Those that were not kept on the sign-in page are named.
 */
export function useUnsentScans(): void {
  const owner = useSession()?.user.sub
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { notification } = App.useApp()

  // Synchronises with the browser's storage, which outlives the page.
  useEffect(() => {
    if (!owner) return
    if (keysWithPrefix(localStorage, unsentPrefix).length + lostScansOf(owner).length === 0) return
    let isUnmounted = false
    const tools = { owner, queryClient, navigate, notification, isUnmounted: () => isUnmounted }
    // What cannot be loaded now is there when a page is opened the next time.
    import('./unsent-scans.tsx').then((file) => isUnmounted || file.handleUnsentScans(tools), console.error)
    return () => {
      isUnmounted = true
    }
  }, [owner, queryClient, navigate, notification])
}
