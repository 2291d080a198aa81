import { Button, Card } from 'antd'
import { useState } from 'react'
import { useDenial } from '../../entities/session/use-may.ts'
import { CreateTokenDialog } from './lazy-create-token-dialog.ts'
import { TokenList } from './token-list.tsx'
import styles from './tokens.module.css'

/** The caller's own tokens, and the button that creates one: the primary one, unless the page has another. */
export function TokensCard({ isSecondary = false }) {
  const denial = useDenial('token.create')
  const [isCreating, setCreating] = useState(false)
  return (
    <Card>
      <section aria-labelledby="my-tokens">
        <header className={styles.head}>
          <h2 id="my-tokens">My tokens</h2>
          <span className="muted">for scripts and instruments; each has its own rights and an end</span>
          {denial ?? (
            <Button type={isSecondary ? 'default' : 'primary'} onClick={() => setCreating(true)}>
              Create token
            </Button>
          )}
        </header>
        <TokenList empty="No tokens yet." />
      </section>
      <CreateTokenDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Card>
  )
}
