import { CheckOutlined } from '@ant-design/icons'
import { permissions, permissionTexts, Role, roles } from '@lims/contract/permissions.ts'
import { Modal } from 'antd'
import styles from './people.module.css'

/** The table of roles and permissions. */
export function RolesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal
      title="What each role may do"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={860}
      destroyOnHidden
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
      <section className={styles.matrixPlace} aria-label="Permissions by role" tabIndex={0}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="read-aloud-only">Permission</span>
              </th>
              {Role.options.map((role) => (
                <th key={role} scope="col">
                  {roles[role].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <tr key={permission}>
                <th scope="row">{permissionTexts[permission]}</th>
                {Role.options.map((role) => (
                  <td key={role}>
                    {roles[role].permissions.includes(permission) ? (
                      <CheckOutlined aria-label="yes" className={styles.yes ?? ''} />
                    ) : (
                      <span className="read-aloud-only">no</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Modal>
  )
}
