import type { FieldChange } from '@lims/contract/errors.ts'
import { formatSeries } from '@lims/contract/join-texts.ts'
import { Alert, Button } from 'antd'
import { clock } from '../ui/clock.ts'
import { formatInstant } from '../ui/format-instant.ts'
import { formatTime } from '../ui/format-moment.ts'
import { useRerenderDaily } from '../ui/use-rerender-daily.ts'
import { DraftNotices } from './draft-notices.tsx'
import styles from './notice.module.css'
import type { EditForm } from './use-edit-form.ts'

type Props = {
  edit: Pick<EditForm, 'draft' | 'isSaving' | 'isDeleted' | 'staleFailure' | 'loadNewest' | 'isLoadingNewest'>
  /** The name of the record. */
  name: string
  /** The label of each form field, by its name in the contract. */
  captions: Readonly<Record<string, string>>
}

/** The notices above an edit form: draft restored, record deleted, or record changed by another person. */
export function EditNotices({ edit, name, captions }: Props) {
  const { draft, isSaving, isDeleted, staleFailure, loadNewest, isLoadingNewest } = edit
  useRerenderDaily()
  return (
    <>
      <DraftNotices draft={draft} isSaving={isSaving} />
      {isDeleted && (
        <Alert
          className={styles.notice ?? ''}
          type="warning"
          showIcon
          title={`${name} has been deleted`}
          description="Another person deleted it, so it cannot be saved. You can still read and copy your input."
        />
      )}
      {staleFailure && (
        <Alert
          className={styles.notice ?? ''}
          type="warning"
          showIcon
          title={describeChanges(staleFailure.changes, captions) || staleFailure.message}
          // The button stands below the text: beside it, a narrow form would leave the text no room.
          description={
            <>
              <p className={styles.text}>
                Nothing was saved. Load the newest version: your input stays, all other fields are updated.
                Then save again.
              </p>
              <Button loading={isLoadingNewest} onClick={loadNewest}>
                Load newest version
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

/** 'Name and Notes were changed by Chiara Rossi at 14:02.' Empty without changes. */
export function describeChanges(
  changes: readonly FieldChange[],
  captions: Readonly<Record<string, string>>,
): string {
  const bySave = Map.groupBy(changes, ({ personName, changedAt }) => `${changedAt} ${personName}`)
  const sentences = [...bySave.values()].map((fields) => {
    const names = fields.map(({ field }) => captions[field] ?? field)
    const verb = names.length === 1 ? 'was' : 'were'
    const [{ personName, changedAt } = { personName: '', changedAt: '' }] = fields
    return `${formatSeries(names)} ${verb} changed by ${personName} ${formatTimeOfChange(changedAt)}.`
  })
  return sentences.join(' ')
}

/** 'at 14:02' for a time of today, else 'on 12 Nov 2026, 14:02'. */
function formatTimeOfChange(instant: string): string {
  const date = new Date(instant)
  const isToday = clock().dayOf(date) === clock().dayOf(new Date())
  return isToday ? `at ${formatTime(date)}` : `on ${formatInstant(instant)}`
}
