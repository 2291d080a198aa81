import { TubeCount } from '@lims/contract/batches.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { tubeTypes } from '@lims/contract/tube-types.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { Form } from 'antd'
import { NumberField } from '../../forms/number-field.tsx'
import { numberRule } from '../../forms/number-rule.ts'
import styles from './batch-form.module.css'
import { kitTubeTypes } from './batch-form.ts'

/** How many tubes of each type every patient gets. */
export function KitFields() {
  return (
    <fieldset className={styles.kit}>
      <legend className={styles.legend}>Tubes per patient</legend>
      <div className={styles.four}>
        {kitTubeTypes.map((tubeType) => {
          const { sampleType, volumeMl } = tubeTypes[tubeType]
          return (
            <Form.Item
              key={tubeType}
              name={['tubes', tubeType]}
              label={tubeType}
              extra={`${displayName(sampleType)}, ${formatMillilitres(volumeMl)}`}
              rules={[numberRule(TubeCount)]}
            >
              <NumberField />
            </Form.Item>
          )
        })}
      </div>
    </fieldset>
  )
}
