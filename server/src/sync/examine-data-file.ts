import { formatNumber } from '@lims/contract/format-count.ts'
import { addressOf, type FoundObject, findKept, findObject } from './data-object.ts'
import { fileSignature } from './file-signature.ts'
import { readBamHeader, UnusableBam } from './read-bam-header.ts'
import { orUnreadable, Unreadable, withRegularFile } from './read-regular-file.ts'
import type { DataFile, DvcOutput, FoundFile, ScanLine } from './scan-lines.ts'
import { storableText } from './storable-text.ts'
import type { FoundDvcFile } from './walk-repository.ts'

/**
 * Yields what has changed of a BAM file. Reads its header only if the file or its entry in DVC differs from what is
 * known. What was read in the header stays true of the same content when that is no longer within reach. `isSizeInDvc`
 * is called only for an output of an unchanged DVC file, whose size may be that of the content found by an earlier
 * scan.
 */
export function* examineDataFile(
  root: string,
  { path: dvcPath, project }: FoundDvcFile,
  output: DvcOutput,
  known: DataFile | undefined,
  isSizeInDvc = () => output.size !== null,
): Generator<ScanLine> {
  const { path, md5, layout, remote } = output
  const uri = addressOf(project, root, output)
  const atAnyPlace = orUnreadable(() => findObject(project, root, output))
  const isTrusted = !isAtPath(objectOf(atAnyPlace)) || isAtPath(known?.object) || isSizeInDvc()
  const found = isTrusted ? atAnyPlace : orUnreadable(() => findKept(project, output))
  const object = objectOf(found)
  // DVC writes no sizes into the manifest of a folder.
  const same = known?.md5 === md5 ? known : undefined
  const size = output.size ?? (found && 'stat' in found ? Number(found.stat.size) : (same?.size ?? null))
  const file = { path, md5, size, layout, remote, uri, object }
  if (same?.object === object && same.size === size) {
    if (same !== output || same.uri !== uri) {
      yield { is: 'file', dvcPath, wasExamined: false, ...file, header: same.header }
    }
    return
  }
  const { problem, ...content } = examined(found, size, same?.header === 'read')
  yield { is: 'file', dvcPath, wasExamined: true, ...file, ...content }
  if (problem) yield { is: 'problem', kind: 'file', dvcPath, path, message: problem }
}

/** `object` replaces that of content that must be read again at the next scan. */
type Examined = Pick<FoundFile, 'header' | 'sampleNames'> & { object?: string; problem?: string }
type Found = FoundObject | Unreadable | undefined

/** Returns a text that stays the same while the content is where it was, and unchanged. */
function objectOf(found: Found): string {
  if (!found) return ''
  return found instanceof Unreadable ? found.message : `${found.place}:${fileSignature(found.stat)}`
}

/** Whether content was found at its path, and not in the cache or a remote. */
export const isAtPath = (object: string | undefined) => object?.startsWith('path:') ?? false

function examined(found: Found, size: number | null, wasReadBefore: boolean): Examined {
  if (!found) return wasReadBefore ? { header: 'read' } : { header: 'absent', sampleNames: [] }
  const unusable = (problem: string): Examined => ({ header: 'unusable', sampleNames: [], problem })
  const unreadable = ({ message }: Unreadable): Examined => ({
    ...(wasReadBefore ? { header: 'read', problem: message } : unusable(message)),
    object: message,
  })
  if (found instanceof Unreadable) return unreadable(found)
  const bytes = Number(found.stat.size)
  if (size !== null && bytes !== size) {
    return unusable(`has ${formatNumber(bytes)} bytes where DVC says ${formatNumber(size)}`)
  }
  try {
    const names = withRegularFile(found.file, readBamHeader)
    return { header: 'read', sampleNames: names.map((name) => storableText(name, 200)) }
  } catch (error) {
    if (error instanceof UnusableBam) return unusable(error.message)
    if (error instanceof Unreadable) return unreadable(error)
    throw error
  }
}
