import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { MessagePage } from '../ui/message-page.tsx'

export function NotFoundScreen() {
  const navigate = useNavigate()
  const toDashboard = (
    <Button type="primary" onClick={() => navigate({ to: '/dashboard' })}>
      Back to Dashboard
    </Button>
  )
  return <MessagePage title="404" text="There is no page at this address." action={toDashboard} />
}
