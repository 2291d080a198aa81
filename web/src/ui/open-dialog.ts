/**
 * A dialog that is closed may stay in the document: a modal shrinks and is hidden, a drawer first moves out of sight.
 */
const closed = '.ant-zoom-leave, [style*="display: none"], .ant-drawer:not(.ant-drawer-open)'

/** Whether a dialog, an element of this role, is open. */
export const isOpenDialog = (dialog: Element): boolean => dialog.closest(closed) === null

/** Returns the open dialog that is in front, if there is one. */
export const frontDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"]')].filter(isOpenDialog).at(-1)
