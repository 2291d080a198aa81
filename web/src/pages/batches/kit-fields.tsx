import { TubeCount } from '@lims/contract/batches.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { tubeTypes } from '@lims/contract/tube-types.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { Form } from 'antd'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import styles from './batch-form.module.css'
import { kitTubeTypes } from './patient-batch.ts'

/** The number of tubes of each type per patient. */
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
              <NumberField isCount />
            </Form.Item>
          )
        })}
      </div>
    </fieldset>
  )
}
