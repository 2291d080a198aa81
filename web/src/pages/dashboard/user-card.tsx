import type { TokenClaims } from '@lims/contract/auth.ts'
import { Mono } from '../../ui/mono.tsx'
import { UserAvatar } from '../../ui/user-avatar.tsx'
import styles from './user-card.module.css'

export function UserCard({ user: { name, avatar, sub } }: { user: TokenClaims }) {
  return (
    <section className={styles.user} aria-label="You">
      <UserAvatar name={name} avatar={avatar} size={44} />
      <div className={styles.words}>
        <strong>{name}</strong>
        <div>
          <Mono muted>{sub}</Mono>
        </div>
      </div>
    </section>
  )
}
