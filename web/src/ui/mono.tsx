import type { ReactNode } from 'react'

/** Ids, tube ids and positions: the face in which 0 and O, 1 and l are told apart. */
export function Mono({ children, muted = false }: { children: ReactNode; muted?: boolean }) {
  return <span className={muted ? 'mono muted' : 'mono'}>{children}</span>
}
