/** One rule of the laboratory: the files that hold it, and the tests that must notice when it is broken. */
export type Rule = {
  name: string
  files: readonly string[]
  tests: readonly string[]
}

/** In order of importance. A path may be a folder or end in `*`. */
export const rules: readonly Rule[] = [
  {
    name: 'statuses',
    files: ['contract/sample-status.ts'],
    tests: [
      'contract/sample-status.test.ts',
      'contract/status-input.test.ts',
      'server/src/db/lifecycle-rule.test.ts',
    ],
  },
  {
    name: 'lifecycle',
    files: [
      'server/src/samples/sample-lifecycle.ts',
      'server/src/samples/update-lifecycle.ts',
      'server/src/samples/update-statuses.ts',
      'server/src/samples/lifecycle-queries.ts',
    ],
    tests: [
      'server/src/samples/sample-lifecycle.test.ts',
      'server/src/samples/receive-time.test.ts',
      'server/src/audit/event-content.test.ts',
      'server/src/samples/update-lifecycle.test.ts',
      'server/src/samples/change-samples.test.ts',
      'server/src/samples/lifecycle.test.ts',
      'server/src/samples/receive-sample.test.ts',
    ],
  },
  {
    name: 'receive',
    files: ['server/src/samples/receive-sample.ts', 'server/src/samples/receipt-queries.ts'],
    tests: [
      'server/src/samples/receive-sample.test.ts',
      'server/src/samples/receive-time.test.ts',
      'server/src/samples/receipt-groups.test.ts',
      'server/src/live/live.test.ts',
    ],
  },
  {
    name: 'placement',
    files: [
      'server/src/storage/resolve-cell.ts',
      'server/src/storage/place-sample.ts',
      'server/src/storage/place-storage.ts',
      'server/src/storage/take-out-sample.ts',
      'server/src/storage/arrange-samples.ts',
      'server/src/storage/translate-database-error.ts',
      'server/src/storage/sample-location.ts',
      'server/src/storage/assert-name-available.ts',
      'server/src/storage/add-storage.ts',
      'server/src/storage/delete-storage.ts',
      'server/src/storage/update-storage.ts',
    ],
    tests: [
      'server/src/storage/resolve-cell.test.ts',
      'server/src/storage/placement-refusals.test.ts',
      'server/src/storage/storage.test.ts',
      'server/src/storage/sample-location.test.ts',
      'server/src/audit/event-content.test.ts',
    ],
  },
  {
    name: 'volume',
    files: ['contract/volume.ts', 'contract/decimal.ts'],
    tests: ['contract/volume*', 'contract/decimal*'],
  },
  {
    name: 'positions',
    files: ['contract/positions.ts'],
    tests: ['contract/positions*'],
  },
  {
    name: 'label',
    files: [
      'server/src/labels/generate-label.ts',
      'server/src/labels/label-layout.ts',
      'server/src/labels/zpl-text.ts',
    ],
    tests: [
      'server/src/labels/label-commands.test.ts',
      'server/src/labels/text-width.test.ts',
      'server/src/labels/zpl-text.test.ts',
      'server/src/labels/label-lines.test.ts',
      'server/src/labels/generate-label.test.ts',
    ],
  },
  {
    name: 'names',
    files: ['contract/text.ts', 'server/src/batches/sample-naming.ts', 'server/src/samples/child-names.ts'],
    tests: [
      'contract/text.test.ts',
      'server/src/batches/sample-naming.test.ts',
      'server/src/samples/child-names.test.ts',
    ],
  },
  {
    name: 'names-saved',
    files: ['server/src/batches/register-batch.ts', 'server/src/samples/add-children.ts'],
    tests: [
      'server/src/audit/event-content.test.ts',
      'server/src/batches/create-batch.test.ts',
      'server/src/samples/add-children.test.ts',
    ],
  },
  {
    name: 'audit',
    files: [
      'server/src/audit/audit-queries.ts',
      'server/src/audit/stale-version.ts',
      'server/src/samples/add-sample.ts',
      'server/src/samples/delete-sample.ts',
      'server/src/samples/update-sample.ts',
      'server/src/samples/sample-change.ts',
      'server/src/batches/create-batch.ts',
      'server/src/batches/create-patient-batch.ts',
      'server/src/batches/delete-batch.ts',
      'server/src/batches/update-batch.ts',
      'server/src/print-runs/audit-print-run.ts',
    ],
    tests: [
      'server/src/audit/event-content.test.ts',
      'server/src/samples/change-samples.test.ts',
      'server/src/batches/create-patient-batch.test.ts',
      'server/src/batches/rename-batch.test.ts',
      'server/src/batches/delete-batch.test.ts',
      'server/src/print-runs/print-runs.test.ts',
    ],
  },
  {
    name: 'undo',
    files: ['server/src/deletions/undo-deletion.ts', 'server/src/deletions/deletion-queries.ts'],
    tests: [
      'server/src/deletions/*',
      'server/src/batches/delete-batch.test.ts',
      'server/src/audit/event-content.test.ts',
    ],
  },
  {
    name: 'import-reading',
    files: [
      'server/src/imports/read-csv.ts',
      'server/src/imports/build-table.ts',
      'server/src/imports/suggest-columns.ts',
      'server/src/imports/parse-volume.ts',
    ],
    tests: [
      'server/src/imports/read-csv.test.ts',
      'server/src/imports/suggest-columns.test.ts',
      'server/src/imports/parse-volume.test.ts',
    ],
  },
  {
    name: 'import-rows',
    files: [
      'server/src/imports/import-row.ts',
      'server/src/imports/check-rows.ts',
      'server/src/imports/parents.ts',
      'server/src/imports/child-counts.ts',
      'server/src/imports/problem-list.ts',
    ],
    tests: ['server/src/imports/check-file.test.ts', 'server/src/imports/import-samples.test.ts'],
  },
  {
    name: 'codes',
    files: ['contract/sample-codes.ts', 'contract/sample-filters.ts'],
    tests: ['contract/sample-codes.test.ts', 'server/src/samples/sample-filters.test.ts'],
  },
  {
    name: 'undo-status',
    files: ['server/src/samples/undo-status.ts'],
    tests: [
      'server/src/samples/undo-status.test.ts',
      'server/src/samples/reasons.test.ts',
      'server/src/audit/event-content.test.ts',
    ],
  },
  {
    name: 'custody',
    files: [
      'contract/custody.ts',
      'server/src/custody/check-out.ts',
      'server/src/custody/confirm-thaw.ts',
      'server/src/custody/put-away.ts',
      'server/src/custody/refuse-custody.ts',
      'server/src/custody/return-tubes.ts',
      'server/src/custody/set-custody.ts',
      'server/src/custody/undo-custody.ts',
    ],
    tests: [
      'contract/custody.test.ts',
      'server/src/custody/custody-content.test.ts',
      'server/src/custody/custody-locks.test.ts',
      'server/src/custody/custody.test.ts',
      'server/src/picks/picks-and-custody.test.ts',
    ],
  },
  {
    name: 'people',
    files: [
      'server/src/people/deactivate-person.ts',
      'server/src/people/person-rules.ts',
      'server/src/people/set-role.ts',
      'server/src/people/turn-on-roles.ts',
    ],
    tests: ['server/src/people/people.test.ts', 'server/src/people/last-administrator.test.ts'],
  },
  {
    name: 'picks',
    files: [
      'server/src/picks/close-pick-list.ts',
      'server/src/picks/create-pick-list.ts',
      'server/src/picks/pick-tube.ts',
      'server/src/picks/report-not-found.ts',
      'server/src/picks/reservability.ts',
      'server/src/picks/undo-pick.ts',
    ],
    tests: [
      'server/src/picks/pick-content.test.ts',
      'server/src/picks/pick-locks.test.ts',
      'server/src/picks/picks.test.ts',
      'server/src/picks/picks-and-custody.test.ts',
    ],
  },
  {
    name: 'masking',
    files: ['contract/personal.ts', 'server/src/http/mask-reply.ts', 'server/src/http/refuse-personal.ts'],
    tests: [
      'contract/personal.test.ts',
      'server/src/http/mask-reply.test.ts',
      'server/src/http/refuse-personal.test.ts',
    ],
  },
  {
    name: 'moves',
    files: [
      'server/src/moves/plan-moves.ts',
      'server/src/moves/temperature-class.ts',
      'server/src/moves/move-box.ts',
      'server/src/moves/undo-move.ts',
      'server/src/moves/start-move.ts',
      'server/src/moves/resolve-code.ts',
    ],
    tests: [
      'server/src/moves/plan-choices.test.ts',
      'server/src/moves/plan-moves.test.ts',
      'server/src/moves/move-content.test.ts',
      'server/src/moves/move-locks.test.ts',
      'server/src/moves/moves.test.ts',
      'server/src/moves/stale-moves.test.ts',
    ],
  },
  {
    name: 'stock-takes',
    files: [
      'server/src/stock-takes/apply-differences.ts',
      'server/src/stock-takes/choose-cells.ts',
      'server/src/stock-takes/finish-box.ts',
      'server/src/stock-takes/judge-tubes.ts',
      'server/src/stock-takes/open-box.ts',
      'server/src/stock-takes/scan-rack.ts',
      'server/src/stock-takes/scan-tube.ts',
      'server/src/stock-takes/start-stock-take.ts',
      'server/src/stock-takes/undo-apply.ts',
    ],
    tests: [
      'server/src/stock-takes/stock-take-content.test.ts',
      'server/src/stock-takes/stock-take-bounds.test.ts',
      'server/src/stock-takes/stock-take-locks.test.ts',
      'server/src/stock-takes/stock-takes.test.ts',
      'server/src/stock-takes/undo-apply.test.ts',
      'server/src/stock-takes/deleted-box.test.ts',
      'server/src/stock-takes/scan-rack.test.ts',
    ],
  },
  {
    name: 'seals',
    files: [
      'server/src/audit/json-members.ts',
      'server/src/audit/seal-queries.ts',
      'server/src/audit/verify-audit.ts',
      'server/src/audit/verify-chain.ts',
    ],
    tests: [
      'server/src/audit/json-members.test.ts',
      'server/src/audit/verify-chain.test.ts',
      'server/src/audit/sealing.test.ts',
      'server/src/audit/time-stamp.test.ts',
      'server/src/audit/verify-audit.test.ts',
    ],
  },
]
