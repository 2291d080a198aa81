import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  MinusCircleOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons'
import type { CheckedThing, Finding } from './check-printer.ts'
import styles from './printer-check.module.css'

const names: Record<CheckedThing, string> = {
  browser: 'Browser',
  agent: 'Print agent',
  version: 'Version',
  printer: 'Printer',
  state: 'State',
}

const signs = {
  good: <CheckCircleFilled className={styles.good ?? ''} aria-label="Good" />,
  bad: <CloseCircleFilled className={styles.bad ?? ''} aria-label="Trouble" />,
  unsure: <QuestionCircleFilled className={styles.unsure ?? ''} aria-label="Unknown" />,
}

type Props = { thing: CheckedThing; finding: Finding | undefined; isNext: boolean }

/** One step of the check: what was found, and the way out where it is bad. */
export function CheckedStep({ thing, finding, isNext }: Props) {
  const notYet = isNext ? (
    <LoadingOutlined aria-label="Checking" />
  ) : (
    <MinusCircleOutlined className={styles.later ?? ''} aria-label="Not checked" />
  )
  return (
    <li className={styles.step}>
      {finding ? signs[finding.result] : notYet}
      <div>
        <strong>{names[thing]}</strong>
        {finding && <p>{finding.told}</p>}
        {finding?.fix && <p className={styles.fix}>{finding.fix}</p>}
      </div>
    </li>
  )
}
