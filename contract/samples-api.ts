import { z } from 'zod'
import { DeletedReply } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { maskable, personal } from './personal.ts'
import { ReasonBody } from './reason.ts'
import {
  AddChildBody,
  AddSampleBody,
  UndoAddChildBody,
  UndoStatusBody,
  UpdateLifecycleBody,
  UpdateSampleBody,
  UpdateStatusesBody,
} from './sample-changes.ts'
import { SampleTreeQuery, SampleTreeReply } from './sample-tree.ts'
import {
  LifecycleEvent,
  ReceiveSampleBody,
  ReceiveSampleReply,
  Sample,
  SampleListQuery,
  SampleListReply,
} from './samples.ts'
import { success } from './success.ts'

const SampleChangedReply = z.object({ success, sample: Sample })

/** Endpoints for samples. */
export const samplesApi = {
  get: endpoint({
    method: 'GET',
    path: '/samples/get',
    permission: 'sample.read',
    summary: 'One sample',
    query: parameters({ id: IdInput }),
    reply: z.object({ sample: Sample }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/samples/list',
    permission: 'sample.read',
    summary: 'A page of samples',
    query: SampleListQuery,
    reply: SampleListReply,
  }),
  search: endpoint({
    method: 'GET',
    path: '/samples/search',
    permission: 'sample.read',
    summary: 'A page of the samples that match a text and filters',
    query: SampleListQuery,
    reply: SampleListReply,
  }),
  history: endpoint({
    method: 'GET',
    path: '/samples/lifecycle-history',
    permission: 'sample.read',
    summary: 'Every status change of a sample, newest first',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({ events: z.array(LifecycleEvent) }),
  }),
  updateLifecycle: endpoint({
    method: 'POST',
    path: '/samples/update-lifecycle',
    permission: 'sample.status',
    summary: 'Change the status of a sample along the lifecycle table',
    body: UpdateLifecycleBody,
    reply: SampleChangedReply.extend({ eventId: z.number().int() }),
  }),
  receive: endpoint({
    method: 'POST',
    path: '/samples/receive',
    permission: 'sample.receive',
    summary: 'Receive a sample by its id or tube ID',
    body: ReceiveSampleBody,
    reply: ReceiveSampleReply,
  }),
  tree: endpoint({
    method: 'GET',
    path: '/samples/tree',
    permission: 'sample.read',
    summary:
      'A page of batches, parent samples and child samples; children come on the same page as their parent',
    query: SampleTreeQuery,
    reply: SampleTreeReply,
  }),
  info: endpoint({
    method: 'GET',
    path: '/samples/info',
    permission: 'sample.read',
    summary: 'A sample with its batch, parent and children in one reply',
    query: parameters({ id: IdInput }),
    reply: z.object({
      sample: Sample,
      batch: z.object({ id: z.uuid(), name: z.string() }),
      parent: Sample.nullable(),
      children: z.array(Sample),
    }),
  }),
  children: endpoint({
    method: 'GET',
    path: '/samples/children',
    permission: 'sample.read',
    summary: 'The samples derived from a sample',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({ children: z.array(Sample) }),
  }),
  subject: endpoint({
    method: 'GET',
    path: '/samples/subject',
    permission: 'subject.read',
    summary: 'The subject and the site of a sample; null if not assigned',
    query: parameters({ sampleId: IdInput }),
    reply: z.object({
      subjectId: personal(z.string().nullable()),
      siteId: personal(z.string().nullable()),
      ...maskable,
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/samples/add',
    permission: 'sample.create',
    summary: 'Create a sample in a batch',
    body: AddSampleBody,
    reply: SampleChangedReply,
  }),
  addChild: endpoint({
    method: 'POST',
    path: '/samples/add-child',
    permission: 'sample.create',
    summary: 'Derive 1 to 50 child samples from a sample',
    body: AddChildBody,
    reply: z.object({
      success,
      samples: z.array(Sample),
      count: z.number().int(),
      /** Present if exactly one was created. */
      sample: Sample.optional(),
    }),
  }),
  undoAddChild: endpoint({
    method: 'POST',
    path: '/samples/undo-add-child',
    permission: 'sample.create',
    summary:
      'Undo the creation of child samples: they are deleted, and what was taken off the parent is given back; refused if any of it has changed since',
    body: UndoAddChildBody,
    reply: z.object({ success, count: z.number().int(), parent: Sample }),
  }),
  update: endpoint({
    method: 'POST',
    path: '/samples/update',
    permission: 'sample.edit',
    summary: 'Change fields of a sample',
    body: UpdateSampleBody,
    reply: SampleChangedReply,
  }),
  delete: endpoint({
    method: 'POST',
    path: '/samples/delete',
    permission: 'sample.delete',
    summary: 'Delete a sample that has no children',
    query: parameters({ id: IdInput }),
    body: ReasonBody,
    reply: DeletedReply,
  }),
  updateStatuses: endpoint({
    method: 'POST',
    path: '/samples/update-statuses',
    permission: 'sample.status',
    summary: 'Move many samples to one status, all or none',
    body: UpdateStatusesBody,
    reply: z.object({
      success,
      count: z.number().int(),
      eventIds: z.array(z.number().int()),
    }),
  }),
  undoStatus: endpoint({
    method: 'POST',
    path: '/samples/undo-status',
    permission: 'sample.status',
    summary:
      'Undo receipts and changes of status: the status and the times before them come back, all or none',
    body: UndoStatusBody,
    reply: z.object({ success, count: z.number().int() }),
  }),
}
