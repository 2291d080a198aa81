import { Link } from '@tanstack/react-router'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from './brand.module.css'

export function Brand({ short = false }: { short?: boolean }) {
  return (
    <Link to="/dashboard" className={styles.brand} {...(short && { 'aria-label': 'LIMS' })}>
      <BrandMark />
      {!short && (
        <span>
          <strong>LIMS</strong>
          <small>Brain Biology</small>
        </span>
      )}
    </Link>
  )
}
