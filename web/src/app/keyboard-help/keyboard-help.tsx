import { Checkbox, Modal } from 'antd'
import { useStore } from '../../api/create-store.ts'
import { singleKeyShortcuts, singleKeys } from '../../features/scanning/single-key-shortcuts.ts'
import { KeyCap } from '../../ui/key-cap.tsx'
import type { Shortcut } from '../../ui/shortcut.ts'
import { places } from './help-keys.ts'
import styles from './keyboard-help.module.css'

type Props = { isOpen: boolean; onClose: () => void }

/** All keyboard shortcuts, by screen, and the switch for those of a single character. */
export function KeyboardHelp({ isOpen, onClose }: Props) {
  const areSingleKeysOn = useStore(singleKeyShortcuts)
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
      <Checkbox checked={areSingleKeysOn} onChange={({ target }) => singleKeyShortcuts.set(target.checked)}>
        Use {singleKeys.join(' and ')} as shortcuts in this browser
      </Checkbox>
      <div className={styles.places}>
        {places.map(({ title, shortcuts }) => (
          <section key={title} className={styles.place}>
            <h2>{title}</h2>
            <dl>
              {(areSingleKeysOn ? shortcuts : withoutSingleKeys(shortcuts)).map((shortcut) => (
                <Row key={shortcut.does} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

const withoutSingleKeys = (shortcuts: readonly Shortcut[]): readonly Shortcut[] =>
  shortcuts
    .map(({ keys, does }) => ({ keys: keys.filter((key) => !singleKeys.includes(key)), does }))
    .filter(({ keys }) => keys.length > 0)

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
