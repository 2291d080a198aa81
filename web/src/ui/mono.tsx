import type { ReactNode } from 'react'

/** For ids, tube IDs and positions: a font in which 0 and O, 1 and l look different. */
export function Mono({ children, muted = false }: { children: ReactNode; muted?: boolean }) {
  return <span className={muted ? 'mono muted' : 'mono'}>{children}</span>
}
