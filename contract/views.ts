import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { strictId } from './id-input.ts'
import { parameters } from './parameters.ts'
import { refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleSort } from './sample-sort.ts'
import { success } from './success.ts'
import { requiredLine, text } from './text.ts'

export const maxViewsPerPerson = 100

/** The list of samples with filters, order and columns, saved under a name. */
export const SavedView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The filters and the order, as in the address of the list: `status=QC_PASS&sort=place`. */
  search: z.string(),
  /** Keys of the columns; null for the columns of whoever opens it. */
  columns: z.array(z.string()).nullable(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
})
export type SavedView = z.infer<typeof SavedView>

/** The page of samples has no field for a part of the name: it would show samples of all names. */
const { name: _name, ...filtersOfPage } = sampleFilters

/** Parameters that select a page of the list or a view. They are not saved in a view. */
export const navigationParameters: readonly string[] = ['page', 'pageNumber', 'pageSize', 'view']

/** The filters and the order that a view may have. */
export const ViewSearch = parameters({ ...filtersOfPage, sort: SampleSort.optional() }).superRefine(
  refuseIncompleteFilters,
)

export const maxViewNameLength = 60

export const SaveViewBody = parameters({
  name: requiredLine(maxViewNameLength, `name must have 1 to ${maxViewNameLength} characters`),
  search: text(2000).meta({
    description:
      'Filters and order of /samples/list as in an address, such as `status=QC_PASS&sort=place`, without `name`. The page of the list is left out. What the list refuses is refused here',
  }),
  columns: z.array(text(60)).max(50).nullish(),
  /** True: everybody sees it. */
  isShared: z.boolean().default(false),
})
export type SaveViewBody = z.infer<typeof SaveViewBody>

const ViewId = strictId('id must be the id of a view')

export const viewsApi = {
  list: endpoint({
    method: 'GET',
    path: '/views/list',
    permission: 'sample.read',
    summary: 'The saved views of the caller, and those that others share, by name',
    reply: z.object({ views: z.array(SavedView) }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/views/save',
    permission: 'signed-in',
    tokenPermission: 'sample.edit',
    summary: 'Save a view; it replaces an own one with the same name',
    body: SaveViewBody,
    reply: z.object({ success, view: SavedView }),
  }),
  delete: endpoint({
    method: 'POST',
    path: '/views/delete',
    permission: 'signed-in',
    tokenPermission: 'sample.edit',
    summary: 'Delete an own view; who manages people deletes a shared one of anybody, once roles are on',
    body: parameters({ id: ViewId }),
    reply: z.object({ success }),
  }),
  undoDelete: endpoint({
    method: 'POST',
    path: '/views/undo-delete',
    permission: 'signed-in',
    tokenPermission: 'sample.edit',
    summary: 'Undo the deletion of a view by the caller; it replaces no view that has its name since',
    body: parameters({ id: ViewId }),
    reply: z.object({ success }),
  }),
}
