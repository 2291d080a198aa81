import { Alert } from 'antd'
import { textOfFailure } from '../../api/call-error.ts'

/** Says why a rack file could not be previewed. */
export const RackFileError = ({ error }: { error: Error }) => (
  <Alert
    type="error"
    showIcon
    title="This rack file cannot be used"
    description={textOfFailure(error, 'The file could not be read')}
  />
)
