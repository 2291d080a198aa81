import {
  defaultBelowPercent,
  type MoveDetails,
  type MoveGoal,
  movesApi,
  PercentFilled,
  RacksToFree,
} from '@lims/contract/moves.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Card, Checkbox, Form, Radio, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { QueryError } from '../../api/query-error.tsx'
import { useWrite } from '../../api/use-write.ts'
import { movesTrail } from '../../entities/freezer-work/trails.ts'
import { type MoveChoice, moveKeys, movePlanQuery } from '../../entities/move/move-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { NumberField, type NumberFieldValue, numberRule } from '../../forms/number-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import styles from './moves.module.css'

const PlanPreview = lazy(() => import('./plan-preview.tsx').then((file) => ({ default: file.PlanPreview })))

import { StorageList } from './storage-list.tsx'

const goals: { value: MoveGoal; label: string }[] = [
  { value: 'evacuate', label: 'Evacuate: all boxes out' },
  { value: 'free', label: 'Free racks of a freezer' },
  { value: 'consolidate', label: 'Consolidate: few tubes into fewer boxes' },
]

type Numbers = { racks?: NumberFieldValue; belowPercent?: NumberFieldValue }
const initialNumbers: Numbers = { racks: 2, belowPercent: defaultBelowPercent }

/** Adds the number that a goal needs; undefined if what was typed is not one. */
function withNumbers(choice: MoveChoice, numbers: Numbers): MoveChoice | undefined {
  if (choice.goal === 'evacuate') return choice
  if (choice.goal === 'free') {
    const { data: racks } = RacksToFree.safeParse(numbers.racks)
    return racks === undefined ? undefined : { ...choice, racks }
  }
  const { data: belowPercent } = PercentFilled.safeParse(numbers.belowPercent)
  return belowPercent === undefined ? undefined : { ...choice, belowPercent }
}

/** Chooses what to empty and where boxes may go, and shows the plan before it is started. */
export function PlanScreen() {
  const { storageId } = useSearch({ from: '/signed-in/moves/new' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [choice, setChoice] = useState<MoveChoice>({
    goal: 'evacuate',
    storageIds: storageId ? [storageId] : [],
  })
  const [numbers, setNumbers] = useState(initialNumbers)
  const change = (more: Partial<MoveChoice>) => setChoice({ ...choice, ...more })
  const denied = useDeniedProps('move.plan')
  const request = withNumbers(choice, numbers)
  const hasSource = choice.storageIds.length > 0
  const [targetsLabel, targetsHint] =
    choice.goal === 'consolidate'
      ? ['Also into boxes of']
      : ['Only into', 'Empty: any storage that is cold enough.']
  const plan = useQuery({
    ...movePlanQuery(request ?? choice),
    enabled: hasSource && request !== undefined,
    staleTime: 0,
  })
  const start = useWrite<{ move: MoveDetails }, MoveChoice>({
    mutationFn: (body) => call(movesApi.start, { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: moveKeys.all }),
    meta: { errorTitle: 'The move could not be started' },
  })

  const submit = () =>
    request &&
    start.mutate(request, {
      onSuccess: ({ move }) => void navigate({ to: '/moves/$moveId', params: { moveId: move.id } }),
    })

  return (
    <>
      <PageHeader title="New plan" trail={movesTrail} />
      <div className={styles.planning}>
        <Card>
          <Form
            layout="vertical"
            requiredMark={false}
            initialValues={initialNumbers}
            onValuesChange={(changed: Numbers) => setNumbers({ ...numbers, ...changed })}
          >
            <Form.Item label="Goal">
              <Radio.Group
                aria-label="Goal"
                className={styles.goals ?? ''}
                options={goals}
                value={choice.goal}
                onChange={(event) => change({ goal: event.target.value as MoveGoal })}
              />
            </Form.Item>
            <Form.Item label={choice.goal === 'free' ? 'Freezer' : 'Freezer or storage'}>
              <StorageList
                ids={choice.storageIds}
                label="Freezer or storage"
                onChange={(storageIds) => change({ storageIds })}
              />
            </Form.Item>
            {choice.goal === 'free' && (
              <Form.Item
                name="racks"
                label="Racks, shelves or drawers to free"
                rules={[numberRule(RacksToFree)]}
              >
                <NumberField isCount min={1} />
              </Form.Item>
            )}
            {choice.goal === 'consolidate' && (
              <Form.Item name="belowPercent" label="Boxes filled below" rules={[numberRule(PercentFilled)]}>
                <NumberField isCount unit="%" min={1} />
              </Form.Item>
            )}
            <Form.Item label={`${targetsLabel} (optional)`} extra={targetsHint}>
              <StorageList
                ids={choice.targetIds ?? []}
                label={targetsLabel}
                onChange={(targetIds) => change({ targetIds })}
              />
            </Form.Item>
            {choice.goal !== 'consolidate' && (
              <Checkbox
                checked={choice.merge ?? false}
                onChange={(event) => change({ merge: event.target.checked })}
              >
                Merge tubes of boxes that find no free cell into other boxes
              </Checkbox>
            )}
            <Checkbox
              checked={choice.allowUnknownTemperature ?? false}
              onChange={(event) => change({ allowUnknownTemperature: event.target.checked })}
            >
              Allow storages of unknown temperature
            </Checkbox>
          </Form>
        </Card>
        <Card>
          {!hasSource && <EmptyState text="Choose what to empty, and the plan is shown here." />}
          {hasSource && request && plan.isError && <QueryError title="There is no plan" query={plan} />}
          {hasSource && !request && <EmptyState text="The plan is shown once the number is corrected." />}
          {hasSource && request && !plan.isError && (
            <Suspense fallback={<Skeleton active />}>
              <PlanPreview
                plan={plan.data}
                action={
                  <Button
                    type="primary"
                    size="large"
                    loading={start.isPending}
                    title={denied.title}
                    disabled={
                      denied.disabled === true || !plan.data || plan.data.boxes + plan.data.notFitting === 0
                    }
                    onClick={submit}
                  >
                    Start moving
                  </Button>
                }
              />
            </Suspense>
          )}
        </Card>
      </div>
    </>
  )
}
