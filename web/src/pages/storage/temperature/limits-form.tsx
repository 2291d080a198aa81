import { absoluteZeroC } from '@lims/contract/bounds.ts'
import { hourMs } from '@lims/contract/durations.ts'
import { formatCelsius } from '@lims/contract/format-celsius.ts'
import {
  effectiveLimits,
  lowerBelowUpper,
  TemperatureLimits,
  type TemperatureState,
} from '@lims/contract/temperatures.ts'
import { Button, Form, Select } from 'antd'
import type { Rule } from 'antd/es/form'
import { useEffect, useState } from 'react'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { temperatureStateQuery, useSetLimits } from '../../../entities/temperature/temperature-api.ts'
import { EditNotices } from '../../../forms/edit-notices.tsx'
import { NumberField, numberRule } from '../../../forms/number-field.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import styles from './temperature-tab.module.css'

type Values = {
  upperC: number | null
  lowerC: number | null
  minutesOutside: number
  minutesWithoutReadings: number
  /** Hours back; 0: only readings that come from now on; `allHours`: all. */
  applyHours: number
}

const allHours = Number.MAX_SAFE_INTEGER
/** Before any reading. */
const earliest = new Date(0).toISOString()
const applyChoices = [
  { value: 0, label: 'Readings from now on' },
  { value: 24, label: 'Also the last 24 hours' },
  { value: 168, label: 'Also the last 7 days' },
  { value: allHours, label: 'Also all earlier readings' },
]
const rule = (field: keyof typeof TemperatureLimits.shape) => [numberRule(TemperatureLimits.shape[field])]

const isBelowUpper =
  (nominalC: number | null): Rule =>
  ({ getFieldValue }) => ({
    validator: async () => {
      const [lowerC, upperC]: unknown[] = ['lowerC', 'upperC'].map((field) => getFieldValue(field) ?? null)
      if (!isLimit(lowerC) || !isLimit(upperC)) return
      const { lower, upper } = effectiveLimits({ lower: lowerC, upper: upperC }, nominalC)
      if (lower !== null && upper !== null && lower >= upper) throw new Error(lowerBelowUpper)
    },
  })

/** What was entered may not be a number. */
const isLimit = (value: unknown): value is number | null => value === null || typeof value === 'number'

const valuesOf = (state: TemperatureState): Values => ({
  upperC: state.upperC,
  lowerC: state.lowerC,
  minutesOutside: state.minutesOutside,
  minutesWithoutReadings: state.minutesWithoutReadings,
  applyHours: 0,
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

/**
 * Returns what a save sends. The `version` is the one that the person saw: the server refuses to overwrite limits that
 * were saved since. A save that is repeated is the same request, with the same instant; any other has its own.
 */
function bodiesOfSaves() {
  const instants = new Map<string, string>()
  function sinceOf(hours: number, save: string) {
    if (hours === 0) return null
    if (hours === allHours) return earliest
    const since = instants.get(save) ?? hoursAgo(hours)
    instants.set(save, since)
    return since
  }
  return ({ applyHours, ...limits }: Values, { storageId, version }: TemperatureState) => ({
    storageId,
    version,
    ...limits,
    applySince: sinceOf(applyHours, JSON.stringify([version, limits, applyHours])),
  })
}

/** The limits of a storage, and after how long an alarm begins. */
export function LimitsForm({ state }: { state: TemperatureState }) {
  const [opened, setOpened] = useState(state)
  return (
    <EditLimits key={opened.version} opened={opened} newest={state} onUntouched={() => setOpened(state)} />
  )
}

type Props = {
  opened: TemperatureState
  newest: TemperatureState
  /** There is a newer version, and the person has typed nothing that it would replace. */
  onUntouched: () => void
}

function EditLimits({ opened, newest, onUntouched }: Props) {
  const denied = useDeniedProps('storage.edit')
  const [bodyOf] = useState(bodiesOfSaves)
  const edit = useEditForm({
    record: opened,
    query: temperatureStateQuery(opened.storageId),
    draftName: `limits.${opened.storageId}`,
    toValues: valuesOf,
    toBody: bodyOf,
    update: useSetLimits(),
    deletedCode: 'storage-not-found',
    savedRecord: ({ state }) => state,
  })
  const { draft, conflicts, record } = edit
  const byNominal = effectiveLimits({ lower: null, upper: null }, newest.nominalC)
  const whenEmpty = (limit: number | null) => `Empty: ${limit === null ? 'none' : formatCelsius(limit)}`

  // Synchronises with antd's form, which keeps what is typed outside React.
  useEffect(() => {
    if (newest.version > record.version && !draft.hasChanges()) onUntouched()
  })

  return (
    <Form
      form={edit.form}
      layout="vertical"
      requiredMark={false}
      className={styles.limits ?? ''}
      disabled={denied.disabled === true || edit.isSaving}
      aria-busy={edit.isSaving}
      initialValues={draft.initialValues}
      onFinish={edit.submit}
    >
      <EditNotices edit={edit} name="The storage" captions={{}} />
      {denied.title && <p className="muted">{denied.title}</p>}
      <Form.Item
        name="upperC"
        label="Upper limit"
        rules={rule('upperC')}
        extra={conflicts.upperC ?? whenEmpty(byNominal.upper)}
      >
        <NumberField unit="°C" min={absoluteZeroC} />
      </Form.Item>
      <Form.Item
        name="lowerC"
        label="Lower limit"
        rules={[...rule('lowerC'), isBelowUpper(newest.nominalC)]}
        dependencies={['upperC']}
        extra={conflicts.lowerC ?? whenEmpty(byNominal.lower)}
      >
        <NumberField unit="°C" min={absoluteZeroC} />
      </Form.Item>
      <Form.Item
        name="minutesOutside"
        label="Alarm if outside for"
        rules={rule('minutesOutside')}
        extra={conflicts.minutesOutside}
      >
        <NumberField isCount unit="min" />
      </Form.Item>
      <Form.Item
        name="minutesWithoutReadings"
        label="Alarm if no readings for"
        rules={rule('minutesWithoutReadings')}
        extra={conflicts.minutesWithoutReadings}
      >
        <NumberField isCount unit="min" min={1} />
      </Form.Item>
      <Form.Item name="applyHours" label="Apply to">
        <Select options={applyChoices} />
      </Form.Item>
      <Button
        htmlType="submit"
        title={denied.title}
        disabled={edit.isDeleted || denied.disabled === true}
        loading={edit.isSaving}
      >
        Save limits
      </Button>
    </Form>
  )
}
