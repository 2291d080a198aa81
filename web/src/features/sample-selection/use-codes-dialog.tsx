import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { saveSelection } from './saved-selection.ts'

const CodesDialog = lazyDialog(() => import('./codes-dialog.tsx').then((file) => file.CodesDialog))

/**
 * The dialog for a list of codes, which leads to the page of the selected samples. `open` takes the list if it is known
 * already: then its samples are searched at once.
 */
export function useCodesDialog(): { open: (list?: string) => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  /** The list of each opening; a new one starts with an empty dialog. */
  const [opening, setOpening] = useState<{ count: number; list: string }>()
  const navigate = useNavigate()

  function open(list = '') {
    setOpening(({ count } = { count: 0, list: '' }) => ({ count: count + 1, list }))
    setIsOpen(true)
  }

  function select(ids: string[]) {
    setIsOpen(false)
    void navigate({ to: '/samples/selection', search: { list: saveSelection(ids) } })
  }

  const dialog = opening && (
    <CodesDialog
      key={opening.count}
      list={opening.list}
      isOpen={isOpen}
      onSelect={select}
      onClose={() => setIsOpen(false)}
    />
  )
  return { open, dialog }
}
