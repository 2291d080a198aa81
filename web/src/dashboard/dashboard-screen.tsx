import { InboxOutlined, PlusOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useSession } from '../auth/session.ts'
import { Mono } from '../ui/mono.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { UserAvatar } from '../ui/user-avatar.tsx'
import styles from './dashboard-screen.module.css'
import { Totals } from './totals.tsx'

const today = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

export function DashboardScreen() {
  const user = useSession()?.user
  const navigate = useNavigate()
  if (!user) return null
  const now = new Date()

  return (
    <>
      <PageHeader
        title="Dashboard"
        heading={`${greetingAt(now.getHours())}, ${user.name}`}
        tag={<span className="muted">{today.format(now)}</span>}
      />
      <Totals />
      <div className={styles.below}>
        <section className={styles.card} aria-labelledby="next-steps">
          <h2 id="next-steps">What would you like to do?</h2>
          <div className={styles.steps}>
            <Button
              type="primary"
              icon={<InboxOutlined aria-hidden />}
              onClick={() => navigate({ to: '/receive' })}
            >
              Receive samples
            </Button>
            <Button
              icon={<PlusOutlined aria-hidden />}
              onClick={() => navigate({ to: '/batches/create-patient' })}
            >
              Create patient batch
            </Button>
          </div>
        </section>
        <section className={`${styles.card} ${styles.user}`} aria-label="You">
          <UserAvatar name={user.name} avatar={user.avatar} size={44} />
          <div>
            <strong>{user.name}</strong>
            <div className={styles.id}>
              <Mono muted>{user.sub}</Mono>
            </div>
          </div>
        </section>
      </div>
    </>
  )
}

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
