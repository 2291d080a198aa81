import path from 'node:path'
import type { Plugin } from 'vite'

const replacement = path.join(import.meta.dirname, 'no-table-filters.js')

/**
 * Leaves the filters that antd's Table can show in a column's heading out of the build, with their tree and menus: no
 * table has them, as filters belong to the address of a page. `no-table-filters.js` throws if a column asks for one.
 */
export function leaveOutTableFilters(): Plugin {
  return {
    name: 'leave-out-table-filters',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './hooks/useFilter' && importer?.endsWith('antd/es/table/InternalTable.js')
        ? replacement
        : undefined,
  }
}
