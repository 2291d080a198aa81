import { formatCount } from '@lims/contract/format-count.ts'
import { Button, Segmented } from 'antd'
import styles from './paste-bar.module.css'
import type { PickedTubes } from './picked-tubes.ts'
import type { MovePlan, Pattern } from './plan-move.ts'

type Props = {
  cut: PickedTubes
  plan: MovePlan | undefined
  pattern: Pattern
  isSaving: boolean
  onPattern: (pattern: Pattern) => void
  onPaste: () => void
  onCancel: () => void
}

const patterns = [
  { value: 'keep', label: 'Keep the pattern' },
  { value: 'fill', label: 'Fill free cells' },
] as const

/** Names the cut tubes, and whether they can be pasted at the target. */
export function PasteBar({ cut, plan, pattern, isSaving, onPattern, onPaste, onCancel }: Props) {
  const { tubes } = cut
  return (
    <div className={styles.bar} data-refused={plan?.refusal !== undefined}>
      <div className={styles.text}>
        <b>{nameCut(cut)}</b> {nextStepOf(plan)}
      </div>
      {tubes.length > 1 && (
        <Segmented
          size="small"
          aria-label="Arrangement"
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
        Move here
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function nameCut({ tubes, storageAlias }: PickedTubes): string {
  const name = tubes.length === 1 ? tubes[0]?.name : formatCount(tubes.length, 'tube')
  return `Moving ${name} from ${storageAlias}.`
}

const nextStepOf = (plan: MovePlan | undefined): string =>
  plan?.refusal ?? 'Go to a cell, here or in another box, then press Ctrl V or choose Move here.'

/** The words of the bar for a screen reader, which reads only what changes in a region that is there already. */
export const CutRegion = ({ cut, plan }: { cut: PickedTubes | undefined; plan: MovePlan | undefined }) => (
  <div role="status" className="read-aloud-only">
    {cut && `${nameCut(cut)} ${nextStepOf(plan)}`}
  </div>
)
