/** A dialog that is closed may stay in the document: a modal shrinks and is hidden, a drawer first moves out of sight. */
const closed = '.ant-zoom-leave, [style*="display: none"], .ant-drawer:not(.ant-drawer-open)'

/** Whether a dialog, an element of this role, is open. */
export const isOpenDialog = (dialog: Element): boolean => dialog.closest(closed) === null
