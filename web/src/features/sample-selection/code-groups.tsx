import { CheckCircleFilled, ExclamationCircleFilled, QuestionCircleFilled } from '@ant-design/icons'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { CodeCandidate, ResolveCodesReply } from '@lims/contract/sample-bulk.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { App, Button, Pagination, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { Mono } from '../../ui/mono.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import styles from './codes-dialog.module.css'

/** The sample that a person chose for each ambiguous code. */
export type SettledCodes = ReadonlyMap<string, string>

/** The samples of a list: those found, and those chosen for ambiguous codes. A sample with two codes counts once. */
export function chosenIdsOf({ found, ambiguous }: ResolveCodesReply, settled: SettledCodes): string[] {
  const chosen = ambiguous.flatMap(({ code }) => settled.get(code) ?? [])
  return [...new Set([...found.map(({ sample }) => sample.id), ...chosen])]
}

type Props = {
  result: ResolveCodesReply
  settled: SettledCodes
  onSettle: (settled: SettledCodes) => void
}

/** The codes of a list in three groups: found, ambiguous and unknown. */
export function CodeGroups({ result: { found, ambiguous, unknown }, settled, onSettle }: Props) {
  const samples = new Set(found.map(({ sample }) => sample.id)).size
  const repeated = found.length - samples
  const open = ambiguous.filter(({ code }) => !settled.has(code)).length
  return (
    <div className={styles.groups}>
      <Group
        label="Found"
        icon={<CheckCircleFilled aria-hidden className={styles.good} />}
        title={`${formatNumber(samples)} found`}
        detail={
          repeated > 0
            ? `${formatCount(repeated, 'code')} more for a sample that is found already`
            : undefined
        }
      />
      {ambiguous.length > 0 && (
        <Group
          label="Ambiguous"
          icon={<QuestionCircleFilled aria-hidden className={styles.doubt} />}
          title={`${formatNumber(ambiguous.length)} ambiguous`}
          detail={open > 0 ? `${formatNumber(open)} left out until you choose a sample` : 'all settled'}
        >
          <AmbiguousCodes ambiguous={ambiguous} settled={settled} onSettle={onSettle} />
        </Group>
      )}
      {unknown.length > 0 && (
        <Group
          label="Unknown"
          icon={<ExclamationCircleFilled aria-hidden className={styles.bad} />}
          title={`${formatNumber(unknown.length)} unknown`}
          detail="no sample has these codes"
          action={<CopyButton text={unknown.join('\n')} />}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
          <section aria-label="Unknown codes" className={styles.unknown} tabIndex={0}>
            <Mono>{unknown.slice(0, maxListed).join('\n')}</Mono>
            {unknown.length > maxListed && (
              <div className="muted">and {formatNumber(unknown.length - maxListed)} more; Copy takes all</div>
            )}
          </section>
        </Group>
      )}
    </div>
  )
}

const maxListed = 500

type GroupProps = {
  label: string
  icon: ReactNode
  title: string
  detail?: string | undefined
  action?: ReactNode
  children?: ReactNode
}

function Group({ label, icon, title, detail, action, children }: GroupProps) {
  return (
    <section aria-label={label}>
      <div className={styles.groupHead}>
        {icon}
        <strong className="numbers">{title}</strong>
        {detail && <span className="muted">{detail}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const { message } = App.useApp()
  async function copy() {
    await navigator.clipboard.writeText(text)
    void message.success('Copied')
  }
  // A page without https has no clipboard.
  const handleClick = () => copy().catch(() => void message.error('The codes could not be copied'))
  return (
    <Button size="small" className={styles.copy ?? ''} onClick={handleClick}>
      Copy
    </Button>
  )
}

const codesPerPage = 20

function AmbiguousCodes({
  ambiguous,
  settled,
  onSettle,
}: Pick<ResolveCodesReply, 'ambiguous'> & Pick<Props, 'settled' | 'onSettle'>) {
  const [page, setPage] = useState(1)
  const shown = ambiguous.slice((page - 1) * codesPerPage, page * codesPerPage)

  function settle(code: string, id: string | undefined) {
    const next = new Map(settled)
    if (id) next.set(code, id)
    else next.delete(code)
    onSettle(next)
  }

  return (
    <>
      <ul className={styles.ambiguous}>
        {shown.map(({ code, candidates, hasMore }) => (
          <li key={code}>
            <Mono>{code}</Mono>
            <Select
              aria-label={`Sample for ${code}`}
              placeholder={`Choose one of ${candidates.length}${hasMore ? ' or more' : ''}, or leave out`}
              allowClear
              value={settled.get(code) ?? null}
              onChange={(id: string | null | undefined) => settle(code, id ?? undefined)}
              options={candidates.map((candidate) => ({
                value: candidate.id,
                label: `${candidate.name} · ${candidate.alias} · ${candidate.batchName}`,
                candidate,
              }))}
              optionRender={({ data }) => <Candidate sample={data.candidate} />}
            />
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={page}
        total={ambiguous.length}
        pageSize={codesPerPage}
        onChange={setPage}
        {...tablePages}
      />
    </>
  )
}

function Candidate({ sample }: { sample: CodeCandidate }) {
  const { name, alias, type, status, batchName, subjectId } = sample
  return (
    <span className={styles.candidate}>
      <span>
        {name} <Mono isMuted>{alias}</Mono> <StatusTag status={status} />
      </span>
      <small className="muted">{[displayName(type), batchName, subjectId].filter(Boolean).join(' · ')}</small>
    </span>
  )
}
