type Cookie = { host: string; path: string; name: string; value: string }
type Sent = {
  form?: Record<string, string>
  json?: unknown
  token?: string
  headers?: Record<string, string>
}

/**
 * What of a browser a sign-in needs: it keeps cookies by host and path, says where it comes from and follows redirects.
 */
export function openBrowser() {
  let cookies: Cookie[] = []

  const cookiesFor = ({ hostname, pathname }: URL) =>
    cookies
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const keep = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    cookies = cookies.filter((one) => one.host !== url.hostname || one.path !== path || one.name !== name)
    if (value) cookies.push({ host: url.hostname, path, name, value })
  }

  const send = async (address: string | URL, { form, json, token, headers }: Sent = {}) => {
    const url = new URL(address)
    const cookie = cookiesFor(url)
    const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json)
    const reply = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const header of reply.headers.getSetCookie()) keep(url, header)
    return reply
  }

  return {
    send,
    /** Goes on from one redirect to the next, until one leads to `end` or a page is the reply. */
    follow: async (
      address: string,
      end: string,
      first: Sent = {},
    ): Promise<{ url: URL; reply: Response }> => {
      let url = new URL(address)
      let reply = await send(url, first)
      while (reply.headers.has('location') && !url.href.startsWith(end)) {
        url = new URL(reply.headers.get('location') ?? '', url)
        if (url.href.startsWith(end)) break
        await reply.body?.cancel()
        reply = await send(url)
      }
      return { url, reply }
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>
