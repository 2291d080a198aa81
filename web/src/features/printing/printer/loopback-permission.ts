export type LoopbackPermission = 'granted' | 'prompt' | 'denied' | 'unknown'

/** Chrome 146 split the first name into the second; other browsers know neither. */
const names = ['loopback-network', 'local-network-access']

/** Whether the browser lets this page talk to programs on the same machine. */
export async function loopbackPermission(): Promise<LoopbackPermission> {
  for (const name of names) {
    const status = await askFor(name)
    if (status) return status.state
  }
  return 'unknown'
}

async function askFor(name: string): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions?.query({ name: name as PermissionName })
  } catch (failure) {
    // A browser that does not know the name.
    if (failure instanceof TypeError) return undefined
    throw failure
  }
}
