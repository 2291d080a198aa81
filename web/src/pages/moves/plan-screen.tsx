import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { movesTrail } from '../../entities/freezer-work/trails.ts'
import { movePlanQuery } from '../../entities/move/move-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import styles from './moves.module.css'
import { newPlanDraft, type PlanDraft, PlanForm, requestOf } from './plan-form.tsx'
import { useStartMove } from './use-move-writes.ts'

const PlanPreview = lazyPart(() => import('./plan-preview.tsx').then((file) => file.PlanPreview), { rows: 3 })

/** Shows the plan of a move while it is chosen, before it is started. */
export function PlanScreen() {
  const { storageId } = useSearch({ from: '/signed-in/moves/new' })
  const [draft, setDraft] = useState(() => newPlanDraft(storageId ? [storageId] : []))
  return (
    <>
      <PageHeader title="New plan" trail={movesTrail} />
      <div className={styles.planning}>
        <Card>
          <PlanForm draft={draft} onChange={setDraft} />
        </Card>
        <Card>
          <Plan draft={draft} />
        </Card>
      </div>
    </>
  )
}

/** The plan that the server makes of a draft, and its start. */
function Plan({ draft }: { draft: PlanDraft }) {
  const request = requestOf(draft)
  const hasSource = draft.choice.storageIds.length > 0
  const plan = useQuery({
    ...movePlanQuery(request ?? draft.choice),
    enabled: hasSource && request !== undefined,
    staleTime: 0,
  })
  const navigate = useNavigate()
  const leave = useLeavePage()
  const start = useStartMove()
  const denied = useDeniedProps('move.plan')

  const submit = () =>
    request &&
    start.mutate(request, {
      onSuccess: ({ move }) =>
        void leave(() => navigate({ to: '/moves/$moveId', params: { moveId: move.id } })),
    })

  if (!hasSource) return <EmptyState text="Choose what to empty, and the plan is shown here." />
  if (!request) return <EmptyState text="The plan is shown once the number is corrected." />
  if (plan.isError) return <QueryError title="There is no plan" query={plan} />
  return (
    <PlanPreview
      plan={plan.data}
      action={
        <Button
          type="primary"
          size="large"
          loading={start.isPending}
          title={denied.title}
          disabled={denied.disabled === true || !plan.data || plan.data.boxes + plan.data.notFitting === 0}
          onClick={submit}
        >
          Start moving
        </Button>
      }
    />
  )
}
