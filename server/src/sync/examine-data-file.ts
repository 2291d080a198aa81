import { formatNumber } from '@lims/contract/format-count.ts'
import { addressOf, type FoundObject, findObject } from './data-object.ts'
import { fileSignature } from './file-signature.ts'
import { readBamHeader, UnusableBam } from './read-bam-header.ts'
import { orUnreadable, Unreadable, withRegularFile } from './read-regular-file.ts'
import type { DataFile, DvcOutput, ScanLine } from './scan-lines.ts'
import { storableText } from './storable-text.ts'
import type { FoundDvcFile } from './walk-repository.ts'

/**
 * Yields what has changed of a BAM file. Reads its header only if the file or its entry in DVC differs from what is
 * known.
 */
export function* examineDataFile(
  root: string,
  { path: dvcPath, project }: FoundDvcFile,
  output: DvcOutput,
  known: DataFile | undefined,
): Generator<ScanLine> {
  const { path, md5, layout, remote } = output
  const uri = addressOf(project, output)
  const found = orUnreadable(() => findObject(project, root, output))
  const object = objectOf(found)
  // DVC writes no sizes into the manifest of a folder.
  const size = output.size ?? (found && 'stat' in found ? Number(found.stat.size) : null)
  const file = { path, md5, size, layout, remote, uri, object }
  if (known?.object === object && known.md5 === md5 && known.size === size) {
    const { header, sampleNames } = known
    if (known !== output || known.uri !== uri) {
      yield { is: 'file', dvcPath, wasExamined: false, ...file, header, sampleNames }
    }
    return
  }
  const { problem, ...content } = examined(found, size)
  yield { is: 'file', dvcPath, wasExamined: true, ...file, ...content }
  if (problem) yield { is: 'problem', kind: 'file', dvcPath, path, message: problem }
}

type Examined = Pick<DataFile, 'header' | 'sampleNames'> & { problem?: string }

type Found = FoundObject | Unreadable | undefined

/** Returns a text that stays the same while the content is where it was, and unchanged. */
function objectOf(found: Found): string {
  if (!found) return ''
  return found instanceof Unreadable ? found.message : `${found.place}:${fileSignature(found.stat)}`
}

function examined(found: Found, size: number | null): Examined {
  if (!found) return { header: 'absent', sampleNames: [] }
  const unusable = (problem: string): Examined => ({ header: 'unusable', sampleNames: [], problem })
  if (found instanceof Unreadable) return unusable(found.message)
  const bytes = Number(found.stat.size)
  if (size !== null && bytes !== size) {
    return unusable(`has ${formatNumber(bytes)} bytes where DVC says ${formatNumber(size)}`)
  }
  try {
    const names = withRegularFile(found.file, readBamHeader)
    return { header: 'read', sampleNames: names.map((name) => storableText(name, 200)) }
  } catch (error) {
    if (error instanceof UnusableBam || error instanceof Unreadable) return unusable(error.message)
    throw error
  }
}
