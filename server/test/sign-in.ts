import { type Browser, openBrowser } from './browser.ts'

/** Asks the server where to sign in. */
export async function beginSignIn(browser: Browser, url: string, target?: string): Promise<string> {
  const reply = await browser.send(`${url}/api/auth/login`, { json: target === undefined ? {} : { target } })
  const { redirectUrl } = (await reply.json()) as { redirectUrl: string }
  return redirectUrl
}

/** Opens the demo identity, presses a person's button and returns the query with which the browser comes back. */
export async function choosePerson(browser: Browser, url: string, redirectUrl: string, person = 'demo-ada') {
  const callback = `${url}/auth/login/callback`
  const page = await browser.follow(redirectUrl, callback)
  await page.reply.text()
  const { url: returned } = await browser.follow(page.url.href, callback, { form: { person } })
  return returned.searchParams
}

/** What the callback page of the browser asks the server. */
export async function completeSignIn(browser: Browser, url: string, query: URLSearchParams) {
  const reply = await browser.send(`${url}/api/auth/login/callback?${query}`)
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

/** Signs in as a demo person, as a browser does, and throws if that is refused. */
export async function signIn(url: string, { person = 'demo-ada', browser = openBrowser() } = {}) {
  const query = await choosePerson(browser, url, await beginSignIn(browser, url), person)
  const { body } = await completeSignIn(browser, url, query)
  if (!body.token) throw new Error(`The sign-in returned no token but ${JSON.stringify(body)}`)
  return { browser, token: body.token }
}
