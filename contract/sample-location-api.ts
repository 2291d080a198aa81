import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import {
  ArrangeSamplesBody,
  ArrangeSamplesReply,
  AssociateSampleBody,
  LocationReply,
  OrphanSamplesQuery,
  OrphanSamplesReply,
  SampleLocationReply,
  UpdateLocationBody,
} from './sample-location.ts'

/** Endpoints for locations of samples. */
export const sampleLocationApi = {
  location: endpoint({
    method: 'GET',
    path: '/samples/location',
    permission: 'sample.read',
    summary: 'Where a sample is',
    query: parameters({ sampleId: IdInput }),
    reply: SampleLocationReply,
  }),
  associate: endpoint({
    method: 'POST',
    path: '/samples/associate',
    permission: 'placement.edit',
    summary: 'Place a sample that is not in storage into a cell',
    body: AssociateSampleBody,
    reply: LocationReply,
  }),
  updateLocation: endpoint({
    method: 'POST',
    path: '/samples/update-location',
    permission: 'placement.edit',
    summary: 'Place, move or take out a sample',
    body: UpdateLocationBody,
    reply: LocationReply,
  }),
  deleteLocation: endpoint({
    method: 'POST',
    path: '/samples/delete-location',
    permission: 'placement.edit',
    summary: 'Take a sample out of storage',
    body: parameters({ sampleId: IdInput }),
    reply: LocationReply,
  }),
  disassociate: endpoint({
    method: 'POST',
    path: '/samples/disassociate',
    permission: 'placement.edit',
    summary: 'Take a sample out of storage',
    query: parameters({ id: IdInput }),
    reply: LocationReply,
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/samples/arrange',
    permission: 'placement.edit',
    summary: 'Move many samples at once, all or none',
    body: ArrangeSamplesBody,
    reply: ArrangeSamplesReply,
  }),
  orphans: endpoint({
    method: 'GET',
    path: '/samples/orphans',
    permission: 'sample.read',
    summary: 'A page of the samples that are not in storage',
    query: OrphanSamplesQuery,
    reply: OrphanSamplesReply,
  }),
}
