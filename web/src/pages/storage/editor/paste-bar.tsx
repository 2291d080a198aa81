import { Button, Segmented } from 'antd'
import { countOf } from '../../../entities/storage/storage-words.ts'
import styles from './paste-bar.module.css'
import type { PickedTubes } from './picked-tubes.ts'
import type { MovePlan, Pattern } from './plan-move.ts'

type Props = {
  carried: PickedTubes
  plan: MovePlan | undefined
  pattern: Pattern
  isSaving: boolean
  onPattern: (pattern: Pattern) => void
  onPaste: () => void
  onCancel: () => void
}

const patterns = [
  { value: 'keep', label: 'As they stood' },
  { value: 'fill', label: 'Into free cells' },
] as const

/** Says what is in hand, and what would become of it here. */
export function PasteBar({ carried, plan, pattern, isSaving, onPattern, onPaste, onCancel }: Props) {
  const { tubes, storageAlias } = carried
  const inHand = tubes.length === 1 ? tubes[0]?.name : countOf(tubes.length, 'tube')
  return (
    <div className={styles.bar} data-refused={plan?.refusal !== undefined}>
      <div role="status" className={styles.words}>
        <b>
          {inHand} from {storageAlias} in hand.
        </b>{' '}
        {plan?.refusal ?? 'Go to a cell, here or in another box, and press Ctrl V.'}
      </div>
      {tubes.length > 1 && (
        <Segmented
          size="small"
          aria-label="Set down"
          value={pattern}
          options={[...patterns]}
          onChange={onPattern}
        />
      )}
      <Button
        size="small"
        type="primary"
        disabled={!plan || plan.refusal !== undefined}
        loading={isSaving}
        onClick={onPaste}
      >
        Set down here
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
