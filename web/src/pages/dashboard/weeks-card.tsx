import { formatNumber } from '@lims/contract/format-count.ts'
import type { StatsOverview, WeekStats } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { statusColours } from '../../entities/sample/status-sign.ts'
import { formatDayOfYear } from '../../ui/format-moment.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './weeks-card.module.css'

const short = new Intl.NumberFormat('en', { notation: 'compact' })

const series = [
  { reached: 'RECEIVED', of: ({ received }: WeekStats) => received, word: 'received' },
  { reached: 'SEQUENCED', of: ({ sequenced }: WeekStats) => sequenced, word: 'sequenced' },
] as const

/** The samples received and sequenced in each week. Each column links to its samples. */
export function WeeksCard({
  overview: { weeks },
  className,
}: {
  overview: StatsOverview
  className?: string | undefined
}) {
  const max = Math.max(1, ...weeks.flatMap((week) => series.map(({ of }) => of(week))))
  return (
    <DashboardCard
      title="Received and sequenced per week"
      hint={<Legend />}
      className={`${styles.card} ${className}`}
    >
      <ol className={styles.weeks} aria-label="Received and sequenced per week">
        {weeks.map((week) => (
          <li key={week.from}>
            <span className={styles.columns}>
              {series.map((one) => (
                <Column key={one.reached} week={week} of={one} max={max} />
              ))}
            </span>
            <time className={styles.day} dateTime={week.from}>
              {formatDayOfYear(week.from)}
            </time>
          </li>
        ))}
      </ol>
    </DashboardCard>
  )
}

type ColumnProps = { week: WeekStats; of: (typeof series)[number]; max: number }

function Column({ week, of: { reached, of, word }, max }: ColumnProps) {
  const count = of(week)
  const name = `${formatNumber(count)} ${word} in the week of ${formatDayOfYear(week.from)}`
  const share = { '--share': count / max, '--ink': statusColours(reached).ink }
  if (count === 0) {
    return (
      <span className={styles.column} style={share}>
        <span className="read-aloud-only">{name}</span>
      </span>
    )
  }
  return (
    <Link
      to="/samples"
      search={{ reached, reachedFrom: week.from, reachedTo: week.to }}
      className={styles.column}
      style={share}
      aria-label={name}
      title={name}
    >
      <span className={styles.count} aria-hidden>
        {short.format(count)}
      </span>
      <span className={styles.bar} aria-hidden />
    </Link>
  )
}

function Legend() {
  return (
    <span className={styles.legend}>
      {series.map(({ reached, word }) => (
        <span key={word} style={{ '--ink': statusColours(reached).ink }}>
          {word}
        </span>
      ))}
    </span>
  )
}
