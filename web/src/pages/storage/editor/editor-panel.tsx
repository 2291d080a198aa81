import { formatCount } from '@lims/contract/format-count.ts'
import { Button, Card } from 'antd'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { CellPanel } from './cell-panel.tsx'
import { tapToChoose } from './choose-bar.tsx'
import styles from './editor-panel.module.css'
import type { StorageCell } from './editor-state.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  editor: Editor
  models: ReadonlyMap<number, GridModel>
  /** The cell that is described while nothing is selected. */
  at: StorageCell
}

/** The panel beside the grid, and how many tubes are selected, to be read aloud. */
export function EditorPanel(props: Props) {
  const { state, selected } = props.editor
  const { isChoosing, cut } = state
  return (
    <>
      {/* There before the first selection: a screen reader reads what changes inside of a region. */}
      <div role="status" className="read-aloud-only">
        {selected && selected.cells.size > 0
          ? `${formatCount(selected.cells.size, 'tube')} selected in ${selected.model.storage.alias}`
          : isChoosing && !cut && tapToChoose}
      </div>
      {/* While tubes are chosen by tapping, the bar below the grid has the buttons. */}
      {!isChoosing && <PanelAt {...props} />}
    </>
  )
}

/** The selection if there is one, otherwise the focused cell. */
function PanelAt({ editor, models, at: { storageId, cell } }: Props) {
  const { selected } = editor
  if (selected && selected.cells.size > 0) {
    return (
      <SelectionPanel
        count={selected.cells.size}
        alias={selected.model.storage.alias}
        onMove={editor.cutSelection}
        onTakeOut={editor.takeOutSelection}
        onClear={editor.clear}
      />
    )
  }
  const model = models.get(storageId)
  return (
    model && (
      <CellPanel
        model={model}
        cell={cell}
        onOpen={() => editor.open(model, cell)}
        onMove={() => editor.cutAt(model, cell)}
      />
    )
  )
}

type SelectionPanelProps = {
  count: number
  alias: string
  onMove: () => void
  onTakeOut: () => void
  onClear: () => void
}

function SelectionPanel({ count, alias, onMove, onTakeOut, onClear }: SelectionPanelProps) {
  const denied = useDeniedProps('placement.edit')
  return (
    <Card>
      <div className={styles.name}>{formatCount(count, 'tube')} selected</div>
      <div className={styles.from}>in {alias}</div>
      <div className={styles.buttons}>
        <Button {...denied} onClick={onMove}>
          Move…
        </Button>
        <Button danger {...denied} onClick={onTakeOut}>
          Disassociate
        </Button>
        <Button onClick={onClear}>Clear selection</Button>
      </div>
    </Card>
  )
}
