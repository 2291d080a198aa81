import { Link } from '@tanstack/react-router'
import { lexer, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { Mono } from '../../ui/mono.tsx'
import { pictureUrl } from './guide-pages.ts'
import styles from './guide-screen.module.css'

/** Renders a page of the guide without its title. Covers the Markdown that `docs/guide` uses; HTML in it stays text. */
export function Markdown({ text }: { text: string }) {
  const tokens = lexer(text).filter((token) => !(token.type === 'heading' && token.depth === 1))
  return <Inside tokens={tokens} />
}

function Inside({ tokens = [] }: { tokens: Token[] | undefined }) {
  // As children of their own, not as an array, they need no keys.
  return createElement(Fragment, null, ...tokens.map(render))
}

function render(token: Token): ReactNode {
  const inside = 'tokens' in token && token.tokens ? <Inside tokens={token.tokens} /> : undefined
  switch (token.type) {
    case 'heading':
      return <h2>{inside}</h2>
    case 'paragraph':
      return <p>{inside}</p>
    case 'list':
      return <List list={token as Tokens.List} />
    case 'strong':
      return <strong>{inside}</strong>
    case 'codespan':
      return <Mono>{(token as Tokens.Codespan).text}</Mono>
    case 'link':
      return <GuideLink href={(token as Tokens.Link).href}>{inside}</GuideLink>
    case 'image':
      return <Picture image={token as Tokens.Image} />
    case 'space':
      return null
    default:
      return inside ?? ('text' in token ? token.text : token.raw)
  }
}

function List({ list: { ordered, items } }: { list: Tokens.List }) {
  const entries = items.map((item) => (
    <li key={item.raw}>
      <div>
        <Inside tokens={item.tokens} />
      </div>
    </li>
  ))
  return ordered ? <ol className={styles.steps}>{entries}</ol> : <ul>{entries}</ul>
}

/** Pages link to each other by file name. */
function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  const page = /^([\w-]+)\.md$/.exec(href)?.[1]
  if (!page) return <a href={href}>{children}</a>
  return (
    <Link to="/guide/$page" params={{ page }}>
      {children}
    </Link>
  )
}

function Picture({ image: { href, text } }: { image: Tokens.Image }) {
  const url = pictureUrl(href)
  return url && <img className={styles.picture} src={url} alt={text} loading="lazy" />
}
