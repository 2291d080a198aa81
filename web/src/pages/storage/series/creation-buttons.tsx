import type { Storage } from '@lims/contract/storage.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '../../../entities/session/use-may.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'

const AddStoragesDialog = lazyDialog(() =>
  import('./add-storages-dialog.tsx').then((file) => file.AddStoragesDialog),
)
const CopyStorageDialog = lazyDialog(() =>
  import('./copy-storage-dialog.tsx').then((file) => file.CopyStorageDialog),
)

/** Opens the dialog that creates many storages at once, in a storage or at the top level (0). */
export function AddStoragesButton({ parentId }: { parentId: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('storage.edit')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add several…</Button>
      <AddStoragesDialog parentId={parentId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Opens the dialog that copies a storage with the storages inside it. */
export function CopyStorageButton({ storage }: { storage: Storage }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay('storage.edit')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Copy…</Button>
      <CopyStorageDialog storage={storage} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
