import { Modal } from 'antd'
import { KeyCap } from '../../ui/key-cap.tsx'
import type { Shortcut } from '../../ui/shortcut.ts'
import { places } from './help-keys.ts'
import styles from './keyboard-help.module.css'

type Props = { isOpen: boolean; onClose: () => void }

/** All keyboard shortcuts, by screen. */
export function KeyboardHelp({ isOpen, onClose }: Props) {
  return (
    <Modal
      title="Keyboard shortcuts"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={820}
      destroyOnHidden
    >
      <div className={styles.places}>
        {places.map(({ title, shortcuts }) => (
          <section key={title} className={styles.place}>
            <h2>{title}</h2>
            <dl>
              {shortcuts.map((shortcut) => (
                <Row key={shortcut.keys[0]} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function Row({ keys, does }: Shortcut) {
  return (
    <div className={styles.row}>
      <dt>{does}</dt>
      <dd>
        {groupByModifier(keys).map(({ modifier, caps }) => (
          <span key={modifier ?? ''} className={styles.group}>
            {modifier && <KeyCap name={modifier} />}
            {modifier && '+'}
            {caps.map((name) => (
              <KeyCap key={name} name={name} />
            ))}
          </span>
        ))}
      </dd>
    </div>
  )
}

/** Groups keys by the modifier that is pressed with them. */
function groupByModifier(keys: readonly string[]) {
  const split = keys.map((name) => /^(?:(ctrl|shift) )?(.+)$/.exec(name) ?? [])
  const modifiers = [...new Set(split.map(([, modifier]) => modifier))]
  return modifiers.map((modifier) => ({
    modifier,
    caps: split.flatMap(([, own, key]) => (own === modifier && key ? [key] : [])),
  }))
}
