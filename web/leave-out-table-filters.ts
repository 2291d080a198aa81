import path from 'node:path'
import type { Plugin } from 'vite'

const replacement = path.join(import.meta.dirname, 'no-table-filters.js')

/**
 * Leaves the filters that antd's Table can show in a column's heading out of the build, with their tree and menus: no
 * table has them, as filters belong to the address of a page. `no-table-filters.js` throws if a column asks for one. The
 * build fails if antd has no such module any more.
 */
export function leaveOutTableFilters(): Plugin {
  let isLeftOut = false
  return {
    name: 'leave-out-table-filters',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => {
      if (source !== './hooks/useFilter' || !importer?.endsWith('antd/es/table/InternalTable.js')) return
      isLeftOut = true
      return replacement
    },
    generateBundle() {
      if (!isLeftOut) this.error("The filters of antd's Table were not found: see leave-out-table-filters.ts")
    },
  }
}
