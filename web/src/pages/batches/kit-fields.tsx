import { TubeCount } from '@lims/contract/batches.ts'
import { Form } from 'antd'
import { NumberField, numberRule } from '../../forms/number-field.tsx'
import styles from './batch-form.module.css'
import { describeTube } from './describe-tube.ts'
import { kitTubeTypes } from './patient-batch.ts'

/** The number of tubes of each type per patient. */
export function KitFields() {
  return (
    <fieldset className={styles.kit}>
      <legend className={styles.legend}>Tubes per patient</legend>
      <div className={styles.four}>
        {kitTubeTypes.map((tubeType) => (
          <Form.Item
            key={tubeType}
            name={['tubes', tubeType]}
            label={tubeType}
            extra={describeTube(tubeType)}
            rules={[numberRule(TubeCount)]}
          >
            <NumberField isCount />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  )
}
