import { useNavigate } from '@tanstack/react-router'
import { Button, Result } from 'antd'

export function NotFoundScreen() {
  const navigate = useNavigate()
  const toDashboard = (
    <Button type="primary" onClick={() => navigate({ to: '/dashboard' })}>
      Back to Dashboard
    </Button>
  )
  return (
    <main>
      <title>Page not found · LIMS</title>
      <Result status="404" title="404" subTitle="There is no page at this address." extra={toDashboard} />
    </main>
  )
}
