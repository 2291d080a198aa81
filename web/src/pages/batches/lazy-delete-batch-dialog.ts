import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const DeleteBatchDialog = lazyDialog(() =>
  import('./delete-batch-dialog.tsx').then((file) => file.DeleteBatchDialog),
)
