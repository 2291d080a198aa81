import { useEffect } from 'react'

/**
 * Keeps a file that is dropped beside a place for files from being opened by the browser in place of the page, with
 * what was entered there. The pointer shows that it cannot be dropped.
 */
export function useStrayFiles(): void {
  // Synchronises with the drags over the whole window.
  useEffect(() => {
    function refuse(event: DragEvent) {
      const { dataTransfer, defaultPrevented } = event
      if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
