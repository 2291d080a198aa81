import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take more than 15 s, so that none of them ends alone. */
const longest = [
  'http/any-request',
  'postgres/killed',
  'samples/rows-read',
  'http/masking-walk',
  'db/database-down',
  'postgres/account',
  'postgres/data-folder',
  'tools/erasure',
  'tools/data-commands',
  'src/main',
  'db/migrate',
  'sync/killed-scan',
].map((name) => `${name}.test.ts`)

const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name))

/** The order of Vitest, by the size of the files, with the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
