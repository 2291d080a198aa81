import { lazyDialog } from '../ui/lazy-dialog.tsx'

export const ReasonDialog = lazyDialog(() => import('./reason-dialog.tsx').then((file) => file.ReasonDialog))
