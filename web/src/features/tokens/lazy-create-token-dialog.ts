import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const CreateTokenDialog = lazyDialog(() =>
  import('./create-token-dialog.tsx').then((file) => file.CreateTokenDialog),
)
