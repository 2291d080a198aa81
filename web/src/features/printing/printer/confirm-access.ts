import type { HookAPI } from 'antd/es/modal/useModal'
import { loopbackPermission } from './loopback-permission.ts'

/** A page from this machine is let through without a question. */
const isFromHere = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * The browser's own question names neither labels nor a printer, and one that was refused is not asked again: so it is
 * explained first. False when the person would rather not.
 */
export async function explainAccess(
  modal: Pick<HookAPI, 'confirm'>,
  hostname = location.hostname,
): Promise<boolean> {
  if (isFromHere(hostname) || (await loopbackPermission()) !== 'prompt') return true
  return modal.confirm({
    title: 'The browser will ask for access',
    content:
      'Labels go to the printer through Zebra Browser Print on this computer. The browser now asks once whether this site may reach apps on this device: choose Allow. Without it, Download Label still gives the label as a file.',
    okText: 'Continue',
    cancelText: 'Not now',
  })
}
