import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan } = scanning(lab)
beforeEach(() => repository.clear())

/** Scans, and returns the address of each BAM file that was found. */
async function found(): Promise<Record<string, string>> {
  await scan()
  const files = await lab.db.selectFrom('data_file').selectAll().where('is_gone', '=', false).execute()
  return Object.fromEntries(files.map(({ path, uri }) => [path, uri]))
}

test('the remote of an output that dvc.yaml names with variables is found by the texts around them', async () => {
  const remotes = ['lab', 'archive'].map((name) => `['remote "${name}"']\nurl = s3://${name}\n`)
  repository.write('.dvc/config', `[core]\nremote = lab\n${remotes.join('')}`)
  const { md5 } = repository.cache(makeBam(['A']))
  const outs = [
    '- "$VAR{dir}/raw/$VAR{run}.bam": {remote: archive}',
    '- "$VAR{dir}/tmp/$VAR{run}.bam": {push: false}',
    '- "$VAR{dir}/$VAR{run}.sorted.bam"',
    '- "same/$VAR{a}.bam": {remote: archive}',
    '- "same/$VAR{b}.bam"',
    '- "$VAR{a}$VAR{b}-x-$VAR{c}/Q.bam": {remote: archive}',
    '- plain.bam: {remote: archive}',
  ].map((line) => `    ${line.replaceAll('VAR', '')}\n`)
  repository.write('dvc.yaml', `vars:\n- dir: out\nstages:\n  s:\n    cmd: x\n    outs:\n${outs.join('')}`)
  const paths = [
    'out/raw/1.bam',
    'out/tmp/1.bam',
    'out/1.sorted.bam',
    'same/1.bam',
    'plain.bam',
    'out/other.bam',
    '1-x-2/Q.bam',
    '1-x/Q.bam',
  ]
  const locked = paths.map((path) => `    - {path: ${path}, hash: md5, md5: ${md5}}\n`)
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n  s:\n    cmd: x\n    outs:\n${locked.join('')}`)

  const object = `files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
  expect(await found()).toEqual({
    'out/raw/1.bam': `s3://archive/${object}`,
    'out/tmp/1.bam': 'out/tmp/1.bam',
    'out/1.sorted.bam': `s3://lab/${object}`,
    'same/1.bam': 'same/1.bam',
    'plain.bam': `s3://archive/${object}`,
    'out/other.bam': `s3://lab/${object}`,
    '1-x-2/Q.bam': `s3://archive/${object}`,
    '1-x/Q.bam': `s3://lab/${object}`,
  })
})

test.each([
  ['', 's3://lab/'],
  [': {remote: archive}', ''],
])('of more outputs with variables than anybody writes, none is guessed (%j)', async (options, address) => {
  repository.write('.dvc/config', '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://lab\n')
  const { md5 } = repository.cache(makeBam(['A']))
  const outs = Array.from({ length: 101 }, (_, n) =>
    `    - "$VAR{a}/${n}.bam"${options}\n`.replace('VAR', ''),
  )
  repository.write('dvc.yaml', `stages:\n  s:\n    cmd: x\n    outs:\n${outs.join('')}`)
  repository.write(
    'dvc.lock',
    `schema: '2.0'\nstages:\n  s:\n    cmd: x\n    outs:\n    - {path: a/1.bam, hash: md5, md5: ${md5}}\n`,
  )
  const object = `files/md5/${md5.slice(0, 2)}/${md5.slice(2)}`
  expect(await found()).toEqual({ 'a/1.bam': address ? address + object : 'a/1.bam' })
})

test('a work folder with an unknown variable is in no address of a remote that keeps files by their paths', async () => {
  repository.write(
    '.dvc/config',
    '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://lab\nversion_aware = true\n',
  )
  const { md5 } = repository.cache(makeBam(['A']))
  const stage = (name: string) =>
    `  ${name}:\n    cmd: x\n    outs:\n    - {path: ${name}.bam, hash: md5, md5: ${md5}}\n`
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n${stage('a')}${stage('b')}`)
  repository.write(
    'dvc.yaml',
    'stages:\n  a: {wdir: "runs/$VAR{dir}"}\n  b: {wdir: runs}\n'.replace('VAR', ''),
  )
  expect(await found()).toEqual({
    'runs/\u0024{dir}/a.bam': 'runs/\u0024{dir}/a.bam',
    'runs/b.bam': 's3://lab/runs/b.bam',
  })
})
