import { isLoopbackHost } from '@lims/contract/is-loopback-host.ts'
import { queryOptions } from '@tanstack/react-query'
import type { HookAPI } from 'antd/es/modal/useModal'
import { loopbackPermission } from './loopback-permission.ts'

/**
 * Explains the browser's permission prompt before it appears: the prompt itself mentions neither labels nor a printer,
 * and once denied it does not come back.
 */
export const accessQuestion = {
  title: 'The browser will ask for access',
  content:
    'Labels go to the printer through Zebra Browser Print on this computer. The browser now asks once whether this site may reach apps on this device: choose Allow. Without it, Download Label still gives the label as a file.',
  okText: 'Continue',
  cancelText: 'Not now',
} as const

/** Returns whether the next request to the print agent brings up the permission prompt of the browser. */
async function isPromptNext(hostname = location.hostname): Promise<boolean> {
  // The browser lets a page from this computer reach the print agent without a prompt.
  return !isLoopbackHost(hostname) && (await loopbackPermission()) === 'prompt'
}

/** Shows the `accessQuestion` before the prompt. Returns false if the person chooses not to continue. */
export async function confirmAccess(
  modal: Pick<HookAPI, 'confirm'>,
  hostname = location.hostname,
): Promise<boolean> {
  return !(await isPromptNext(hostname)) || modal.confirm(accessQuestion)
}

/** Whether a dialog has to show the `accessQuestion` before it checks the printer. */
export const promptNextQuery = queryOptions({
  queryKey: ['print-access-prompt'],
  queryFn: () => isPromptNext(),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})
