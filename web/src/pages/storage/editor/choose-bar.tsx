import { formatCount } from '@lims/contract/format-count.ts'
import { Button } from 'antd'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import styles from './paste-bar.module.css'

type Props = {
  count: number
  onMove: () => void
  onTakeOut: () => void
  onDone: () => void
}

export const tapToChoose = 'Tap the tubes to choose them.'

/**
 * What can be done with the tubes that are chosen by tapping. It stays at the thumb while the grid is scrolled. Its
 * words are read aloud by a region of `EditorPanel`, which is there before it.
 */
export function ChooseBar({ count, onMove, onTakeOut, onDone }: Props) {
  const denied = useDeniedProps('placement.edit')
  return (
    <div className={styles.bar}>
      <div className={styles.text}>
        <b>{count === 0 ? tapToChoose : `${formatCount(count, 'tube')} selected`}</b>
      </div>
      <Button type="primary" disabled={count === 0} {...denied} onClick={onMove}>
        Move…
      </Button>
      <Button danger disabled={count === 0} {...denied} onClick={onTakeOut}>
        Disassociate
      </Button>
      <Button onClick={onDone}>Done</Button>
    </div>
  )
}
