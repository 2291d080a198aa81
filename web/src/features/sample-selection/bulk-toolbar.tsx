import { CloseOutlined, DownOutlined, MoreOutlined } from '@ant-design/icons'
import type { ExportFormat } from '@lims/contract/exports.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useDeniedPropsOf } from '../../entities/session/use-may.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { DarkSurface } from './dark-surface.tsx'
import styles from './sample-selection.module.css'

type BulkAction = {
  label: string
  permission: Permission
  run: () => void
  isDanger?: true
  isBusy?: boolean
}

/** The actions that always have a button, those that have one on a wide screen, and those that are in the menu. */
export type BulkActions = Record<'always' | 'wide' | 'menu', readonly BulkAction[]>

type Props = {
  text: string
  /** Chooses all samples that match. */
  all: ReactNode
  actions: BulkActions
  isExporting: boolean
  onExport: (format: ExportFormat) => void
  onClear: () => void
}

/** How many samples are chosen, and the actions. On a narrow screen most of them, and the export, are in the menu. */
export function BulkToolbar({ text, all, actions, isExporting, onExport, onClear }: Props) {
  const isNarrow = useAtMost('xl')
  const deniedOf = useDeniedPropsOf()
  const { button, refocus } = useMenuButton()
  const { always, wide, menu } = actions
  const buttons = isNarrow ? always : [...always, ...wide]
  const inMenu = isNarrow ? [...wide, ...menu] : menu

  const exportItems = (['csv', 'xlsx'] as const).map((format) => ({
    key: format,
    label: format === 'csv' ? 'As CSV' : 'As Excel workbook',
    onClick: () => onExport(format),
    ...deniedOf('export'),
  }))
  const menuItems = [
    ...(isNarrow ? [{ key: 'export', label: 'Export', children: exportItems }] : []),
    ...inMenu.map(({ label, permission, run, isDanger = false }) => ({
      key: label,
      label,
      onClick: run,
      danger: isDanger,
      ...deniedOf(permission),
    })),
  ]

  return (
    <div className={styles.anchor}>
      <DarkSurface>
        <div className={`${styles.bar} not-printed`} role="toolbar" aria-label="Chosen samples">
          <div className={styles.chosen}>
            <strong className="numbers">{text}</strong>
            {all}
          </div>
          <div className={styles.actions}>
            {buttons.map(({ label, permission, run }) => (
              <Button key={label} {...deniedOf(permission)} onClick={run}>
                {label}
              </Button>
            ))}
            {!isNarrow && (
              <ButtonMenu placement="topRight" menu={{ items: exportItems }}>
                <Button loading={isExporting} icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  Export chosen
                </Button>
              </ButtonMenu>
            )}
            <ButtonMenu placement="topRight" menu={{ items: menuItems, onClick: refocus }}>
              <Button
                ref={button}
                loading={inMenu.some(({ isBusy }) => isBusy)}
                aria-label="More actions"
                title="More actions"
                icon={<MoreOutlined aria-hidden />}
              />
            </ButtonMenu>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              onClick={onClear}
              aria-label="Clear"
              title="Clear"
            />
          </div>
        </div>
      </DarkSurface>
    </div>
  )
}
