import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scanForFiles } = scanning(lab)
beforeEach(() => repository.clear())

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
  expect(await scanForFiles()).toEqual({
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
  expect(await scanForFiles()).toEqual({ 'a/1.bam': address ? address + object : 'a/1.bam' })
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
  expect(await scanForFiles()).toEqual({
    'runs/\u0024{dir}/a.bam': 'runs/\u0024{dir}/a.bam',
    'runs/b.bam': 's3://lab/runs/b.bam',
  })
})

const lockOf = (...stages: [name: string, out: string, content: string][]) =>
  `schema: '2.0'\nstages:\n${stages
    .map(([name, out, content]) => {
      const { md5 } = repository.cache(makeBam([content]))
      return `  ${name}:\n    cmd: x\n    outs:\n    - {path: ${out}, hash: md5, md5: ${md5}}\n`
    })
    .join('')}`
/** A variable of dvc.yaml is `$V{name}` here. */
const withVariables = (text: string) => text.replaceAll('$V{', '\u0024{')

test('variables of vars and of params.yaml are filled in, and a change of these is found', async () => {
  repository.write(
    'p/dvc.yaml',
    withVariables(
      'vars:\n- other.yaml\n- base: {dirs: [runs]}\n' +
        'stages:\n' +
        '  align:\n    foreach: $V{samples}\n    do: {cmd: x, wdir: "$V{base.dirs[0]}/$V{item.dir}", outs: [a.bam]}\n' +
        '  sort:\n    foreach: $V{samples}\n    do: {cmd: x, wdir: "sorted/$V{key}", outs: [a.bam]}\n' +
        '  merge:\n    matrix: {lane: "$V{lanes}", run: [r1]}\n    wdir: "$V{item.run}/$V{item.lane}"\n    cmd: x\n',
    ),
  )
  const params = (dir: string) => `lanes: [L1, L2]\nsamples:\n  S1: {dir: one}\n  S2: {dir: ${dir}}\n`
  repository.write('p/params.yaml', params('two'))
  repository.write(
    'p/dvc.lock',
    lockOf(
      ['align@S1', 'a.bam', 'A'],
      ['align@S2', 'a.bam', 'B'],
      ['sort@S1', 'a.bam', 'C'],
      ['merge@L2-r1', 'm.bam', 'D'],
    ),
  )
  const others = ['p/r1/L2/m.bam', 'p/runs/one/a.bam']
  expect(Object.keys(await scanForFiles()).sort()).toEqual([
    ...others,
    'p/runs/two/a.bam',
    'p/sorted/S1/a.bam',
  ])
  repository.write('p/params.yaml', params('three'))
  expect(Object.keys(await scanForFiles()).sort()).toEqual([
    ...others,
    'p/runs/three/a.bam',
    'p/sorted/S1/a.bam',
  ])
})

test('variables of the files that vars names are filled in, and a change of these is found', async () => {
  repository.write(
    'p/dvc.yaml',
    withVariables(
      'vars:\n- conf/a+b.json:samples,base\n- ../../out.yaml\n- /etc/hostname\n- none.yaml\n' +
        'stages:\n  s:\n    foreach: $V{samples}\n    do: {cmd: x, wdir: "$V{base}/$V{item.dir}", outs: [a.bam]}\n',
    ),
  )
  const conf = (dir: string) => JSON.stringify({ base: 'runs', samples: { S1: { dir: 'one' }, S2: { dir } } })
  repository.write('p/conf/a+b.json', conf('two'))
  repository.write(
    'p/dvc.lock',
    lockOf(['s@S1', 'a.bam', 'A'], ['s@S2', 'a.bam', 'B'], ['s@S3', 'a.bam', 'C']),
  )
  expect(Object.keys(await scanForFiles()).sort()).toEqual(['p/runs/one/a.bam', 'p/runs/two/a.bam'])

  repository.write('p/conf/a+b.json', conf('three'))

  expect(Object.keys(await scanForFiles()).sort()).toEqual(['p/runs/one/a.bam', 'p/runs/three/a.bam'])
})

test('a file that vars names is not read through a link, nor by an impossible name', async () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'lims-outside-'))
  onTestFinished(() => rmSync(outside, { recursive: true }))
  writeFileSync(path.join(outside, 'a.yaml'), 'dir: secret\n')
  symlinkSync(outside, repository.place('link'))
  repository.write(
    'dvc.yaml',
    withVariables(
      'vars: [link/a.yaml, "x\\ud800.yaml", "x\\0.yaml"]\nstages:\n  s: {cmd: x, wdir: "$V{dir}", outs: [a.bam]}\n',
    ),
  )
  repository.write('dvc.lock', lockOf(['s', 'a.bam', 'A']))
  for (const _ of ['first', 'second'])
    expect(Object.keys(await scanForFiles())).toEqual([withVariables('$V{dir}/a.bam')])
})

test.each(['.dvc/config.yaml', '../.git/a.yaml', './.dvc/tmp/a.yaml', '.dvc/../.dvc/a.yaml'])(
  'a file %s of DVC or Git, which may hold passwords, explains no variable',
  async (file) => {
    repository.write(path.posix.join('p', file), 'dir: secret\n')
    repository.write(
      'p/dvc.yaml',
      withVariables(`vars: [${file}]\nstages:\n  s: {cmd: x, wdir: "$V{dir}", outs: [a.bam]}\n`),
    )
    repository.write('p/dvc.lock', lockOf(['s', 'a.bam', 'A']))
    expect(Object.keys(await scanForFiles())).toEqual([withVariables('p/$V{dir}/a.bam')])
  },
)

test('the items of a variable are those of params.yaml and of the files that vars names', async () => {
  repository.write(
    'p/dvc.yaml',
    withVariables(
      'vars: [conf.yaml]\nstages:\n  s:\n    foreach: $V{samples}\n    do: {cmd: x, wdir: "$V{item.dir}", outs: [a.bam]}\n',
    ),
  )
  repository.write('p/conf.yaml', 'samples:\n  S1: {dir: one}\n')
  repository.write('p/params.yaml', 'samples:\n  S2: {dir: two}\n')
  repository.write(
    'p/dvc.lock',
    lockOf(['s@S1', 'a.bam', 'A'], ['s@S2', 'a.bam', 'B'], ['s@S3', 'a.bam', 'C']),
  )
  expect(Object.keys(await scanForFiles()).sort()).toEqual(['p/one/a.bam', 'p/two/a.bam'])
})

test.each([
  ['is damaged', '{'],
  ['has no such value', 'dir: {a: b}\nother: [1]\n'],
  ['is too large', `dir: ${'x'.repeat(600_000)}\n`],
])('a variable stays where params.yaml %s', async (_, params) => {
  repository.write('params.yaml', params)
  repository.write('dvc.yaml', withVariables('stages:\n  s: {cmd: x, wdir: "$V{dir}", outs: [a.bam]}\n'))
  repository.write('dvc.lock', lockOf(['s', 'a.bam', 'A']))
  expect(Object.keys(await scanForFiles())).toEqual([withVariables('$V{dir}/a.bam')])
})
