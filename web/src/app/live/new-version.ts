/** The first script of a page. Its name has a hash that changes with any part of the program. */
const scriptOf = (page: Document) =>
  page.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? undefined

/**
 * Returns whether the server has another version of the program than this page, which may then not understand its
 * replies. Undefined if that cannot be known.
 */
export async function isNewVersionInstalled(): Promise<boolean | undefined> {
  const own = scriptOf(document)
  if (own === undefined) return undefined
  const installed = await readInstalledPage().then(scriptOf, () => undefined)
  return installed === undefined ? undefined : installed !== own
}

async function readInstalledPage(): Promise<Document> {
  const response = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(30_000) })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
