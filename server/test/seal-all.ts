import { Sealer } from '../src/audit/sealer.ts'
import { type Lab, testNow } from './lab.ts'

/** Seals all audit events of a lab. */
export const sealAll = ({ db }: Pick<Lab, 'db'>) =>
  new Sealer({ db, now: () => testNow, log: { error: () => {} } }).sealAll()
