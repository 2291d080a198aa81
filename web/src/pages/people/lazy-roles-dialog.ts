import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const RolesDialog = lazyDialog(() => import('./roles-dialog.tsx').then((file) => file.RolesDialog))
