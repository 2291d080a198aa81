import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const CheckOutDialog = lazyDialog(() =>
  import('./check-out-dialog.tsx').then((file) => file.CheckOutDialog),
)

export const SetCustodyDialog = lazyDialog(() =>
  import('./set-custody-dialog.tsx').then((file) => file.SetCustodyDialog),
)
