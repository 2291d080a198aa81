import { openBrowser } from '../../server/test/browser.ts'

/** Signs in as a demo person, as a browser does. Returns the token. */
export async function signIn(url: string, person = 'demo-ada'): Promise<string> {
  const browser = openBrowser()
  const callback = `${url}/auth/login/callback`
  const begun = await browser.send(`${url}/api/auth/login`, { json: {} })
  const { redirectUrl } = (await begun.json()) as { redirectUrl: string }
  const page = await browser.follow(redirectUrl, callback)
  await page.reply.text()
  const { url: returned } = await browser.follow(page.url.href, callback, { form: { person } })
  const reply = await browser.send(`${url}/api/auth/login/callback${returned.search}`)
  const { token } = (await reply.json()) as { token?: string }
  if (!token) throw new Error('The sign-in returned no token')
  return token
}
