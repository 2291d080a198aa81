import { isLoopbackHost } from '@lims/contract/is-loopback-host.ts'
import type { HookAPI } from 'antd/es/modal/useModal'
import { loopbackPermission } from './loopback-permission.ts'

/**
 * Explains the browser's permission prompt before it appears: the prompt itself mentions neither labels nor a printer,
 * and once denied it does not come back. Returns false if the person chooses not to continue.
 */
export async function confirmAccess(
  modal: Pick<HookAPI, 'confirm'>,
  hostname = location.hostname,
): Promise<boolean> {
  // The browser lets a page from this computer reach the print agent without a prompt.
  if (isLoopbackHost(hostname) || (await loopbackPermission()) !== 'prompt') return true
  return modal.confirm({
    title: 'The browser will ask for access',
    content:
      'Labels go to the printer through Zebra Browser Print on this computer. The browser now asks once whether this site may reach apps on this device: choose Allow. Without it, Download Label still gives the label as a file.',
    okText: 'Continue',
    cancelText: 'Not now',
  })
}
