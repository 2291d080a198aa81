import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import styles from './message-page.module.css'

/** A page with one message and one action. */
export function MessagePage({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · LIMS`}</title>
      <BrandMark size={44} />
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </main>
  )
}
