import { defaultBelowPercent, type MoveGoal, PercentFilled, RacksToFree } from '@lims/contract/moves.ts'
import { Checkbox, Form, Radio } from 'antd'
import type { MoveChoice } from '../../entities/move/move-api.ts'
import { NumberField, type NumberFieldValue, numberRule } from '../../forms/number-field.tsx'
import styles from './moves.module.css'
import { StorageList } from './storage-list.tsx'

/** What is to be moved. The numbers are as they were typed, for whichever goal needs them. */
export type PlanDraft = {
  choice: MoveChoice
  numbers: { racks?: NumberFieldValue; belowPercent?: NumberFieldValue }
}

const initialNumbers: PlanDraft['numbers'] = { racks: 2, belowPercent: defaultBelowPercent }

export const newPlanDraft = (storageIds: number[]): PlanDraft => ({
  choice: { goal: 'evacuate', storageIds },
  numbers: initialNumbers,
})

/** Returns the draft with the number that its goal needs; undefined if what was typed is not one. */
export function requestOf({ choice, numbers }: PlanDraft): MoveChoice | undefined {
  if (choice.goal === 'evacuate') return choice
  if (choice.goal === 'free') {
    const { data: racks } = RacksToFree.safeParse(numbers.racks)
    return racks === undefined ? undefined : { ...choice, racks }
  }
  const { data: belowPercent } = PercentFilled.safeParse(numbers.belowPercent)
  return belowPercent === undefined ? undefined : { ...choice, belowPercent }
}

const goals: { value: MoveGoal; label: string }[] = [
  { value: 'evacuate', label: 'Evacuate: all boxes out' },
  { value: 'free', label: 'Free racks of a freezer' },
  { value: 'consolidate', label: 'Consolidate: few tubes into fewer boxes' },
]

type Props = { draft: PlanDraft; onChange: (draft: PlanDraft) => void }

/** Chooses what to empty and where boxes may go. */
export function PlanForm({ draft, onChange }: Props) {
  const { choice, numbers } = draft
  const choose = (more: Partial<MoveChoice>) => onChange({ ...draft, choice: { ...choice, ...more } })
  const [targetsLabel, targetsHint] =
    choice.goal === 'consolidate'
      ? ['Also into boxes of']
      : ['Only into', 'Empty: any storage that is cold enough.']

  return (
    <Form
      layout="vertical"
      requiredMark={false}
      initialValues={initialNumbers}
      onValuesChange={(changed: PlanDraft['numbers']) =>
        onChange({ ...draft, numbers: { ...numbers, ...changed } })
      }
    >
      <Form.Item label="Goal">
        <Radio.Group
          aria-label="Goal"
          className={styles.goals ?? ''}
          options={goals}
          value={choice.goal}
          onChange={(event) => choose({ goal: event.target.value as MoveGoal })}
        />
      </Form.Item>
      <Form.Item label={choice.goal === 'free' ? 'Freezer' : 'Freezer or storage'}>
        <StorageList
          ids={choice.storageIds}
          label="Freezer or storage"
          onChange={(storageIds) => choose({ storageIds })}
        />
      </Form.Item>
      {choice.goal === 'free' && (
        <Form.Item name="racks" label="Racks, shelves or drawers to free" rules={[numberRule(RacksToFree)]}>
          <NumberField isCount min={1} />
        </Form.Item>
      )}
      {choice.goal === 'consolidate' && (
        <Form.Item name="belowPercent" label="Boxes filled below" rules={[numberRule(PercentFilled)]}>
          <NumberField isCount unit="%" min={1} />
        </Form.Item>
      )}
      <Form.Item label={`${targetsLabel} (optional)`} extra={targetsHint}>
        <StorageList
          ids={choice.targetIds ?? []}
          label={targetsLabel}
          onChange={(targetIds) => choose({ targetIds })}
        />
      </Form.Item>
      {choice.goal !== 'consolidate' && (
        <Checkbox
          checked={choice.merge ?? false}
          onChange={(event) => choose({ merge: event.target.checked })}
        >
          Merge tubes of boxes that find no free cell into other boxes
        </Checkbox>
      )}
      <Checkbox
        checked={choice.allowUnknownTemperature ?? false}
        onChange={(event) => choose({ allowUnknownTemperature: event.target.checked })}
      >
        Allow storages of unknown temperature
      </Checkbox>
    </Form>
  )
}
