/** What an earlier scan has read of a DVC file. */
export type KnownDvcFile = { path: string; signature: string; files: DataFile[] }
/** The input of the scan program, line by line: the repository, then every DVC file, then every BAM file. */
export type KnownLine =
  | { repository: string }
  | Pick<KnownDvcFile, 'path' | 'signature'>
  | { dvcPath: string; file: DataFile }

/** The remote of a file that DVC does not push. */
export const noRemote = ''

/** Where DVC keeps the content of a file. */
export type DvcOutput = {
  /** In the repository, with slashes. */
  path: string
  md5: string
  size: number | null
  layout: 2 | 3
  /** Its own remote; null is the default one, `noRemote` none. */
  remote: string | null
}

/** A BAM file that a DVC file names. */
export type DataFile = DvcOutput & {
  uri: string
  /** Where its content was found, and its signature; empty if it is not on this machine. */
  object: string
  header: 'read' | 'absent' | 'unusable'
}

export type Problem = {
  /** What must be read again before the problem can be gone: the tree, which every scan reads, or one file. */
  kind: 'tree' | 'dvc-file' | 'file'
  dvcPath: string
  path: string
  message: string
}

/** `sampleNames`: those in the @RG lines of its header; undefined if they stay as they were saved. */
export type FoundFile = DataFile & { sampleNames?: string[] }

/** The output of the scan program, line by line. The BAM files of a DVC file come before it. */
export type ScanLine =
  | ({ is: 'file'; dvcPath: string; wasExamined: boolean } & FoundFile)
  | ({ is: 'problem' } & Problem)
  | { is: 'dvc-file'; path: string; signature: string; keepsFiles: boolean }
  | { is: 'gone'; path: string }
  | { is: 'progress'; dvcFiles: number }
  | { is: 'unreadable'; message: string }
