import { TemperatureLimits, type TemperatureState } from '@lims/contract/temperatures.ts'
import { Button, Form, Select } from 'antd'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { formatCelsius } from '../../../entities/temperature/celsius.ts'
import { useSetLimits } from '../../../entities/temperature/temperature-api.ts'
import { NumberField, numberRule } from '../../../forms/number-field.tsx'
import styles from './temperature-tab.module.css'

type Values = {
  upperC: number | null
  lowerC: number | null
  minutesOutside: number
  minutesWithoutReadings: number
  /** Hours back; 0: only readings that come from now on. */
  applyHours: number
}

const allHours = 5 * 366 * 24
const applyChoices = [
  { value: 0, label: 'Readings from now on' },
  { value: 24, label: 'Also the last 24 hours' },
  { value: 168, label: 'Also the last 7 days' },
  { value: allHours, label: 'Also all earlier readings' },
]
const rule = (field: keyof typeof TemperatureLimits.shape) => [numberRule(TemperatureLimits.shape[field])]

/** The limits of a storage, and after how long an alarm begins. */
export function LimitsForm({ state }: { state: TemperatureState }) {
  const [form] = Form.useForm<Values>()
  const save = useSetLimits()
  const denied = useDeniedProps('storage.edit')
  const { storageId, version, nominalC } = state
  const byNominal = (degrees: number) => (nominalC === null ? 'none' : formatCelsius(nominalC + degrees))

  function submit({ applyHours, ...limits }: Values) {
    const applySince = applyHours === 0 ? null : new Date(Date.now() - applyHours * 3_600_000).toISOString()
    save.mutate({ storageId, version, ...limits, applySince })
  }

  return (
    <Form
      key={version}
      form={form}
      layout="vertical"
      requiredMark={false}
      className={styles.limits ?? ''}
      disabled={denied.disabled === true}
      initialValues={{ ...state, applyHours: 0 }}
      onFinish={submit}
    >
      {denied.title && <p className="muted">{denied.title}</p>}
      <Form.Item name="upperC" label="Upper limit" rules={rule('upperC')} extra={`Empty: ${byNominal(10)}`}>
        <NumberField unit="°C" min={-273.15} />
      </Form.Item>
      <Form.Item name="lowerC" label="Lower limit" rules={rule('lowerC')} extra={`Empty: ${byNominal(-10)}`}>
        <NumberField unit="°C" min={-273.15} />
      </Form.Item>
      <Form.Item name="minutesOutside" label="Set time outside" rules={rule('minutesOutside')}>
        <NumberField unit="min" />
      </Form.Item>
      <Form.Item
        name="minutesWithoutReadings"
        label="Without readings"
        rules={rule('minutesWithoutReadings')}
      >
        <NumberField unit="min" min={1} />
      </Form.Item>
      <Form.Item name="applyHours" label="Apply to">
        <Select options={applyChoices} />
      </Form.Item>
      <Button htmlType="submit" {...denied} loading={save.isPending}>
        Save limits
      </Button>
    </Form>
  )
}
