import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

type Import = {
  /** The module that imports, by the end of its path. */
  by: string
  source: string
  /** What it gets instead: a file of `unused/`, or a smaller module of the same library. */
  instead: string
}

const unused = (file: string) => path.join(import.meta.dirname, 'unused', file)

const ofAntd = (module: string, part: string): Import => ({
  by: `antd/es/${module}`,
  source: `./${part}`,
  instead: unused('component.js'),
})

/** What the modules of libraries import and no page needs. */
const unneeded: readonly Import[] = [
  // Filters belong to the address of a page, not to the heading of a column.
  { by: 'antd/es/table/InternalTable.js', source: './hooks/useFilter', instead: unused('table-filters.js') },
  // A card has no tabs of its own.
  { by: 'antd/es/card/Card.js', source: '../tabs', instead: unused('component.js') },
  { by: 'antd/es/pagination/Pagination.js', source: '../select', instead: unused('size-changer.js') },
  // Many rows are chosen by checkboxes, one by radio buttons of its own column.
  { by: 'antd/es/table/hooks/useSelection.js', source: '../../radio', instead: unused('component.js') },
  ...['OTP', 'Password', 'Group', 'Search'].map((part) => ofAntd('input/index.js', part)),
  ...['Avatar', 'Button', 'Image', 'Input'].map((part) => ofAntd('skeleton/Skeleton.js', part)),
  {
    by: 'zod/v4/classic/schemas.js',
    source: '../core/to-json-schema.js',
    instead: unused('to-json-schema.js'),
  },
  {
    by: 'zod/v4/classic/schemas.js',
    source: '../core/json-schema-processors.js',
    instead: unused('json-schema-processors.js'),
  },
  // Each component of antd knows the contexts of forms, which brought all of the forms into the first script.
  {
    by: 'antd/es/form/context.js',
    source: '@rc-component/form',
    instead: '@rc-component/form/es/FormContext.js',
  },
]

/** Modules of libraries that ours replace for speed; each file says why. */
const faster: readonly Import[] = [
  {
    by: '@rc-component/virtual-list/es/List.js',
    source: './hooks/useChildren',
    instead: path.join(import.meta.dirname, 'faster/list-rows.ts'),
  },
]

const imports = [...unneeded, ...faster]

/**
 * Replaces imports of libraries in the build. What is in `unused/` throws if it is used after all, but the size
 * changer, which shows nothing. The build fails if a library has no such import any more.
 */
export function replaceImports(): Plugin {
  const replaced = new Set<Import>()
  return {
    name: 'replace-imports',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = imports.find((each) => each.source === source && importer?.endsWith(each.by))
      if (!found) return null
      replaced.add(found)
      return existsSync(found.instead) ? found.instead : this.resolve(found.instead, importer)
    },
    generateBundle() {
      for (const each of imports)
        if (!replaced.has(each))
          this.error(`${each.by} does not import ${each.source}: see replace-imports.ts`)
    },
  }
}
