import { lazyDialog } from './lazy-dialog.tsx'

export const ConfirmByTyping = lazyDialog(() =>
  import('./confirm-by-typing.tsx').then((file) => file.ConfirmByTyping),
)

export const ReasonDialog = lazyDialog(() => import('./reason-dialog.tsx').then((file) => file.ReasonDialog))
