import { useLocation } from '@tanstack/react-router'
import { Button } from 'antd'
import { storedToken } from '../../api/stored-token.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notSignedIn } from './refused-or-unsent.ts'

/** What sends an unsent scan: signing in again, if that is why it was not sent. */
export function RetryOrSignIn({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const target = useLocation({ select: ({ pathname }) => pathname })
  if (reason !== notSignedIn.reason || storedToken() !== undefined) {
    return <Button onClick={onRetry}>Retry</Button>
  }
  return (
    <LinkButton to="/auth/login" search={{ target }} color="primary" variant="solid">
      Sign in
    </LinkButton>
  )
}
