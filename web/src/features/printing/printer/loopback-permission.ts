type LoopbackPermission = 'granted' | 'prompt' | 'denied' | 'unknown'

/** Chrome 146 split the second name into the first; Firefox knows the first, Safari neither. */
const names = ['loopback-network', 'local-network-access']

/** Returns whether the browser lets this page connect to programs on the same computer. */
export async function loopbackPermission(): Promise<LoopbackPermission> {
  for (const name of names) {
    const status = await findPermission(name)
    if (status) return status.state
  }
  return 'unknown'
}

async function findPermission(name: string): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions?.query({ name: name as PermissionName })
  } catch (failure) {
    // The browser does not know the name.
    if (failure instanceof TypeError) return undefined
    throw failure
  }
}
