const noFilters = { states: [], values: {} }

/** In place of the hook of antd's Table: no column has a filter. */
// biome-ignore lint/style/noDefaultExport: antd imports it so.
export default function useFilter({ mergedColumns }) {
  const filtered = mergedColumns.find(({ filters, filterDropdown }) => filters || filterDropdown)
  if (filtered) throw new Error('Columns have no filters: see web/replace-imports.ts')
  return [(columns) => columns, noFilters.states, noFilters.values]
}

export const getFilterData = (rows) => rows
