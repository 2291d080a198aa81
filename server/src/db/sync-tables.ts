import type { Generated, GeneratedAlways } from 'kysely'

export type SyncRunTable = {
  id: GeneratedAlways<number>
  started_at: Date
  /** Null for a scheduled scan. */
  started_by: string | null
  ended_at: Date | null
  outcome: 'done' | 'failed' | 'stopped' | null
  files_expected: number | null
  files_processed: Generated<number>
  samples_linked: Generated<number>
  beat_at: Generated<Date>
}

export type SyncErrorTable = {
  kind: 'scan' | 'tree' | 'dvc-file' | 'file' | 'match'
  dvc_path: string
  path: string
  message: string
  at: Date
  run_id: number
  key: GeneratedAlways<string>
}

export type DvcFileTable = { path: string; signature: string; run_id: number }

export type DataFileTable = {
  dvc_path: string
  path: string
  md5: string
  size: number | null
  uri: string
  layout: 2 | 3
  remote: string | null
  object: string
  header: 'read' | 'absent' | 'unusable'
  /** Null: a name that was erased. */
  sample_names: (string | null)[]
  run_id: number
  is_gone: Generated<boolean>
  needs_match: Generated<boolean>
  fits: string | null
  sample_id: string | null
}
