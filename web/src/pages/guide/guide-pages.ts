const texts = import.meta.glob<string>('../../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../../../../docs/screens/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** A page of `docs/guide`. The id is its file name without extension. */
export type GuidePage = { id: string; title: string; text: string }

const fileName = (path: string) => path.split('/').at(-1) ?? ''

const textOf = (name: string): string =>
  Object.entries(texts).find(([path]) => fileName(path) === `${name}.md`)?.[1] ?? ''

/** The order of the pages is that of their links in `docs/guide/README.md`. */
export const guidePages: readonly GuidePage[] = [...textOf('README').matchAll(/\(([\w-]+)\.md\)/g)].map(
  ([, id = '']) => {
    const text = textOf(id)
    return { id, title: /^# (.+)$/m.exec(text)?.[1] ?? id, text }
  },
)

/** Returns the address of a picture that a page names relative to its file, or undefined if there is none. */
export const pictureUrl = (href: string): string | undefined =>
  Object.entries(pictures).find(([path]) => fileName(path) === fileName(href))?.[1]
