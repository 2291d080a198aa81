import type { ReactNode } from 'react'

/** For ids, tube IDs and positions: a font in which 0 and O, 1 and l look different. */
export function Mono({ children, isMuted = false }: { children: ReactNode; isMuted?: boolean }) {
  return <span className={isMuted ? 'mono muted' : 'mono'}>{children}</span>
}
