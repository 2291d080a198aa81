import { DownOutlined, MinusOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons'
import { Button, type ButtonProps, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { boundedWidth, useColumnChoice } from './column-choice.ts'
import styles from './columns-button.module.css'
import { type ColumnKey, columnKeys, sampleColumns } from './sample-columns.tsx'

/** Pixels that a press makes a column narrower or wider. */
const widthStep = 24

/** The shown columns stand first, in their order. */
export function ColumnPanel() {
  const { columns, isChanged, choose, widths, setWidths, isCompact, setCompact } = useColumnChoice()
  const { list, keepFocus } = useFocusAfterMove(columns)
  const hidden = columnKeys.filter((key) => !columns.includes(key))

  function move(key: ColumnKey, step: -1 | 1) {
    const from = columns.indexOf(key)
    const moved = columns.toSpliced(from, 1).toSpliced(from + step, 0, key)
    keepFocus(key, step)
    choose(moved)
  }
  function widen(key: ColumnKey, step: -1 | 1) {
    const width = widths[key] ?? sampleColumns[key].width
    setWidths({ ...widths, [key]: boundedWidth(key, width + step * widthStep) })
  }
  function toggle(key: ColumnKey) {
    keepFocus(key)
    choose(columns.includes(key) ? columns.filter((other) => other !== key) : [...columns, key])
  }

  function restore() {
    choose(undefined)
    setWidths({})
  }

  return (
    <section className={styles.choice} aria-label="Columns of the list">
      <ol className={styles.columns} ref={list}>
        {[...columns, ...hidden].map((key) => {
          const place = columns.indexOf(key)
          const { title } = sampleColumns[key]
          return (
            <li key={key}>
              {/* The status is always shown. */}
              <Checkbox
                id={idOf(key)}
                checked={place >= 0}
                disabled={key === 'status'}
                onChange={() => toggle(key)}
              >
                {title}
              </Checkbox>
              {place >= 0 && (
                <span className={styles.moves}>
                  <SmallButton
                    icon={<MinusOutlined aria-hidden />}
                    aria-label={`${title} narrower`}
                    title="Narrower"
                    onClick={() => widen(key, -1)}
                  />
                  <SmallButton
                    icon={<PlusOutlined aria-hidden />}
                    aria-label={`${title} wider`}
                    title="Wider"
                    onClick={() => widen(key, 1)}
                  />
                  <SmallButton
                    id={idOf(key, -1)}
                    icon={<UpOutlined aria-hidden />}
                    aria-label={`Move ${title} to the left`}
                    title="To the left"
                    disabled={place === 0}
                    onClick={() => move(key, -1)}
                  />
                  <SmallButton
                    id={idOf(key, 1)}
                    icon={<DownOutlined aria-hidden />}
                    aria-label={`Move ${title} to the right`}
                    title="To the right"
                    disabled={place === columns.length - 1}
                    onClick={() => move(key, 1)}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <div className={styles.foot}>
        <Button size="small" disabled={!isChanged} onClick={restore}>
          Usual columns
        </Button>
        <Checkbox checked={isCompact} onChange={({ target }) => setCompact(target.checked)}>
          Compact rows
        </Checkbox>
      </div>
    </section>
  )
}

const SmallButton = (props: ButtonProps) => <Button type="text" size="small" {...props} />

const idOf = (key: ColumnKey, step?: -1 | 1) =>
  `column-${key}${step === undefined ? '' : step < 0 ? '-left' : '-right'}`

/** A row that changes its place loses the focus; it is given back to the same control, or to its twin at the ends. */
function useFocusAfterMove(columns: readonly ColumnKey[]) {
  const list = useRef<HTMLOListElement>(null)
  const [wanted, setWanted] = useState<{ key: ColumnKey; step?: -1 | 1 }>()

  // Synchronises with the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes
  useEffect(() => {
    if (!wanted) return
    const find = (step?: -1 | 1) =>
      list.current?.querySelector<HTMLElement>(`#${idOf(wanted.key, step)}:enabled`)
    const { step } = wanted
    const control = step === undefined ? find() : (find(step) ?? find(step === 1 ? -1 : 1))
    control?.focus()
  }, [columns])

  return {
    list,
    keepFocus: (key: ColumnKey, step?: -1 | 1) => setWanted(step === undefined ? { key } : { key, step }),
  }
}
