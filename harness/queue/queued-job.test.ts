import { expect, test } from 'vitest'
import type { Job } from '../schedule/job.ts'
import { identify } from './queued-job.ts'

const JOB: Job = {
  id: 'area/a',
  kind: 'scripted',
  name: 'a',
  path: '/here/a.yaml',
  file: 'scenarios/area/a.yaml',
  area: 'area',
  seed: '1',
}

test('default: a job is the same wherever its file lies', () => {
  expect(identify({ ...JOB, path: '/there/a.yaml' }, 'c0de')).toBe(identify(JOB, 'c0de'))
})

test.each([
  ['id', { id: 'area/b' }, 'c0de'],
  ['seed', { seed: '2' }, 'c0de'],
  ['trace', { trace: 'all' }, 'c0de'],
  ['code', {}, 'c0df'],
] as const)('behavior: with another %s it is another job', (_, other, codeHash) => {
  expect(identify({ ...JOB, ...other }, codeHash)).not.toBe(identify(JOB, 'c0de'))
})

test('behavior: jobs that are traced differently are two', () => {
  expect(identify({ ...JOB, trace: 'all' }, 'c0de')).not.toBe(identify({ ...JOB, trace: 'failures' }, 'c0de'))
})
