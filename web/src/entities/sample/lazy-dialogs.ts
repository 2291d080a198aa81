import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const ChooseStatusDialog = lazyDialog(() =>
  import('./choose-status-dialog.tsx').then((file) => file.ChooseStatusDialog),
)

export const CreateChildrenDialog = lazyDialog(() =>
  import('./create-children-dialog.tsx').then((file) => file.CreateChildrenDialog),
)
