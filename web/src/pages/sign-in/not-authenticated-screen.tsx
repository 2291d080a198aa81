import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { MessagePage } from '../../ui/message-page.tsx'

export function NotAuthenticatedScreen() {
  const navigate = useNavigate()
  const toLogin = (
    <Button type="primary" onClick={() => navigate({ to: '/auth/login' })}>
      Go to Login
    </Button>
  )
  return <MessagePage title="403" text="Sign in to open this page." action={toLogin} />
}
