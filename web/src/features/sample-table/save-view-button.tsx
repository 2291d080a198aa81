import type { SavedView } from '@lims/contract/views.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { searchText } from './view-search.ts'

const SaveViewDialog = lazyDialog(() => import('./save-view-dialog.tsx').then((file) => file.SaveViewDialog))

type Props = {
  /** Filters and order in the address. */
  search: Record<string, unknown>
  /** The view that is shown. */
  current: SavedView | undefined
}

/** Saves the filters, the order and the columns of the list under a name, or deletes the view that is shown. */
export function SaveViewButton({ search, current }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isEmpty = searchText(search) === ''
  return (
    <>
      <Button
        disabled={isEmpty}
        title={isEmpty ? 'Choose a filter or an order first' : ''}
        onClick={() => setOpen(true)}
      >
        Save view
      </Button>
      <SaveViewDialog search={search} current={current} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
